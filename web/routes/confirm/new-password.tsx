import { useState } from 'react'
import { useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { Button, SubmitButton } from '#web/ui/button.tsx'
import { ErrorSummary, Field, type FieldErrors } from '#web/ui/field.tsx'
import { Page } from '#web/ui/page.tsx'
import { useReady } from '#web/ui/ready.ts'
import { useTyped } from '#web/ui/typed.ts'
import type { Outcome } from './confirm.server.ts'
import { Form } from '#web/ui/form.tsx'
import type { Asked } from './load-action.ts'

/** The button waits for more characters than these; the server asks for more than that. */
const TOO_FEW = 4

type Why = Extract<Outcome, { state: 'refused' }>['why'] | undefined

/** Two fields, one toggle that shows both, and a button that waits until they are equal. */
export function NewPassword({
  asked: { email, code },
  floor,
  why,
}: {
  asked: Asked
  floor: number
  why: Why
}) {
  const t = useText()
  const ready = useReady()
  const busy = useNavigation().state !== 'idle'
  const [shown, show] = useState(false)
  const [typed, form] = useTyped({ password: '', repeatPassword: '' })
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
        action="/confirm"
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
        <SubmitButton busy={busy} busyText={t('confirm.busy')} disabled={busy || (ready && !fits)} wide>
          {t('confirm.resetButton')}
        </SubmitButton>
        {busy && <p role="status">{t('confirm.loading')}</p>}
      </Form>
    </Page>
  )
}
