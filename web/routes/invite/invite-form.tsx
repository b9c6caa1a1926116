import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useText } from '#web/ui/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { allDialCodes, type DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import { LanguageField, MobileFields, NameFields } from '#web/guest/fields.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { readFormText } from '#web/request/form.ts'
import { PasswordField } from '#web/ui/form/password-field.tsx'
import { InviteError } from './invite-error.tsx'
import { readInvite, validate, type InviteDialCode, type InviteValues } from './rules.ts'
import { Form } from '#web/ui/form/form.tsx'
import type { FormRejection } from './save-invite.ts'

type InviteFormProps = {
  values: InviteValues
  dialCodes: DialCodeOptions<InviteDialCode>
  locales: readonly string[]
  company: string
  floor: number
  answer: FormRejection | null
}

/**
 * The form for the new account. Save is enabled once all fields are valid, Cancel once one has changed; Enter
 * saves and Escape cancels.
 */
export function InviteForm({ values: initial, dialCodes, locales, company, floor, answer }: InviteFormProps) {
  const t = useText()
  const hydrated = useHydrated()
  const ref = useRef<HTMLFormElement>(null)
  const [{ changed, valid }, setFormState] = useState({ changed: false, valid: false })
  const update = () => {
    if (ref.current) setFormState({ changed: isChanged(ref.current), valid: isValid(ref.current, dialCodes) })
  }
  // Includes values that the browser autofilled or restored before hydration.
  useLayoutEffect(update, [answer, dialCodes])
  const values = answer?.values ?? initial
  const errors = Object.fromEntries(
    Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key, { floor })]),
  )
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && changed) ref.current?.reset()
  }
  return (
    <>
      <InviteError failure={answer?.failure ?? null} />
      {/* Key presses in any field bubble to the form. */}
      <Form
        ref={ref}
        method="post"
        noValidate
        onInput={update}
        onReset={() => setTimeout(update)}
        onKeyDown={escape}
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary title={t('onboarding.failedTitle')} errors={answer ? errors : undefined} />
        <NameFields values={values} errors={errors} />
        <EmailField
          label={t('login.email')}
          error={errors.email}
          defaultValue={values.email}
          maxLength={50}
          required
        />
        <MobileFields values={values} errors={errors} dialCodes={dialCodes} />
        <LanguageField value={values.preferredLanguage} locales={locales} />
        <PasswordField
          label={t('login.password')}
          hint={t('invite.passwordHint', { floor })}
          error={errors.password}
          autoComplete="new-password"
        />
        <PasswordField
          name="confirmPassword"
          label={t('invite.confirm')}
          error={errors.confirmPassword}
          autoComplete="new-password"
        />
        <div className="text-sm text-muted">
          <p>{t('invite.notice', { company })}</p>
          <TermsLink />
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button type="reset" tone="secondary" disabled={hydrated && !changed}>
            {t('invite.cancel')}
          </Button>
          <Button disabled={hydrated && !valid} aria-describedby="save-why">
            {t('invite.save')}
          </Button>
        </div>
        <p id="save-why" className="text-sm text-muted">
          {hydrated && !valid ? t('invite.saveWhy') : ''}
        </p>
      </Form>
    </>
  )
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((field) =>
    field instanceof HTMLInputElement
      ? field.name !== '' && field.value !== field.defaultValue
      : field instanceof HTMLSelectElement &&
        [...field.options].some((each) => each.selected !== each.defaultSelected),
  )
}

function isValid(form: HTMLFormElement, dialCodes: DialCodeOptions<InviteDialCode>): boolean {
  const formData = new FormData(form)
  const values = {
    ...readInvite(formData),
    password: readFormText(formData, 'password'),
    confirmPassword: readFormText(formData, 'confirmPassword'),
  }
  return Object.keys(validate(values, allDialCodes(dialCodes))).length === 0
}
