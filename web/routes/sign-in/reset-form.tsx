import { useFetcher, useNavigation } from 'react-router'
import type { TextKey } from '#contract/text.ts'
import { useText } from '#web/text.tsx'
import { Button, ButtonLink, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { useReady } from '#web/ui/ready.ts'
import { FormKey } from '#web/ui/form.tsx'
import { useTyped } from '#web/ui/typed.ts'

/** Of what may be sent: no address is shorter. */
export const SHORTEST = 4

export type ResetAnswer = { sent: true } | { sent: false; email: string; error: TextKey }
type ResetFormProps = {
  answer: ResetAnswer | undefined
  email: string
  /** Above what went wrong. */ failedTitle: string
  /** In a dialog: asks without leaving the page. */ fetcher?: ReturnType<typeof useFetcher<ResetAnswer>>
  onClose?: () => void
}

/** The address that a link to a new password is sent to. */
export function ResetForm({ answer, email, failedTitle, fetcher, onClose }: ResetFormProps) {
  const t = useText()
  const ready = useReady()
  const navigation = useNavigation()
  const Form = fetcher?.Form ?? 'form'
  const refused = answer && !answer.sent ? answer : undefined
  const told = refused && t(refused.error)
  const ofField = refused?.error !== 'reset.failed'
  const first = refused?.email || email
  const [typed, form] = useTyped({ resetEmail: first })
  const busy = fetcher ? fetcher.state !== 'idle' : navigation.state !== 'idle'
  return (
    <Form {...form} method="post" action="/sign-in/reset" noValidate className="grid gap-5">
      {fetcher && ready && <input type="hidden" name="stay" value="1" />}
      <FormKey />
      <ErrorSummary
        title={failedTitle}
        errors={told ? { [ofField ? 'resetEmail' : 'form']: told } : undefined}
        answer={answer}
      />
      <Field
        name="resetEmail"
        type="email"
        label={t('reset.email')}
        error={ofField ? told : undefined}
        defaultValue={first}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <SubmitButton
          busy={busy}
          busyText={t('reset.busy')}
          disabled={busy || (ready && typed.resetEmail.trim().length < SHORTEST)}
        >
          {t('reset.submit')}
        </SubmitButton>
        {ready && onClose ? (
          <Button type="button" tone="secondary" onClick={onClose}>
            {t('reset.cancel')}
          </Button>
        ) : (
          <ButtonLink to="/login" tone="secondary">
            {t('reset.backToLogin')}
          </ButtonLink>
        )}
      </div>
    </Form>
  )
}
