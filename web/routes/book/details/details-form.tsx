import { useState } from 'react'
import { loginLink } from '#contract/links.ts'
import { useText } from '#web/ui/text.tsx'
import { contactErrors, readContact, type Contact, type ContactErrors } from '#web/guest/contact.ts'
import { MobileFields, NameFields } from '#web/guest/fields.tsx'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { EmailField, ErrorSummary } from '#web/ui/form/field.tsx'
import type { ExtrasErrors } from './visit-extras.tsx'
import { Link } from '#web/ui/link.tsx'

type DetailsFormProps = {
  values: Partial<Contact>
  errors: (ContactErrors & ExtrasErrors) | null
  dialCodes: DialCodeOptions
  countryCode: string
  /** Whether the time is held: only then it stays so while the guest signs in. */ held: boolean
  signInTo: string
  /** Whether the address is the guest's for sure, and stays. */ proven: boolean
}

/**
 * The details of a guest without an account. Fields show errors after the first submit, and clear them as
 * they become valid.
 */
export function DetailsForm({
  values,
  errors: submitErrors,
  dialCodes,
  countryCode,
  held,
  signInTo,
  proven,
}: DetailsFormProps) {
  const t = useText()
  const [corrected, setCorrected] = useState<{ of: ContactErrors | null; names: string[] }>({
    of: submitErrors,
    names: [],
  })
  const open = corrected.of === submitErrors ? corrected.names : []
  // The summary does not change with the fields: it takes the focus whenever it changes.
  const summary = Object.fromEntries(Object.entries(submitErrors ?? {}).map(([name, key]) => [name, t(key)]))
  const errors = Object.fromEntries(Object.entries(summary).filter(([name]) => !open.includes(name)))
  const recheck = (form: HTMLFormElement, name: string) => {
    if (!submitErrors) return
    const wrong = name in contactErrors('booking', readContact(new FormData(form)))
    setCorrected({
      of: submitErrors,
      names: wrong ? open.filter((one) => one !== name) : [...new Set([...open, name])],
    })
  }
  return (
    <div
      className="grid gap-5"
      onInput={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.form)
          recheck(event.target.form, event.target.name)
      }}
    >
      <p className="rounded-xl border border-line bg-surface px-4 py-2">
        <span>{t('booking.haveAccount')}</span>{' '}
        <Link
          to={loginLink({ to: signInTo })}
          className="inline-flex min-h-11 items-center font-medium text-brand-text underline underline-offset-4"
        >
          {t(held ? 'booking.signIn' : 'book.signIn')}
        </Link>
      </p>
      <ErrorSummary title={t('booking.mend')} errors={summary} />
      <NameFields words="booking" values={values} errors={errors} />
      <EmailField
        label={t('booking.email')}
        hint={t('booking.emailHint')}
        error={errors.email}
        defaultValue={values.email}
        maxLength={254}
        readOnly={proven}
        required
      />
      <MobileFields
        words="booking"
        values={{ ...values, countryCode: values.countryCode || countryCode }}
        errors={errors}
        dialCodes={dialCodes}
      />
    </div>
  )
}
