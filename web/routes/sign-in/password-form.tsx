import { Suspense, useState, type MouseEvent } from 'react'
import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { resetLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { ResetPassword } from './lazy-reset-password.ts'
import { useThrottle } from '#web/ui/form/use-submit.ts'
import { Form } from '#web/ui/form/form.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'

export type FormRejection = { email: string; errors: Record<string, TextKey> }

/** The standard view: e-mail address, password, and a link to reset it. */
export function PasswordForm({ answer, email }: { answer: FormRejection | null; email: string }) {
  const t = useText()
  const busy = useNavigation().formMethod === 'POST'
  const throttle = useThrottle()
  const [resetEmail, setResetEmail] = useState<string | null>(null)
  const errors = Object.fromEntries(Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key)]))
  const openReset = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    const typed = document.getElementById('email')
    setResetEmail(typed instanceof HTMLInputElement ? typed.value.trim() : email)
  }
  return (
    <>
      <Form method="post" noValidate onSubmit={throttle} className="grid gap-5">
        <ErrorSummary title={t('login.failedTitle')} errors={answer ? errors : undefined} />
        <EmailField
          label={t('login.email')}
          error={errors.email}
          defaultValue={email}
          autoComplete="username webauthn"
          required
        />
        <div className="grid gap-1">
          <PasswordField
            label={t('login.password')}
            error={errors.password}
            autoComplete="current-password"
          />
          <Link to={resetLink()} onClick={openReset} className={`${textLinkClasses} justify-self-start`}>
            {t('login.forgot')}
          </Link>
        </div>
        <SubmitButton busy={busy} busyText={t('login.busy')} wide>
          {t('login.submit')}
        </SubmitButton>
      </Form>
      {resetEmail !== null && (
        <Suspense>
          <ResetPassword open onClose={() => setResetEmail(null)} email={resetEmail} />
        </Suspense>
      )}
    </>
  )
}
