import { useEffect, useRef } from 'react'
import { useText } from '../ui/text.tsx'
import { Button } from '../ui/button.tsx'
import { reserveBottomSpace } from '../ui/reserve-bottom-space.ts'
import { useToast } from '../ui/dialog/toast.tsx'
import { useNewPasskey } from './new-passkey.ts'

/** The offer at the bottom of the screen; calls `close` once a passkey is created or declined. */
export default function PasskeyStrip({ close }: { close: () => void }) {
  const t = useText()
  const showToast = useToast()
  const strip = useRef<HTMLElement>(null)
  useEffect(() => (strip.current ? reserveBottomSpace(strip.current) : undefined), [])
  const { state, begin } = useNewPasskey(() => {
    showToast(t('shell.passkeyMade'))
    close()
  })
  return (
    <aside
      ref={strip}
      aria-labelledby="passkey-offer"
      className="no-print fixed inset-x-0 bottom-0 z-20 max-h-[50vh] overflow-y-auto border-t border-line bg-surface p-4 pb-[max(1rem,env(safe-area-inset-bottom))]"
    >
      <div className="mx-auto flex w-full max-w-[72rem] flex-wrap items-center gap-3 sm:px-2">
        <div className="min-w-60 grow">
          <h2 id="passkey-offer" className="text-lg">
            {t('shell.passkeyTitle')}
          </h2>
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
      </div>
    </aside>
  )
}
