import { Suspense, useState } from 'react'
import { useText } from '#web/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useReady } from '#web/ui/ready.ts'
import { ResetPassword } from './forgotten.ts'
import { FormKey } from '#web/ui/form.tsx'
import { signInPath } from './ways.ts'

/** The address has an account already: a dialog with the ways in, and a part of the page where no script runs. Each takes the address along. */
export function EmailInUse({ answer, search }: { answer: { email: string }; search: string }) {
  const t = useText()
  const ready = useReady()
  // Each answer opens it anew, also one that says the same as before.
  const [closed, close] = useState<object | null>(null)
  const [resetting, reset] = useState(false)
  const { email } = answer
  const login = `/login${signInPath(search, { loginType: null })}`
  const magic = `/login${signInPath(search, { loginType: 'magic' })}`
  if (resetting)
    return (
      <Suspense>
        <ResetPassword open onClose={() => reset(false)} email={email} />
      </Suspense>
    )
  if (ready) {
    return (
      <Dialog open={closed !== answer} title={t('signUp.inUseTitle')} onClose={() => close(answer)}>
        <p>{t('signUp.inUse', { email })}</p>
        <ButtonLink to={login} state={{ email }} wide>
          {t('signUp.goToLogin')}
        </ButtonLink>
        <Button
          type="button"
          tone="secondary"
          wide
          onClick={() => {
            close(answer)
            reset(true)
          }}
        >
          {t('signUp.requestPassword')}
        </Button>
        <ButtonLink to={magic} state={{ email }} tone="secondary" wide>
          {t('signUp.withoutPassword')}
        </ButtonLink>
        <Button type="button" tone="quiet" wide onClick={() => close(answer)}>
          {t('signUp.otherAddress')}
        </Button>
      </Dialog>
    )
  }
  return (
    <section
      role="alert"
      className="mb-6 grid gap-4 rounded-xl border-2 border-control bg-surface p-5 sm:p-8"
    >
      <h2 className="text-xl">{t('signUp.inUseTitle')}</h2>
      <p>{t('signUp.inUse', { email })}</p>
      <form method="post" action={login} className="grid gap-4">
        <FormKey />
        {/* Sent, not written into the address, where it would stay in the history. */}
        <input type="hidden" name="email" value={email} />
        <Button name="intent" value="start" wide>
          {t('signUp.goToLogin')}
        </Button>
        <input type="hidden" name="resetEmail" value={email} />
        <Button formAction="/sign-in/reset" tone="secondary" wide>
          {t('signUp.requestPassword')}
        </Button>
        <Button name="intent" value="start" formAction={magic} tone="secondary" wide>
          {t('signUp.withoutPassword')}
        </Button>
      </form>
    </section>
  )
}
