import type { TextKey } from '#contract/text.ts'
import { contactLink } from '#contract/links.ts'
import { notificationKinds, type NotificationKind } from '#domain/notification/kinds.ts'
import { Checkbox, Field } from '#web/ui/form/field.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import { fieldNames, type Choices } from './notification-choices.ts'

/** Which channels there are; `unserved`: none to the country of the guest's number. */
type Available = { push: boolean; sms: 'on' | 'off' | 'unserved'; mobileVerified: boolean }
type FieldsProps = { choices: Choices; errors: Record<string, string> | undefined }

const legends = {
  booking: 'profile.notifyBooking',
  reminder: 'profile.notifyLegend',
  waitlist: 'profile.notifyWaitlist',
} as const satisfies Record<NotificationKind, TextKey>

/** The channels of each kind of notification. */
export function ChannelFields({ choices, errors, available }: FieldsProps & { available: Available }) {
  const t = useText()
  return (
    <>
      {notificationKinds.map((kind) => (
        <KindFields key={kind} kind={kind} choices={choices} errors={errors} available={available} />
      ))}
      {available.push && <p className="text-sm text-muted">{t('profile.notifyPushDevice')}</p>}
      {available.sms === 'on' && !available.mobileVerified && (
        <div className="text-sm">
          <p id="notify-sms" className="text-muted">
            {t('profile.notifySmsConfirm')}
          </p>
          <Link to={contactLink({ part: 'mobile-state' })} className={textLinkClasses}>
            {t('profile.notifySmsConfirmLink')}
          </Link>
        </div>
      )}
      {available.sms === 'unserved' && (
        <p className="text-sm text-muted">{t('profile.notifySmsNotServed')}</p>
      )}
    </>
  )
}

function KindFields({
  kind,
  choices,
  errors,
  available: { push, sms, mobileVerified },
}: FieldsProps & { kind: NotificationKind; available: Available }) {
  const t = useText()
  const [names, channels] = [fieldNames[kind], choices[kind]]
  const error = errors?.[names.push]
  return (
    <fieldset className="grid gap-1" aria-describedby={error && `${kind}-error`}>
      <legend className="font-medium">{t(legends[kind])}</legend>
      {error && (
        <p id={`${kind}-error`} className="text-sm font-medium text-danger">
          {error}
        </p>
      )}
      <div className="grid gap-x-8 sm:flex sm:flex-wrap">
        {push ? (
          <Checkbox name={names.push} label={t('profile.notifyPush')} defaultChecked={channels.push} />
        ) : (
          <Kept name={names.push} on={channels.push} />
        )}
        {sms === 'on' ? (
          <Checkbox
            name={names.sms}
            label={t('profile.notifySms')}
            defaultChecked={channels.sms}
            aria-describedby={mobileVerified ? undefined : 'notify-sms'}
          />
        ) : (
          <Kept name={names.sms} on={channels.sms} />
        )}
        {kind === 'booking' ? (
          <p className="min-h-11 py-2 text-muted">{t('profile.notifyMailAlways')}</p>
        ) : (
          <Checkbox name={names.mail} label={t('profile.notifyMail')} defaultChecked={channels.mail} />
        )}
      </div>
    </fieldset>
  )
}

/** Keeps a choice for when its channel becomes available again. */
const Kept = ({ name, on }: { name: string; on: boolean }) =>
  on ? <input type="hidden" name={name} value="on" /> : null

/** The hours in which push and text messages wait. */
export function QuietFields({ choices: { isQuiet, quiet }, errors }: FieldsProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-1">
      <legend className="font-medium">{t('profile.quietLegend')}</legend>
      <Checkbox name="quiet" label={t('profile.quiet')} defaultChecked={isQuiet} />
      <div className="grid max-w-[20rem] grid-cols-2 gap-3">
        <Field
          name="quietFrom"
          type="time"
          label={t('profile.quietFrom')}
          error={errors?.quietFrom}
          defaultValue={quiet.from}
        />
        <Field
          name="quietUntil"
          type="time"
          label={t('profile.quietUntil')}
          error={errors?.quietUntil}
          defaultValue={quiet.until}
        />
      </div>
      <p className="text-sm text-muted">{t('profile.quietHint')}</p>
    </fieldset>
  )
}
