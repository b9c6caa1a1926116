import { useEffect, useState } from 'react'
import { useText } from '#web/ui/text.tsx'
import { Spinner } from '#web/ui/button.tsx'

const LONG_MS = 30_000

/** Covers the page while an account is created; after 30 s it offers a reload. */
export function SavingOverlay() {
  const t = useText()
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  const again = (
    <a href="?" className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4">
      {t('invite.holdAgain')}
    </a>
  )
  return (
    <div
      role="status"
      className="fixed inset-0 z-40 grid place-content-center justify-items-center gap-4 bg-bg p-6 text-center"
    >
      <span className="text-brand-text">
        <Spinner />
      </span>
      <p className="max-w-[32rem] text-xl">{t('invite.hold')}</p>
      {long ? (
        <p className="grid justify-items-center gap-2 text-muted">
          <span>{t('invite.holdLong')}</span>
          {again}
        </p>
      ) : (
        <noscript>{again}</noscript>
      )}
    </div>
  )
}
