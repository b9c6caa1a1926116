import { data, Form, redirect, useNavigation } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Tick } from '#web/ui/field.tsx'
import { useReady } from '#web/ui/ready.ts'
import { formOf, requireDetails } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { Card, ProfileFrame } from './frame.tsx'
import { frameOf, selfOf } from './load.ts'
import { useSaved } from './saved.ts'
import type { Route } from './+types/notifications'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const { notifications, acceptMarketing } = await scope.call('getUser', selfOf(scope))
  return { ...frameOf(scope), notifications, acceptMarketing }
}

type Answer = { saved: boolean }

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const notifications = { mail: form.has('notifyMail'), sms: form.has('notifySms'), push: false }
  try {
    await scope.call('updateUser', { ...selfOf(scope), notifications, acceptMarketing: form.has('acceptMarketing') })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return data<Answer>({ saved: false }, { status: 503 })
  }
  return form.has('stay') ? data<Answer>({ saved: true }) : redirect('/home?message=profile-updated')
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => reach<Answer>(serverAction, { saved: false })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Notifications({ loaderData: { title, email, notifications, acceptMarketing }, actionData }: Route.ComponentProps) {
  const t = useText()
  const ready = useReady()
  const saved = actionData?.saved === true
  const wrong = actionData?.saved === false
  const busy = useNavigation().state !== 'idle' || saved
  useSaved(saved)
  return (
    <ProfileFrame section="notifications" title={title} failed={wrong} email={email}>
      <Card title={t('profile.notifications')} lead={t('profile.notificationsLead')}>
        <Form method="post" className="grid gap-5">
          <ErrorSummary title={t('onboarding.failedTitle')} errors={wrong ? { form: t('profile.unavailable') } : undefined} />
          {ready && <input type="hidden" name="stay" value="1" />}
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.notifyLegend')}</legend>
            <Tick name="notifyMail" label={t('profile.notifyMail')} defaultChecked={notifications.mail} />
            <Tick name="notifySms" label={t('profile.notifySms')} defaultChecked={notifications.sms} />
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.marketingLegend')}</legend>
            <Tick name="acceptMarketing" label={t('profile.marketing')} defaultChecked={acceptMarketing} />
          </fieldset>
          <div><SubmitButton busy={busy} busyText={t('onboarding.busy')}>{t('account.save')}</SubmitButton></div>
        </Form>
      </Card>
    </ProfileFrame>
  )
}
