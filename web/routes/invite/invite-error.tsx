import { useState } from 'react'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { FormRejection } from './save-invite.ts'

/** Why the account was not created: a dialog, or a section of the page without scripts. */
export function InviteError({ failure }: { failure: FormRejection['failure'] }) {
  const t = useText()
  const hydrated = useHydrated()
  // Each response opens the dialog again, also one with the same error.
  const [closed, close] = useState<object | null>(null)
  if (!failure) return null
  const { email, ...info } = failure
  const why = (
    <>
      {info.code === 'auth/email-already-in-use' ? (
        <>
          <p>{t('invite.inUse', { email })}</p>
          <p>{t('invite.otherEmail')}</p>
          <p>{t('invite.forgot')}</p>
        </>
      ) : (
        <p>{t('invite.unavailable')}</p>
      )}
      <pre className="overflow-x-auto whitespace-pre-wrap break-all rounded border border-line bg-bg p-3 text-sm text-muted">
        {JSON.stringify(info)}
      </pre>
    </>
  )
  if (hydrated)
    return (
      <Dialog open={closed !== failure} title={t('invite.failedTitle')} onClose={() => close(failure)}>
        {why}
        <Button type="button" wide onClick={() => close(failure)}>
          {t('invite.goBack')}
        </Button>
      </Dialog>
    )
  return (
    <section
      role="alert"
      className="mb-6 grid gap-4 rounded-xl border-2 border-control bg-surface p-5 sm:p-8"
    >
      <h2 className="text-xl">{t('invite.failedTitle')}</h2>
      {why}
      <a
        href="#email"
        className="inline-flex min-h-11 items-center text-brand-text underline underline-offset-4"
      >
        {t('invite.goBack')}
      </a>
    </section>
  )
}
