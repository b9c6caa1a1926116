import { useEffect, useState } from 'react'
import { OTHER_GUEST_EVENT } from '../request/drawn-for.ts'
import { useReturned } from '../site/use-root-data.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { useText } from './text.tsx'

/**
 * Says that nothing was done, since the page was drawn for another guest, and lists what was typed: the page
 * below may be without that form for who is signed in now.
 */
export function Returned() {
  const returned = useReturned()
  if (!returned) return <OtherGuest />
  const typed = returned.typed.filter((one) => one.label !== null)
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-3 px-4 pt-6 sm:px-6">
      <div role="alert" className="rounded border-2 border-danger bg-danger-soft p-4 text-on-danger-soft">
        <h2 className="text-lg">{returned.title}</h2>
        <p className="mt-1">{returned.reason}</p>
      </div>
      {typed.length > 0 && (
        <section aria-label={returned.typedTitle} className="rounded border border-line bg-surface p-4">
          <h2 className="text-base font-semibold">{returned.typedTitle}</h2>
          <dl className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-[max-content_minmax(0,1fr)]">
            {typed.map(({ name, label, text }) => (
              <div key={name} className="contents">
                <dt className="text-muted">{label}</dt>
                <dd className="wrap-anywhere whitespace-pre-wrap">{text}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </div>
  )
}

/** The same for what the scripts of a page asked for: the page stays until the guest loads it again. */
function OtherGuest() {
  const t = useText()
  const [refused, setRefused] = useState(false)
  useEffect(() => {
    const show = () => setRefused(true)
    addEventListener(OTHER_GUEST_EVENT, show)
    return () => removeEventListener(OTHER_GUEST_EVENT, show)
  }, [])
  if (!refused) return null
  return (
    <div className="mx-auto grid w-full max-w-[72rem] gap-3 px-4 pt-6 sm:px-6">
      <Alert>{t('shell.otherGuest')}</Alert>
      <div>
        <Button type="button" tone="secondary" onClick={() => location.reload()}>
          {t('shell.loadAgain')}
        </Button>
      </div>
    </div>
  )
}
