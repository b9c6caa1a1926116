import { PastNotifications } from '#web/notification/past.tsx'
import { useText } from '#web/text.tsx'
import { Tick } from '#web/ui/field.tsx'
import { formOf, requireDetails } from '../account/guard.ts'
import { reach } from '../account/reach.ts'
import { linked } from '../sign-in/ways.ts'
import { Card, ProfileFrame } from './frame.tsx'
import { frameOf, save, selfOf, smsFor, type Saved } from './load.ts'
import { SavedForm } from './saved-form.tsx'
import type { Route } from './+types/notifications'
import { Link } from '#web/ui/link.tsx'

export async function loader(args: Route.LoaderArgs) {
  const scope = requireDetails(args)
  const [{ notifications, acceptMarketing, mobileVerified }, { documents: told }] = await Promise.all([
    scope.call('getUser', selfOf(scope)),
    scope.call('listNotifications', selfOf(scope)),
  ])
  return { ...frameOf(scope), notifications, acceptMarketing, mobileVerified, told, sms: smsFor(scope) }
}

export async function action(args: Route.ActionArgs) {
  const scope = requireDetails(args)
  const form = await formOf(args.request)
  const notifications = {
    mail: form.has('notifyMail'),
    sms: form.has('notifySms'),
    push: false,
    sound: form.has('notifySound'),
  }
  return save(form, () =>
    scope.call('updateUser', {
      ...selfOf(scope),
      notifications,
      acceptMarketing: form.has('acceptMarketing'),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  reach<Saved>(serverAction, { saved: false })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Notifications({
  loaderData: { title, email, notifications, acceptMarketing, mobileVerified, told, sms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  return (
    <ProfileFrame section="notifications" title={title} failed={actionData?.saved === false} email={email}>
      <Card title={t('profile.notifications')} lead={t('profile.notificationsLead')}>
        <SavedForm answer={actionData}>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.notifyLegend')}</legend>
            <Tick name="notifyMail" label={t('profile.notifyMail')} defaultChecked={notifications.mail} />
            {sms === 'on' && (
              <Tick
                name="notifySms"
                label={t('profile.notifySms')}
                defaultChecked={notifications.sms}
                aria-describedby={mobileVerified ? undefined : 'notify-sms'}
              />
            )}
            {sms === 'on' && !mobileVerified && (
              <div className="text-sm">
                <p id="notify-sms" className="text-muted">
                  {t('profile.notifySmsConfirm')}
                </p>
                <Link to="/profile/contact" className={linked}>
                  {t('profile.notifySmsConfirmLink')}
                </Link>
              </div>
            )}
            {sms === 'unserved' && <p className="text-sm text-muted">{t('profile.notifySmsNotServed')}</p>}
            {/* What was chosen once is there again when messages are. */}
            {sms !== 'on' && notifications.sms && <input type="hidden" name="notifySms" value="on" />}
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('notification.soundLegend')}</legend>
            <Tick
              name="notifySound"
              label={t('notification.sound')}
              defaultChecked={notifications.sound === true}
            />
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.marketingLegend')}</legend>
            <Tick name="acceptMarketing" label={t('profile.marketing')} defaultChecked={acceptMarketing} />
          </fieldset>
        </SavedForm>
      </Card>
      <div id="told">
        <Card title={t('notification.past')}>
          <PastNotifications documents={told} />
        </Card>
      </div>
    </ProfileFrame>
  )
}
