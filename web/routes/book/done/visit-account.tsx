import { useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { readFormText } from '#web/request/form.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { Outcome } from '#web/ui/outcome.tsx'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { useText } from '#web/ui/text.tsx'

export type AccountAnswer = { sent: true } | { sent: false; error: TextKey }
type VisitAccountProps = { email: string; company: string; floor: number; answer: AccountAnswer | undefined }

/** Offers an account with the details of a visit that was booked without one, for one password. */
export function VisitAccount({ email, company, floor, answer }: VisitAccountProps) {
  const t = useText()
  const { state, formData } = useNavigation()
  const busy = state !== 'idle' && formData !== undefined && readFormText(formData, 'intent') === 'account'
  return (
    <section
      aria-labelledby="account-title"
      className="no-print grid gap-4 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <h2 id="account-title" className="text-lg">
        {t(answer?.sent ? 'booking.accountSentTitle' : 'booking.accountTitle')}
      </h2>
      {answer?.sent ? (
        <Outcome>
          <span className="wrap-anywhere">{t('booking.accountSent', { email })}</span>
        </Outcome>
      ) : (
        <Form method="post" preventScrollReset noValidate className="grid gap-4">
          <p>{t('booking.accountLead')}</p>
          <input type="hidden" name="intent" value="account" />
          {/* For password managers. */}
          <input type="email" defaultValue={email} autoComplete="username" readOnly hidden />
          <div className="max-w-[32rem]">
            <PasswordField
              label={t('login.password')}
              hint={t('signUp.passwordHint', { floor })}
              error={answer && t(answer.error, { floor })}
              autoComplete="new-password"
            />
          </div>
          <div className="text-sm text-muted">
            <p>{t('signUp.notice', { company })}</p>
            <TermsLink />
          </div>
          <SubmitButton
            busy={busy}
            busyText={t('signUp.busy')}
            tone="secondary"
            className="sm:justify-self-start"
          >
            {t('signUp.submit')}
          </SubmitButton>
        </Form>
      )}
    </section>
  )
}
