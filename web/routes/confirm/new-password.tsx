import { useState, type FormEvent } from 'react'
import { useNavigation } from 'react-router'
import { confirmLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field, type FieldErrors } from '#web/ui/form/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { useFormValues } from '#web/request/use-form-values.ts'
import type { Outcome } from './confirm.server.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { LinkQuery } from './load-action.ts'

/** The button sends above this length; the server's minimum is higher. */
const TOO_FEW = 4

type Why = Extract<Outcome, { state: 'refused' }>['why'] | undefined

/**
 * Two password fields with one toggle that shows both. The button sends once they are equal; pressed before,
 * it says which field is wrong.
 */
export function NewPassword({
  asked: { email, code },
  floor,
  why,
}: {
  asked: LinkQuery
  floor: number
  why: Why
}) {
  const t = useText()
  const hydrated = useHydrated()
  const busy = useNavigation().state !== 'idle'
  const [shown, show] = useState(false)
  const [typed, form] = useFormValues({ password: '', repeatPassword: '' })
  const fits = typed.password === typed.repeatPassword && typed.password.length > TOO_FEW
  const [told, tell] = useState<FieldErrors>()
  const answered: FieldErrors | undefined =
    why === 'weak'
      ? { password: t('confirm.weak', { floor }) }
      : why === 'differs'
        ? { repeatPassword: t('confirm.differs') }
        : why
          ? { form: t('confirm.unavailable') }
          : undefined
  const errors = fits ? answered : (told ?? answered)
  const check = (event: FormEvent) => {
    if (fits) return
    event.preventDefault()
    tell({
      ...(typed.password.length <= TOO_FEW && { password: t('confirm.weak', { floor }) }),
      ...(typed.password !== typed.repeatPassword && { repeatPassword: t('confirm.differs') }),
    })
  }
  const field = (name: keyof typeof typed, label: string, hint?: string) => (
    <Field
      name={name}
      type={shown ? 'text' : 'password'}
      label={label}
      hint={hint}
      error={errors?.[name]}
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={1024}
      required
    />
  )
  return (
    <Page
      title={t('confirm.resetPasswordTitle')}
      lead={t('confirm.resetPasswordLead', { email })}
      width="form"
    >
      <Form
        {...form}
        method="post"
        action={confirmLink()}
        noValidate
        onSubmit={check}
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary
          title={t('onboarding.failedTitle')}
          errors={errors}
          answer={errors === told ? told : undefined}
        />
        <input type="hidden" name="code" value={code} />
        {field('password', t('confirm.password'), t('confirm.passwordHint', { floor }))}
        {field('repeatPassword', t('confirm.repeatPassword'))}
        <Button
          type="button"
          tone="quiet"
          aria-pressed={shown}
          onClick={() => show(!shown)}
          className="scripted -ml-5 justify-self-start"
        >
          {t(shown ? 'confirm.hide' : 'confirm.show')}
        </Button>
        <SubmitButton busy={busy} busyText={t('confirm.busy')} aria-disabled={hydrated && !fits} wide>
          {t('confirm.resetButton')}
        </SubmitButton>
        {busy && <p role="status">{t('confirm.loading')}</p>}
      </Form>
    </Page>
  )
}
