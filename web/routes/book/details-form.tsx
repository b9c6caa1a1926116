import { useState } from 'react'
import { useNavigation } from 'react-router'
import { useText } from '#web/text.tsx'
import { SubmitButton } from '#web/ui/button.tsx'
import { DialCode } from '#web/ui/dial-code.tsx'
import type { Dials } from '#web/ui/dials.ts'
import { ErrorSummary, Field } from '#web/ui/field.tsx'
import { faultsOf, readDetails, type DetailFaults, type Details } from './guest-details.ts'
import { Link } from '#web/ui/link.tsx'

type DetailsFormProps = {
  values: Partial<Details>
  faults: DetailFaults | null
  dials: Dials
  countryCode: string
  signInTo: string
}

/** Who comes, for guests without an account. Quiet until it was sent once, then each field says when it is right. */
export function DetailsForm({ values, faults, dials, countryCode, signInTo }: DetailsFormProps) {
  const t = useText()
  const { state, formData } = useNavigation()
  const [mended, mend] = useState<{ of: DetailFaults | null; names: string[] }>({ of: faults, names: [] })
  const open = mended.of === faults ? mended.names : []
  // The summary stands as it was sent: it takes the focus whenever it changes.
  const summary = Object.fromEntries(Object.entries(faults ?? {}).map(([name, key]) => [name, t(key)]))
  const errors = Object.fromEntries(Object.entries(summary).filter(([name]) => !open.includes(name)))
  const recheck = (form: HTMLFormElement, name: string) => {
    if (!faults) return
    const details = readDetails(new FormData(form))
    const wrong = details !== null && name in faultsOf(details)
    mend({ of: faults, names: wrong ? open.filter((one) => one !== name) : [...new Set([...open, name])] })
  }
  const busy = state === 'submitting' && formData?.get('intent') === 'review'
  return (
    <div
      className="grid gap-5"
      onInput={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.form)
          recheck(event.target.form, event.target.name)
      }}
    >
      <p className="rounded-xl border border-line bg-surface px-4 py-2">
        {t('booking.haveAccount')}{' '}
        <Link
          to={`/login?to=${encodeURIComponent(signInTo)}`}
          className="inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4"
        >
          {t('booking.signIn')}
        </Link>
      </p>
      <ErrorSummary title={t('booking.mend')} errors={summary} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="firstname"
          label={t('booking.firstname')}
          error={errors.firstname}
          defaultValue={values.firstname}
          autoComplete="given-name"
          autoCapitalize="words"
          maxLength={50}
          required
        />
        <Field
          name="lastname"
          label={t('booking.lastname')}
          error={errors.lastname}
          defaultValue={values.lastname}
          autoComplete="family-name"
          autoCapitalize="words"
          maxLength={50}
          required
        />
      </div>
      <Field
        name="email"
        type="email"
        label={t('booking.email')}
        hint={t('booking.emailHint')}
        error={errors.email}
        defaultValue={values.email}
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
      />
      <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-start gap-3">
        <DialCode label={t('booking.dialCode')} dials={dials} value={values.countryCode || countryCode} />
        <Field
          name="mobile"
          type="tel"
          label={t('booking.mobile')}
          error={errors.mobile}
          defaultValue={values.mobile}
          autoComplete="tel-national"
          inputMode="tel"
          maxLength={40}
          required
        />
      </div>
      <SubmitButton name="intent" value="review" busy={busy} busyText={t('booking.busy')} wide>
        {t('booking.toReview')}
      </SubmitButton>
    </div>
  )
}
