import { languages } from '#contract/languages.ts'
import { DialCode } from '../ui/dial-code.tsx'
import type { DialCodeOptions } from '../ui/dial-codes.ts'
import { Field, SelectField } from '../ui/field.tsx'
import { useText } from '../ui/text.tsx'

type Values = {
  firstname: string
  lastname: string
  countryCode: string
  mobile: string
}
/** Error texts by field name. */
type Errors = Partial<Record<string, string>>

/** First and last name of an account. */
export function NameFields({
  values,
  errors,
}: {
  values: Pick<Values, 'firstname' | 'lastname'>
  errors: Errors
}) {
  const t = useText()
  return (
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
  )
}

type MobileFieldsProps = {
  values: Pick<Values, 'countryCode' | 'mobile'>
  errors: Errors
  dialCodes: DialCodeOptions
}

/** Dial code and mobile number of an account. */
export function MobileFields({ values, errors, dialCodes }: MobileFieldsProps) {
  const t = useText()
  return (
    <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-start gap-3 sm:gap-5">
      <DialCode label={t('onboarding.dialCode')} dialCodes={dialCodes} value={values.countryCode} />
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
        .map((one) => (
          <option key={one.locale} value={one.locale} lang={one.locale}>
            {one.native}
          </option>
        ))}
    </SelectField>
  )
}
