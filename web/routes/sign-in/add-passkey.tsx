import type { ReactNode } from 'react'
import { useText } from '#web/text.tsx'
import { Button, Spinner } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { usePasskeys } from './authenticator.ts'
import { useNewPasskey } from './new-passkey.ts'

type AddPasskeyProps = { unable: string; waiting: string; failed: string; children: ReactNode }

/** The button that makes a passkey; where none can be made, that is said. */
export function AddPasskey({ unable, waiting, failed, children }: AddPasskeyProps) {
  const t = useText()
  const tell = useToast()
  const able = usePasskeys()
  const { state, begin } = useNewPasskey(() => tell(t('shell.passkeyMade')))
  const none = able !== true && <p className="without-passkeys text-sm text-muted">{unable}</p>
  if (able === false) return none
  return (
    <>
      {none}
      <div className="with-passkeys grid justify-items-start gap-2">
        <Button
          type="button"
          tone="secondary"
          onClick={begin}
          disabled={!able || state === 'waiting'}
          aria-busy={state === 'waiting'}
        >
          {state === 'waiting' ? (
            <>
              <Spinner />
              {waiting}
            </>
          ) : (
            children
          )}
        </Button>
        <p role="status" className="font-medium text-danger">
          {state === 'failed' && failed}
        </p>
      </div>
    </>
  )
}
