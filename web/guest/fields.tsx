import { languages } from '#contract/languages.ts'
import { DialCode } from '../ui/form/dial-code.tsx'
import type { DialCodeOptions } from '../ui/form/dial-codes.ts'
import { Field, SelectField } from '../ui/form/field.tsx'
import { useText } from '../ui/text.tsx'

type Values = {
  firstname: string
  lastname: string
  countryCode: string
  mobile: string
}
/** Error texts by field name. */
type Errors = Partial<Record<string, string>>

/** The texts of each form with these fields. */
const labels = {
  onboarding: {
    firstname: 'onboarding.firstname',
    lastname: 'onboarding.lastname',
    dialCode: 'onboarding.dialCode',
    mobile: 'onboarding.mobile',
  },
  booking: {
    firstname: 'booking.firstname',
    lastname: 'booking.lastname',
    dialCode: 'booking.dialCode',
    mobile: 'booking.mobile',
  },
  magic: { dialCode: 'magic.dialCode', mobile: 'magic.mobile' },
} as const

type NameFieldsProps = {
  words?: 'onboarding' | 'booking'
  values: Partial<Pick<Values, 'firstname' | 'lastname'>>
  errors: Errors
}

/** First and last name of a guest. */
export function NameFields({ words = 'onboarding', values, errors }: NameFieldsProps) {
  const t = useText()
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      <Field
        name="firstname"
        label={t(labels[words].firstname)}
        error={errors.firstname}
        defaultValue={values.firstname}
        autoComplete="given-name"
        autoCapitalize="words"
        maxLength={50}
        required
      />
      <Field
        name="lastname"
        label={t(labels[words].lastname)}
        error={errors.lastname}
        defaultValue={values.lastname}
        autoComplete="family-name"
        autoCapitalize="words"
        maxLength={50}
        required
      />
    </div>
  )
}

type MobileFieldsProps = {
  words?: keyof typeof labels
  values: Pick<Values, 'countryCode'> & Partial<Pick<Values, 'mobile'>>
  errors: Errors
  dialCodes: DialCodeOptions
  hint?: string
  required?: boolean
}

/** Dial code and mobile number of a guest. */
export function MobileFields({
  words = 'onboarding',
  values,
  errors,
  dialCodes,
  hint,
  required = true,
}: MobileFieldsProps) {
  const t = useText()
  // Without scripts the dial code is a select of long names, which needs a whole line.
  return (
    <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-start gap-3 not-in-data-scripted:grid-cols-1 not-in-data-scripted:gap-5 sm:gap-5">
      <DialCode label={t(labels[words].dialCode)} dialCodes={dialCodes} value={values.countryCode} />
      <Field
        name="mobile"
        type="tel"
        label={t(labels[words].mobile)}
        hint={hint}
        error={errors.mobile}
        defaultValue={values.mobile}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={40}
        required={required}
      />
    </div>
  )
}

/** The preferred language of an account, one of `locales`. */
export function LanguageField({ value, locales }: { value: string; locales: readonly string[] }) {
  const t = useText()
  return (
    <SelectField
      name="preferredLanguage"
      label={t('onboarding.language')}
      hint={t('onboarding.languageHint')}
      defaultValue={value}
    >
      {languages
        .filter((one) => locales.includes(one.locale))
        .map((language) => (
          <option key={language.locale} value={language.locale} lang={language.locale}>
            {language.native}
          </option>
        ))}
    </SelectField>
  )
}
