import { data } from 'react-router'
import { languages } from '#contract/languages.ts'
import { readFormText } from '#web/request/form.ts'
import { useText } from '#web/ui/text.tsx'
import { SelectField } from '#web/ui/form/field.tsx'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Card } from '#web/ui/card.tsx'
import { ProfileLayout } from './profile-layout.tsx'
import { profileLayoutData, save, selfOf, type SaveAnswer } from './load.ts'
import { SavedForm } from './saved-form.tsx'
import type { Route } from './+types/language'

const YEAR_SECONDS = 31_536_000

export function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  return {
    ...profileLayoutData(ctx),
    locales: ctx.locales,
    chosen: ctx.guest.preferredLanguage ?? ctx.language,
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  const named = readFormText(form, 'preferredLanguage')
  const preferredLanguage = ctx.locales.find((one) => one === named)
  if (!preferredLanguage) return data<SaveAnswer>({ saved: false }, { status: 400 })
  return save(form, async () => {
    await ctx.call('updateUser', { ...selfOf(ctx), preferredLanguage })
    // A language chosen here is as explicit as one chosen in the language menu.
    ctx.setLanguageCookie(preferredLanguage, YEAR_SECONDS)
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<SaveAnswer>(serverAction, { saved: false })

export default function Language({
  loaderData: { title, email, locales, chosen },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  return (
    <ProfileLayout section="language" title={title} failed={actionData?.saved === false} email={email}>
      <Card title={t('profile.language')} lead={t('profile.languageLead')}>
        <SavedForm answer={actionData}>
          <SelectField name="preferredLanguage" label={t('onboarding.language')} defaultValue={chosen}>
            {languages
              .filter((one) => locales.some((locale) => locale === one.locale))
              .map((choice) => (
                <option key={choice.locale} value={choice.locale} lang={choice.locale}>
                  {choice.native}
                </option>
              ))}
          </SelectField>
        </SavedForm>
      </Card>
    </ProfileLayout>
  )
}
