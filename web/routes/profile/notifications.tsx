import { data, useRevalidator } from 'react-router'
import { NotificationList } from '#web/notification/notification-list.tsx'
import { PushDevices } from '#web/push/push-devices.tsx'
import { useText } from '#web/ui/text.tsx'
import { Checkbox } from '#web/ui/form/field.tsx'
import { readForm, requireDetails } from '#web/request/guard.ts'
import { withFallback } from '#web/request/with-fallback.ts'
import { Card } from '#web/ui/card.tsx'
import { ProfileLayout } from './profile-layout.tsx'
import { profileLayoutData, save, selfOf, smsAvailability, type SaveAnswer } from './load.ts'
import {
  toChoices,
  fieldNames,
  readChoices,
  toNotifications,
  wrongTimes,
  type Choices,
} from './notification-choices.ts'
import { ChannelFields, QuietFields } from './notification-fields.tsx'
import { SavedForm } from './saved-form.tsx'
import type { Route } from './+types/notifications'

export async function loader(args: Route.LoaderArgs) {
  const ctx = requireDetails(args)
  const [{ notifications, acceptMarketing, mobileVerified }, { documents: history }, { key }, devices] =
    await Promise.all([
      ctx.call('getUser', selfOf(ctx)),
      ctx.call('listNotifications', selfOf(ctx)),
      ctx.call('getPushKey', {}),
      ctx.call('listPushDevices', selfOf(ctx)),
    ])
  return {
    ...profileLayoutData(ctx),
    text: ctx.messages(['onboarding', 'account', 'profile', 'push']),
    choices: toChoices(notifications),
    acceptMarketing,
    history,
    devices: devices.documents,
    available: { push: key !== null, sms: smsAvailability(ctx), mobileVerified },
  }
}

/** What was typed, in a form that was not saved. */
type Typed = { choices: Choices; acceptMarketing: boolean }
type ChoicesAnswer = SaveAnswer & Partial<Typed>

export async function action(args: Route.ActionArgs) {
  const ctx = requireDetails(args)
  const form = await readForm(args.request)
  const typed: Typed = { choices: readChoices(form), acceptMarketing: form.has('acceptMarketing') }
  const wrong = wrongTimes(typed.choices)
  if (wrong.length) {
    const errors = Object.fromEntries(wrong.map((name) => [name, 'profile.quietTime' as const]))
    return data<ChoicesAnswer>({ ...typed, saved: false, errors }, { status: 400 })
  }
  return save(
    form,
    () =>
      ctx.call('updateUser', {
        ...selfOf(ctx),
        notifications: toNotifications(typed.choices),
        acceptMarketing: typed.acceptMarketing,
      }),
    {
      typed,
      refused: ({ code }) =>
        code === 'waitlist/no-channel'
          ? { [fieldNames.waitlist.push]: 'profile.waitlistNeedsChannel' }
          : null,
    },
  )
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) =>
  withFallback<ChoicesAnswer>(serverAction, { saved: false })

export default function Notifications({
  loaderData: { title, email, choices: stored, acceptMarketing, available, history, devices },
  actionData,
}: Route.ComponentProps) {
  const t = useText()
  const { revalidate } = useRevalidator()
  const choices = actionData?.choices ?? stored
  const errors =
    actionData?.errors &&
    Object.fromEntries(Object.entries(actionData.errors).map(([name, key]) => [name, t(key)]))
  return (
    <ProfileLayout section="notifications" title={title} failed={actionData?.saved === false} email={email}>
      <Card title={t('profile.notifications')} lead={t('profile.notificationsLead')}>
        <SavedForm answer={actionData}>
          <ChannelFields choices={choices} errors={errors} available={available} />
          <QuietFields choices={choices} errors={errors} />
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('notification.soundLegend')}</legend>
            <Checkbox name="notifySound" label={t('notification.sound')} defaultChecked={choices.sound} />
          </fieldset>
          <fieldset className="grid gap-1">
            <legend className="font-medium">{t('profile.marketingLegend')}</legend>
            <Checkbox
              name="acceptMarketing"
              label={t('profile.marketing')}
              defaultChecked={actionData?.acceptMarketing ?? acceptMarketing}
            />
          </fieldset>
        </SavedForm>
      </Card>
      {available.push && (
        <Card title={t('push.title')}>
          <PushDevices devices={devices} changed={() => void revalidate()} />
        </Card>
      )}
      <div id="notifications">
        <Card title={t('notification.past')}>
          <NotificationList documents={history} />
        </Card>
      </div>
    </ProfileLayout>
  )
}
