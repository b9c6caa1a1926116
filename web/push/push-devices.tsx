import { useState } from 'react'
import type { PushDevices as Devices } from '#contract/guest/push.ts'
import { useRootData } from '../site/use-root-data.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useFormat } from '../ui/format.ts'
import { useText } from '../ui/text.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import { readPushChoice } from './choice.ts'
import { isPushSupported } from './subscription.ts'
import { usePush } from './use-push.ts'

type Device = Devices['documents'][number]

/** The guest's devices with push messages, and the switch of this one, which needs scripts. */
export function PushDevices({ devices, changed }: { devices: Device[]; changed: () => void }) {
  const t = useText()
  const { fullDay } = useFormat()
  const formatName = ({ browser, system }: Device) =>
    browser && system
      ? t('profile.device', { browser, system })
      : (browser ?? system ?? t('profile.deviceUnknown'))
  return (
    <>
      <ThisDevice isListed={devices.some((one) => one.current)} changed={changed} />
      {devices.length > 0 && (
        <div>
          <p className="font-medium">{t('push.devices')}</p>
          <ul className="divide-y divide-line">
            {devices.map((device, index) => (
              <li key={index} className="flex min-h-11 flex-wrap items-center justify-between gap-3 py-2">
                <span>{t('push.since', { device: formatName(device), date: fullDay(device.since) })}</span>
                {device.current && <Badge tone="success">{t('profile.thisDevice')}</Badge>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}

function ThisDevice(props: { isListed: boolean; changed: () => void }) {
  const t = useText()
  const uid = useRootData().guest?.uid ?? ''
  const hydrated = useHydrated()
  return (
    <div className="grid min-h-24 content-start justify-items-start gap-3">
      {hydrated ? (
        <Switch key={uid} uid={uid} {...props} />
      ) : (
        <noscript>
          <p>{t('push.unsupported')}</p>
        </noscript>
      )}
    </div>
  )
}

type SwitchProps = { uid: string; isListed: boolean; changed: () => void }

function Switch({ uid, isListed, changed }: SwitchProps) {
  const t = useText()
  const [ability] = useState(abilityOfBrowser)
  const [chosen, setChosen] = useState(() => readPushChoice(uid) === 'yes' && ability === 'granted')
  const { state, turnOn, turnOff } = usePush((on) => {
    setChosen(on)
    changed()
  })
  const on = isListed && chosen
  if (ability === 'unsupported') return <p role="status">{t('push.unsupported')}</p>
  if (ability === 'denied' || state === 'blocked') return <p role="status">{t('push.blocked')}</p>
  return (
    <>
      <p role="status">{t(state === 'failed' ? 'push.failed' : on ? 'push.on' : 'push.off')}</p>
      <Button
        type="button"
        tone="secondary"
        aria-disabled={state === 'busy'}
        aria-busy={state === 'busy'}
        onClick={on ? turnOff : turnOn}
      >
        {t(on ? 'push.turnOff' : 'push.turnOn')}
      </Button>
    </>
  )
}

const abilityOfBrowser = () => (isPushSupported() ? Notification.permission : 'unsupported')
