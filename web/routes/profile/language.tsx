import { data } from 'react-router'
import { languages } from '#contract/languages.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { formOf, requireDetails } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { Card, ProfileFrame } from './frame.tsx'
import { frameOf, save, selfOf, type Saved } from './load.ts'
import { SavedForm } from './saved-form.tsx'
import type { Route } from './+types/language'

const YEAR = 31_536_000

export function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  return {
    ...frameOf(scope),
    locales: scope.locales,
    chosen: scope.guest.preferredLanguage ?? scope.language,
  }
}

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const named = textOf(form, 'preferredLanguage')
  const preferredLanguage = scope.locales.find((one) => one === named)
  if (!preferredLanguage) return data<Saved>({ saved: false }, { status: 400 })
  return save(form, async () => {
    await scope.call('updateUser', { ...selfOf(scope), preferredLanguage })
    // The language that a guest names here is as explicit as one from the menu.
    scope.keepLanguage(preferredLanguage, YEAR)
  })
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Saved>(serverAction, { saved: false })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Language({
  loaderData: { title, email, locales, chosen },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  return (
    <ProfileFrame section="language" title={title} failed={actionData?.saved === false} email={email}>
      <Card title={t('profile.language')} lead={t('profile.languageLead')}>
        <SavedForm answer={actionData}>
          <SelectField name="preferredLanguage" label={t('onboarding.language')} defaultValue={chosen}>
            {languages
              .filter((one) => locales.some((locale) => locale === one.locale))
              .map((one) => (
                <option key={one.locale} value={one.locale} lang={one.locale}>
                  {one.native}
                </option>
              ))}
          </SelectField>
        </SavedForm>
      </Card>
    </ProfileFrame>
  )
}
