import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { languages } from '#contract/languages.ts'
import { useText } from '#web/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { DialCode } from '#web/ui/dial-code.tsx'
import { allDials, type Dials } from '#web/ui/dials.ts'
import { ErrorSummary, Field, SelectField } from '#web/ui/field.tsx'
import { useReady } from '#web/ui/ready.ts'
import { TermsLink } from '#web/ui/terms-link.tsx'
import { textOf } from '#web/form.ts'
import { PasswordField } from '../sign-in/password-field.tsx'
import { InviteFailure } from './failure.tsx'
import { faultsOf, type InviteDial, type InviteValues } from './rules.ts'
import { Form } from '#web/ui/form.tsx'
import type { Refused } from './save-invite.ts'

type InviteFormProps = {
  values: InviteValues
  dials: Dials<InviteDial>
  locales: readonly string[]
  company: string
  floor: number
  answer: Refused | null
}

/** Who the new guest is. Save waits until all is right, Cancel until something is changed; Enter saves and Escape cancels. */
export function InviteForm({ values: first, dials, locales, company, floor, answer }: InviteFormProps) {
  const t = useText()
  const ready = useReady()
  const ref = useRef<HTMLFormElement>(null)
  const [{ changed, valid }, setLook] = useState({ changed: false, valid: false })
  const look = () => {
    if (ref.current) setLook({ changed: isChanged(ref.current), valid: isValid(ref.current, dials) })
  }
  // What the browser has filled in or kept counts too, before the buttons learn that scripts run.
  useLayoutEffect(look, [answer, dials])
  const values = answer?.values ?? first
  const errors = Object.fromEntries(
    Object.entries(answer?.errors ?? {}).map(([name, key]) => [name, t(key, { floor })]),
  )
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && changed) ref.current?.reset()
  }
  return (
    <>
      <InviteFailure failure={answer?.failure ?? null} />
      {/* A form is where keys act, whatever field they are pressed in. */}
      <Form
        ref={ref}
        method="post"
        noValidate
        onInput={look}
        onReset={() => setTimeout(look)}
        onKeyDown={escape}
        className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-8"
      >
        <ErrorSummary title={t('onboarding.failedTitle')} errors={answer ? errors : undefined} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            name="firstname"
            label={t('onboarding.firstname')}
            error={errors.firstname}
            defaultValue={values.firstname}
            autoComplete="given-name"
            maxLength={50}
            required
          />
          <Field
            name="lastname"
            label={t('onboarding.lastname')}
            error={errors.lastname}
            defaultValue={values.lastname}
            autoComplete="family-name"
            maxLength={50}
            required
          />
        </div>
        <Field
          name="email"
          type="email"
          label={t('login.email')}
          error={errors.email}
          defaultValue={values.email}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={50}
          required
        />
        <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-start gap-3 sm:gap-5">
          <DialCode label={t('onboarding.dialCode')} dials={dials} value={values.countryCode} />
          <Field
            name="mobile"
            type="tel"
            label={t('onboarding.mobile')}
            error={errors.mobile}
            defaultValue={values.mobile}
            autoComplete="tel-national"
            inputMode="tel"
            maxLength={40}
            required
          />
        </div>
        <SelectField
          name="preferredLanguage"
          label={t('onboarding.language')}
          hint={t('onboarding.languageHint')}
          defaultValue={values.preferredLanguage}
        >
          {languages
            .filter((one) => locales.includes(one.locale))
            .map((one) => (
              <option key={one.locale} value={one.locale} lang={one.locale}>
                {one.native}
              </option>
            ))}
        </SelectField>
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
          <Button type="reset" tone="secondary" disabled={ready && !changed}>
            {t('invite.cancel')}
          </Button>
          <Button disabled={ready && !valid} aria-describedby="save-why">
            {t('invite.save')}
          </Button>
        </div>
        <p id="save-why" className="text-sm text-muted">
          {ready && !valid ? t('invite.saveWhy') : ''}
        </p>
      </Form>
    </>
  )
}

function isChanged(form: HTMLFormElement): boolean {
  return [...form.elements].some((one) =>
    one instanceof HTMLInputElement
      ? one.name !== '' && one.value !== one.defaultValue
      : one instanceof HTMLSelectElement &&
        [...one.options].some((each) => each.selected !== each.defaultSelected),
  )
}

function isValid(form: HTMLFormElement, dials: Dials<InviteDial>): boolean {
  const told = new FormData(form)
  const text = (name: string) => textOf(told, name)
  const values = {
    firstname: text('firstname'),
    lastname: text('lastname'),
    email: text('email'),
    countryCode: text('countryCode'),
    mobile: text('mobile'),
    preferredLanguage: text('preferredLanguage'),
    password: text('password'),
    confirmPassword: text('confirmPassword'),
  }
  return (
    Object.keys(
      faultsOf(
        values,
        allDials(dials).find(({ code }) => code === values.countryCode),
      ),
    ).length === 0
  )
}
