import { useEffect, useRef } from 'react'
import { useText } from '../ui/text.tsx'
import { Button } from '../ui/button.tsx'
import { reserveBottomSpace } from '../ui/reserve-bottom-space.ts'
import { Outcome } from '../ui/outcome.tsx'
import { guestPasskey } from './guest-passkey.ts'
import { useNewPasskey } from './new-passkey.ts'

type StripProps = { made: boolean; onMade: () => void; close: () => void }

/** The offer at the bottom of the screen, and in its place that the passkey is made. */
export default function PasskeyStrip({ made, onMade, close }: StripProps) {
  const t = useText()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => (strip.current ? reserveBottomSpace(strip.current) : undefined), [])
  const { state, begin } = useNewPasskey(guestPasskey, onMade)
  return (
    <aside
      ref={strip}
      aria-label={t('shell.passkeyTitle')}
      className="no-print fixed inset-x-0 bottom-0 z-20 max-h-[50vh] overflow-y-auto border-t border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto flex w-full max-w-[72rem] flex-wrap items-center gap-3 sm:px-2">
        {made ? (
          <>
            <div className="min-w-60 grow">
              <Outcome mailed>{t('shell.passkeyMade')}</Outcome>
            </div>
            <Button type="button" onClick={close}>
              {t('shell.ok')}
            </Button>
          </>
        ) : (
          <>
            <div className="min-w-60 grow">
              <h2 className="text-lg">{t('shell.passkeyTitle')}</h2>
              <p className="text-muted">{t('shell.passkeyLead')}</p>
              <p role="status" className="font-medium text-danger">
                {state === 'failed' && t('shell.passkeyFailed')}
              </p>
            </div>
            <Button
              type="button"
              onClick={begin}
              aria-disabled={state === 'waiting'}
              aria-busy={state === 'waiting'}
            >
              {t('shell.passkeyMake')}
            </Button>
            <Button type="button" tone="secondary" onClick={close}>
              {t('shell.passkeyLater')}
            </Button>
          </>
        )}
      </div>
    </aside>
  )
}
