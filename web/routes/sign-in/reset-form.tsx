import { useFetcher, useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { loginLink, resetLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { FormKey } from '#web/ui/form/form.tsx'
import { useFormValues } from '#web/request/use-form-values.ts'

/** A submit button is enabled from this length: no e-mail address is shorter. */
export const MIN_EMAIL_LENGTH = 4

export type ResetAnswer = { sent: true; email: string } | { sent: false; email: string; error: TextKey }
type ResetFormProps = {
  answer: ResetAnswer | undefined
  email: string
  /** The title of the error summary. */ failedTitle: string
  /** For use in a dialog: submits without a navigation. */
  fetcher?: ReturnType<typeof useFetcher<ResetAnswer>>
  onClose?: () => void
}

/** The form that requests a link to reset the password. */
export function ResetForm({ answer, email, failedTitle, fetcher, onClose }: ResetFormProps) {
  const t = useText()
  const hydrated = useHydrated()
  const navigation = useNavigation()
  const Form = fetcher?.Form ?? 'form'
  const refused = answer && !answer.sent ? answer : undefined
  const errorText = refused && t(refused.error)
  const ofField = refused?.error !== 'reset.failed'
  const first = refused?.email || email
  const [typed, form] = useFormValues({ resetEmail: first })
  const busy = fetcher ? fetcher.state !== 'idle' : navigation.state !== 'idle'
  return (
    <Form {...form} method="post" action={resetLink()} noValidate className="grid gap-5">
      {fetcher && hydrated && <input type="hidden" name="stay" value="1" />}
      <FormKey />
      <ErrorSummary
        title={failedTitle}
        errors={errorText ? { [ofField ? 'resetEmail' : 'form']: errorText } : undefined}
        answer={answer}
      />
      <EmailField
        name="resetEmail"
        label={t('reset.email')}
        error={ofField ? errorText : undefined}
        defaultValue={first}
        maxLength={254}
        required
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SubmitButton
          busy={busy}
          busyText={t('reset.busy')}
          disabled={busy || (hydrated && typed.resetEmail.trim().length < MIN_EMAIL_LENGTH)}
        >
          {t('reset.submit')}
        </SubmitButton>
        {hydrated && onClose ? (
          <Button type="button" tone="secondary" onClick={onClose}>
            {t('reset.cancel')}
          </Button>
        ) : (
          <ButtonLink to={loginLink()} tone="secondary">
            {t('reset.backToLogin')}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
