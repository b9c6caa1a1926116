import { data, Form, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { languages } from '#contract/languages.ts'
import { textOf } from '#web/form.ts'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, SelectField } from '#web/ui/field.tsx'
import { useReady } from '#web/ui/ready.ts'
import { formOf, requireDetails } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { Card, ProfileFrame } from './frame.tsx'
import { frameOf, selfOf } from './load.ts'
import { useSaved } from './saved.ts'
import type { Route } from './+types/language'

const YEAR = 31_536_000

export function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  return { ...frameOf(scope), locales: scope.locales, chosen: scope.guest.preferredLanguage ?? scope.language }
}

type Answer = { saved: boolean }

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const named = textOf(form, 'preferredLanguage')
  const preferredLanguage = scope.locales.find((one) => one === named)
  if (!preferredLanguage) return data<Answer>({ saved: false }, { status: 400 })
  try {
    await scope.call('updateUser', { ...selfOf(scope), preferredLanguage })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return data<Answer>({ saved: false }, { status: 503 })
  }
  // The language that a guest names here is as explicit as one from the menu.
  scope.keepLanguage(preferredLanguage, YEAR)
  return form.has('stay') ? data<Answer>({ saved: true }) : redirect('/home?message=profile-updated')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => reach<Answer>(serverAction, { saved: false })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Language({ loaderData: { title, email, locales, chosen }, actionData }: Route.ComponentProps) {
  const t = useText()
  const ready = useReady()
  const saved = actionData?.saved === true
  const wrong = actionData?.saved === false
  const busy = useNavigation().state !== 'idle' || saved
  useSaved(saved)
  return (
    <ProfileFrame section="language" title={title} failed={wrong} email={email}>
      <Card title={t('profile.language')} lead={t('profile.languageLead')}>
        <Form method="post" noValidate className="grid gap-5">
          <ErrorSummary title={t('onboarding.failedTitle')} errors={wrong ? { form: t('profile.unavailable') } : undefined} />
          {ready && <input type="hidden" name="stay" value="1" />}
          <SelectField name="preferredLanguage" label={t('onboarding.language')} defaultValue={chosen}>
            {languages.filter((one) => locales.some((locale) => locale === one.locale)).map((one) => <option key={one.locale} value={one.locale} lang={one.locale}>{one.native}</option>)}
          </SelectField>
          <div><SubmitButton busy={busy} busyText={t('onboarding.busy')}>{t('account.save')}</SubmitButton></div>
        </Form>
      </Card>
    </ProfileFrame>
  )
}
