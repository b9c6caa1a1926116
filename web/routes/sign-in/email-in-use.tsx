import { Suspense, useState } from 'react'
import { loginLink, resetLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { ResetPassword } from './lazy-reset-password.ts'
import { FormKey } from '#web/ui/form/form.tsx'
import { signInPath } from './sign-in-path.ts'

/**
 * The e-mail address has an account already: a dialog with the sign-in methods, or a section of the page
 * without scripts. Each link passes the address on.
 */
export function EmailInUse({ answer, search }: { answer: { email: string }; search: string }) {
  const t = useText()
  const hydrated = useHydrated()
  // Each response opens the dialog again, also one with the same address.
  const [closed, close] = useState<object | null>(null)
  const [resetting, reset] = useState(false)
  const { email } = answer
  const login = loginLink() + signInPath(search, { loginType: null })
  const magic = loginLink() + signInPath(search, { loginType: 'magic' })
  if (resetting)
    return (
      <Suspense>
        <ResetPassword open onClose={() => reset(false)} email={email} />
      </Suspense>
    )
  if (hydrated) {
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
        {/* Posted, since a query would keep the address in the history. */}
        <input type="hidden" name="email" value={email} />
        <Button name="intent" value="start" wide>
          {t('signUp.goToLogin')}
        </Button>
        <input type="hidden" name="resetEmail" value={email} />
        <Button formAction={resetLink()} tone="secondary" wide>
          {t('signUp.requestPassword')}
        </Button>
        <Button name="intent" value="start" formAction={magic} tone="secondary" wide>
          {t('signUp.withoutPassword')}
        </Button>
      </form>
    </section>
  )
}
