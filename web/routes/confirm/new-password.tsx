import { useState } from 'react'
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

/** The button is enabled above this length; the server's minimum is higher. */
const TOO_FEW = 4

type Why = Extract<Outcome, { state: 'refused' }>['why'] | undefined

/** Two password fields with one toggle that shows both; the button is enabled once they are equal. */
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
  const errors: FieldErrors | undefined =
    why === 'weak'
      ? { password: t('confirm.weak', { floor }) }
      : why === 'differs'
        ? { repeatPassword: t('confirm.differs') }
        : why
          ? { form: t('confirm.unavailable') }
          : undefined
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
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary title={t('onboarding.failedTitle')} errors={errors} />
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
        <SubmitButton busy={busy} busyText={t('confirm.busy')} disabled={busy || (hydrated && !fits)} wide>
          {t('confirm.resetButton')}
        </SubmitButton>
        {busy && <p role="status">{t('confirm.loading')}</p>}
      </Form>
    </Page>
  )
}
