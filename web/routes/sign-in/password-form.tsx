import { Suspense, useState, type MouseEvent } from 'react'
import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { PasswordField } from './password-field.tsx'
import { ResetPassword } from './forgotten.ts'
import { useThrottle } from './throttle.ts'
import { linked } from './ways.ts'
import { Form } from '#web/ui/form.tsx'
import { Link } from '#web/ui/link.tsx'

export type Refused = { email: string; errors: Record<string, TextKey> }

/** The standard view: address and password, and the way to a new one. */
export function PasswordForm({ answer, email }: { answer: Refused | null; email: string }) {
  const t = useText()
  const busy = useNavigation().formMethod === 'POST'
  const throttle = useThrottle()
  const [asked, ask] = useState<string | null>(null)
  const errors = Object.fromEntries(Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key)]))
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    const typed = document.getElementById('email')
    ask(typed instanceof HTMLInputElement ? typed.value.trim() : email)
  }
  return (
    <>
      <Form method="post" noValidate onSubmit={throttle} className="grid gap-5">
        <ErrorSummary title={t('login.failedTitle')} errors={answer ? errors : undefined} />
        <Field
          name="email"
          type="email"
          label={t('login.email')}
          error={errors.email}
          defaultValue={email}
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <div className="grid gap-1">
          <PasswordField
            label={t('login.password')}
            error={errors.password}
            autoComplete="current-password"
          />
          <Link to="/sign-in/reset" onClick={open} className={`${linked} justify-self-start`}>
            {t('login.forgot')}
          </Link>
        </div>
        <SubmitButton busy={busy} busyText={t('login.busy')} wide>
          {t('login.submit')}
        </SubmitButton>
      </Form>
      {asked !== null && (
        <Suspense>
          <ResetPassword open onClose={() => ask(null)} email={asked} />
        </Suspense>
      )}
    </>
  )
}
