import { languages } from '#contract/languages.ts'
import { useText } from '#web/text.tsx'
import { ErrorSummary, Field, SelectField, Tick } from '#web/ui/field.tsx'
import type { DetailErrors, DetailValues, Dial } from './details.ts'

type DetailsProps = {
  values: DetailValues
  errors: DetailErrors | undefined
  dials: { near: Dial[]; all: Dial[] }
  locales: readonly string[]
  /** The first time asks for consents, later ones for the address. */
  first: boolean
}

/** Who a guest is: the fields of onboarding and profile. */
export function DetailsFields({ values, errors = {}, dials, locales, first }: DetailsProps) {
  const t = useText()
  const told = Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, t(key)]))
  return (
    <>
      <ErrorSummary title={t('onboarding.failedTitle')} errors={told} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field name="firstname" label={t('onboarding.firstname')} error={told.firstname} defaultValue={values.firstname} autoComplete="given-name" maxLength={50} required />
        <Field name="lastname" label={t('onboarding.lastname')} error={told.lastname} defaultValue={values.lastname} autoComplete="family-name" maxLength={50} required />
      </div>
      <Mobile values={values} error={told.mobile} dials={dials} />
      <SelectField name="preferredLanguage" label={t('onboarding.language')} hint={t('onboarding.languageHint')} defaultValue={values.preferredLanguage}>
        {languages.filter((one) => locales.includes(one.locale)).map((one) => <option key={one.locale} value={one.locale} lang={one.locale}>{one.native}</option>)}
      </SelectField>
      {first ? <Consents values={values} error={told.acceptTerms} /> : <Address values={values} errors={told} />}
    </>
  )
}

const option = ({ code, name, dial_code }: Dial) => <option key={code} value={code}>{`${name} (${dial_code})`}</option>

/** The dial code is a plain list, so that it works without scripts; what is pasted with its dial code is understood too. */
function Mobile({ values, error, dials: { near, all } }: { values: DetailValues; error: string | undefined; dials: DetailsProps['dials'] }) {
  const t = useText()
  const rest = all.filter((one) => !near.some((known) => known.code === one.code))
  return (
    <div className="grid grid-cols-2 items-start gap-3 sm:gap-5">
      <SelectField name="countryCode" label={t('onboarding.dialCode')} defaultValue={values.countryCode} autoComplete="tel-country-code">
        <optgroup label={t('onboarding.nearCountries')}>{near.map(option)}</optgroup>
        <optgroup label={t('onboarding.allCountries')}>{rest.map(option)}</optgroup>
      </SelectField>
      <Field name="mobile" type="tel" label={t('onboarding.mobile')} error={error} defaultValue={values.mobile} autoComplete="tel-national" inputMode="tel" maxLength={40} required />
    </div>
  )
}

function Consents({ values, error }: { values: DetailValues; error: string | undefined }) {
  const t = useText()
  return (
    <fieldset className="grid gap-1 border-t border-line pt-4">
      <legend className="sr-only">{t('onboarding.consents')}</legend>
      <Tick name="acceptTerms" label={t('onboarding.terms')} error={error} defaultChecked={values.acceptTerms} required />
      <Tick name="acceptMarketing" label={t('onboarding.marketing')} defaultChecked={values.acceptMarketing} />
    </fieldset>
  )
}

function Address({ values, errors }: { values: DetailValues; errors: Record<string, string> }) {
  const t = useText()
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">{t('onboarding.addressLegend')}</legend>
      <Field name="address" label={t('onboarding.address')} error={errors.address} defaultValue={values.address} autoComplete="street-address" maxLength={200} />
      <div className="grid grid-cols-[minmax(7rem,1fr)_2fr] gap-3 sm:gap-5">
        <Field name="postalcode" label={t('onboarding.postalcode')} error={errors.postalcode} defaultValue={values.postalcode} autoComplete="postal-code" maxLength={20} />
        <Field name="city" label={t('onboarding.city')} error={errors.city} defaultValue={values.city} autoComplete="address-level2" maxLength={100} />
      </div>
    </fieldset>
  )
}
