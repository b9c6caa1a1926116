import { useState } from 'react'
import { useText } from '#web/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useReady } from '#web/ui/ready.ts'

/** The address has an account already: a dialog with the ways in, and a part of the page where no script runs. */
export function EmailInUse({ answer, search }: { answer: { email: string }; search: string }) {
  const t = useText()
  const ready = useReady()
  // Each answer opens it anew, also one that says the same as before.
  const [closed, close] = useState<object | null>(null)
  const { email } = answer
  const ways = (
    <>
      <p>{t('signUp.inUse', { email })}</p>
      <ButtonLink to={`/login${search}`} state={{ email }} wide>{t('signUp.goToLogin')}</ButtonLink>
    </>
  )
  if (ready) return <Dialog open={closed !== answer} title={t('signUp.inUseTitle')} onClose={() => close(answer)}>{ways}<Button type="button" tone="secondary" wide onClick={() => close(answer)}>{t('signUp.otherAddress')}</Button></Dialog>
  return (
    <section role="alert" className="mb-6 grid gap-4 rounded-xl border-2 border-control bg-surface p-5 sm:p-8">
      <h2 className="text-xl">{t('signUp.inUseTitle')}</h2>
      {ways}
    </section>
  )
}
