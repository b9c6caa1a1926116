import { useState, type ReactNode } from 'react'
import { useText } from '../ui/text.tsx'
import { Button, Spinner } from '../ui/button.tsx'
import { Outcome } from '../ui/outcome.tsx'
import { usePasskeySupport, type PasskeyPlace } from './authenticator.ts'
import { useNewPasskey } from './new-passkey.ts'

type AddPasskeyProps = {
  at: PasskeyPlace
  unable: string
  waiting: string
  failed: string
  children: ReactNode
}

/** The button that creates a passkey, or a text where the browser supports none. */
export function AddPasskey({ at, unable, waiting, failed, children }: AddPasskeyProps) {
  const t = useText()
  const [made, setMade] = useState(false)
  const supported = usePasskeySupport()
  const { state, begin } = useNewPasskey(at, () => setMade(true))
  const unsupported = supported !== true && <p className="without-passkeys text-sm text-muted">{unable}</p>
  if (supported === false) return unsupported
  return (
    <>
      {unsupported}
      <div className="with-passkeys grid justify-items-start gap-2">
        <Button
          type="button"
          tone="secondary"
          onClick={begin}
          disabled={!supported || state === 'waiting'}
          aria-busy={state === 'waiting'}
        >
          {state === 'waiting' ? (
            <>
              <Spinner />
              <span>{waiting}</span>
            </>
          ) : (
            children
          )}
        </Button>
        <p role="status" className="font-medium text-danger">
          {state === 'failed' && failed}
        </p>
        {made && state === 'idle' && <Outcome mailed>{t('shell.passkeyMade')}</Outcome>}
      </div>
    </>
  )
}
