import type { ReactNode } from 'react'
import { languages } from '#contract/languages.ts'
import { useText } from '#web/text.tsx'
import { DialCode } from '#web/ui/dial-code.tsx'
import type { Dials } from '#web/ui/dials.ts'
import { ErrorSummary, Field, SelectField, Tick } from '#web/ui/field.tsx'
import { TermsLink } from '#web/ui/terms-link.tsx'
import type { DetailErrors, DetailValues } from './details.server.ts'

type DetailsProps = {
  values: DetailValues
  errors: DetailErrors | undefined
  dials: Dials
  locales: readonly string[]
  /** The first time asks for consents, later ones for the address. */
  first: boolean
}

/** Who a guest is: the fields of onboarding, in three short steps on one page, and of the profile's contact part. */
export function DetailsFields({ values, errors = {}, dials, locales, first }: DetailsProps) {
  const t = useText()
  const told = Object.fromEntries(Object.entries(errors).map(([name, key]) => [name, t(key)]))
  const name = (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field
        name="firstname"
        label={t('onboarding.firstname')}
        error={told.firstname}
        defaultValue={values.firstname}
        autoComplete="given-name"
        maxLength={50}
        required
      />
      <Field
        name="lastname"
        label={t('onboarding.lastname')}
        error={told.lastname}
        defaultValue={values.lastname}
        autoComplete="family-name"
        maxLength={50}
        required
      />
    </div>
  )
  return (
    <>
      <ErrorSummary title={t('onboarding.failedTitle')} errors={told} />
      {first ? (
        <Step number={1} title={t('onboarding.stepWho')}>
          {name}
          <Mobile values={values} error={told.mobile} dials={dials} />
        </Step>
      ) : (
        <>
          {name}
          <Mobile values={values} error={told.mobile} dials={dials} />
        </>
      )}
      {first && <Reach values={values} locales={locales} />}
      {first ? (
        <Consents values={values} error={told.acceptTerms} />
      ) : (
        <Address values={values} errors={told} />
      )}
    </>
  )
}

/** A part of the first form, with its number. */
const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <fieldset className="grid gap-5 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0">
    <legend className="float-left mb-1 w-full text-xl font-medium">{`${number}. ${title}`}</legend>
    {children}
  </fieldset>
)

function Reach({ values, locales }: { values: DetailValues; locales: readonly string[] }) {
  const t = useText()
  return (
    <Step number={2} title={t('onboarding.stepTell')}>
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
      <div role="group" aria-labelledby="reminders" className="grid gap-1">
        <p id="reminders" className="font-medium">
          {t('onboarding.reminders')}
        </p>
        <Tick name="notifyMail" label={t('onboarding.notifyMail')} defaultChecked={values.notifyMail} />
        <Tick name="notifySms" label={t('onboarding.notifySms')} defaultChecked={values.notifySms} />
      </div>
    </Step>
  )
}

function Mobile({ values, error, dials }: { values: DetailValues; error: string | undefined; dials: Dials }) {
  const t = useText()
  return (
    <div className="grid grid-cols-[minmax(0,7.5rem)_minmax(0,1fr)] items-start gap-3 sm:gap-5">
      <DialCode label={t('onboarding.dialCode')} dials={dials} value={values.countryCode} />
      <Field
        name="mobile"
        type="tel"
        label={t('onboarding.mobile')}
        error={error}
        defaultValue={values.mobile}
        autoComplete="tel-national"
        inputMode="tel"
        maxLength={40}
        required
      />
    </div>
  )
}

function Consents({ values, error }: { values: DetailValues; error: string | undefined }) {
  const t = useText()
  return (
    <Step number={3} title={t('onboarding.stepAgree')}>
      <div className="grid gap-1">
        <Tick
          name="acceptTerms"
          label={t('onboarding.terms')}
          error={error}
          defaultChecked={values.acceptTerms}
          required
        />
        <div className="pl-9 text-sm">
          <TermsLink />
        </div>
        <Tick
          name="acceptMarketing"
          label={t('onboarding.marketing')}
          defaultChecked={values.acceptMarketing}
        />
      </div>
    </Step>
  )
}

function Address({ values, errors }: { values: DetailValues; errors: Record<string, string> }) {
  const t = useText()
  return (
    <fieldset className="grid gap-5 border-t border-line pt-5">
      <legend className="sr-only">{t('onboarding.addressLegend')}</legend>
      <Field
        name="address"
        label={t('onboarding.address')}
        error={errors.address}
        defaultValue={values.address}
        autoComplete="street-address"
        maxLength={200}
      />
      <div className="grid grid-cols-[minmax(7rem,1fr)_2fr] gap-3 sm:gap-5">
        <Field
          name="postalcode"
          label={t('onboarding.postalcode')}
          error={errors.postalcode}
          defaultValue={values.postalcode}
          autoComplete="postal-code"
          maxLength={20}
        />
        <Field
          name="city"
          label={t('onboarding.city')}
          error={errors.city}
          defaultValue={values.city}
          autoComplete="address-level2"
          maxLength={100}
        />
      </div>
    </fieldset>
  )
}
