import { contactLink } from '#contract/links.ts'
import { NotificationList } from '#web/notification/notification-list.tsx'
import { useText } from '#web/ui/text.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Card, ProfileLayout } from './profile-layout.tsx'
import { profileLayoutData, save, selfOf, smsAvailability, type SaveAnswer } from './load.ts'
import { SavedForm } from './saved-form.tsx'
import type { Route } from './+types/notifications'
import { Link, textLinkClasses } from '#web/ui/link.tsx'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const [{ notifications, acceptMarketing, mobileVerified }, { documents: history }] = await Promise.all([
    ctx.call('getUser', selfOf(ctx)),
    ctx.call('listNotifications', selfOf(ctx)),
  ])
  return {
    ...profileLayoutData(ctx),
    notifications,
    acceptMarketing,
    mobileVerified,
    history,
    sms: smsAvailability(ctx),
  }
}

export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  const notifications = {
    mail: form.has('notifyMail'),
    sms: form.has('notifySms'),
    push: false,
    sound: form.has('notifySound'),
  }
  return save(form, () =>
    ctx.call('updateUser', {
      ...selfOf(ctx),
      notifications,
      acceptMarketing: form.has('acceptMarketing'),
    }),
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<SaveAnswer>(serverAction, { saved: false })

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Notifications({
  loaderData: { title, email, notifications, acceptMarketing, mobileVerified, history, sms },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  return (
    <ProfileLayout section="notifications" title={title} failed={actionData?.saved === false} email={email}>
      <Card title={t('profile.notifications')} lead={t('profile.notificationsLead')}>
        <SavedForm answer={actionData}>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.notifyLegend')}</legend>
            <Checkbox name="notifyMail" label={t('profile.notifyMail')} defaultChecked={notifications.mail} />
            {sms === 'on' && (
              <Checkbox
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
                <Link to={contactLink()} className={textLinkClasses}>
                  {t('profile.notifySmsConfirmLink')}
                </Link>
              </div>
            )}
            {sms === 'unserved' && <p className="text-sm text-muted">{t('profile.notifySmsNotServed')}</p>}
            {/* Keeps the choice for when text messages become available again. */}
            {sms !== 'on' && notifications.sms && <input type="hidden" name="notifySms" value="on" />}
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('notification.soundLegend')}</legend>
            <Checkbox
              name="notifySound"
              label={t('notification.sound')}
              defaultChecked={notifications.sound === true}
            />
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.marketingLegend')}</legend>
            <Checkbox
              name="acceptMarketing"
              label={t('profile.marketing')}
              defaultChecked={acceptMarketing}
            />
          </fieldset>
        </SavedForm>
      </Card>
      <div id="notifications">
        <Card title={t('notification.past')}>
          <NotificationList documents={history} />
        </Card>
      </div>
    </ProfileLayout>
  )
}
