import { useState } from 'react'
import type { Output } from '#contract/calls.ts'
import { clockText } from '#domain/wall-clock.ts'
import { isPushSupported } from '#web/push/subscription.ts'
import { usePush } from '#web/push/use-push.ts'
import { readPushChoice } from '#web/push/choice.ts'
import { staffPush } from '#web/staff/push.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useFormat } from '#web/ui/format.ts'
import { useText } from '#web/ui/text.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'

type NoticesCardProps = {
  settings: Output<'getNoticeSettings'>
  /** Of the person. */ id: string
  /** When push and mail wait, and when the list of tomorrow is sent: `HH:MM`. */
  quiet: { from: string; until: string }
  tomorrowAt: string
  /** Whether several people share this browser. */ shared: boolean
}

/** How a person is told of what others change, beside the list on the day's page. */
export function NoticesCard({ settings, id, quiet, tomorrowAt, shared }: NoticesCardProps) {
  const t = useText()
  const { dateLanguage } = useFormat()
  const hydrated = useHydrated()
  const clock = (at: string) => clockText(dateLanguage, at)
  return (
    <Card title={t('staffMe.notices')} lead={t('staffMe.noticesLead')}>
      <Form method="post" className="grid justify-items-start gap-3">
        <input type="hidden" name="intent" value="notices" />
        {settings.pushKey !== null && (
          <>
            <input type="hidden" name="pushShown" value="1" />
            <Checkbox name="push" label={t('staffMe.noticePush')} defaultChecked={settings.push} />
          </>
        )}
        <Checkbox name="mail" label={t('staffMe.noticeMail')} defaultChecked={settings.mail} />
        <Checkbox
          name="tomorrow"
          label={t('staffMe.noticeTomorrow', { time: clock(tomorrowAt) })}
          defaultChecked={settings.tomorrow}
        />
        <p className="text-sm text-muted">
          {t('staffMe.noticesQuiet', {
            from: clock(quiet.from),
            until: clock(quiet.until),
          })}
        </p>
        <Button tone="secondary">{t('account.save')}</Button>
      </Form>
      {settings.pushKey !== null && (
        <div className="grid min-h-24 content-start justify-items-start gap-3">
          {shared ? (
            <p>{t('staffMe.pushShared')}</p>
          ) : hydrated ? (
            <PushSwitch key={id} person={id} />
          ) : (
            <noscript>
              <p>{t('push.unsupported')}</p>
            </noscript>
          )}
        </div>
      )}
    </Card>
  )
}

/** Push messages of this browser, which needs scripts. */
function PushSwitch({ person }: { person: string }) {
  const t = useText()
  const [ability] = useState(() => (isPushSupported() ? Notification.permission : 'unsupported'))
  const [on, setOn] = useState(() => readPushChoice(person) === 'yes' && ability === 'granted')
  const { state, turnOn, turnOff } = usePush(setOn, staffPush)
  const isBlocked = ability === 'denied' || state === 'blocked'
  const said =
    ability === 'unsupported'
      ? 'push.unsupported'
      : isBlocked
        ? 'push.blocked'
        : state === 'failed'
          ? 'push.failed'
          : on
            ? 'push.on'
            : 'push.off'
  return (
    <>
      <p role="status">{t(said)}</p>
      {ability !== 'unsupported' && !isBlocked && (
        <Button
          type="button"
          tone="secondary"
          aria-disabled={state === 'busy'}
          aria-busy={state === 'busy'}
          onClick={on ? turnOff : turnOn}
        >
          {t(on ? 'push.turnOff' : 'push.turnOn')}
        </Button>
      )}
    </>
  )
}
