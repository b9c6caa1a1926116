import type { ReactNode } from 'react'
import { postalCodeExample } from '#domain/postal-code.ts'
import { useRootData } from '../site/use-root-data.ts'
import { useText } from '../ui/text.tsx'
import type { DialCodeOptions } from '../ui/form/dial-codes.ts'
import { ErrorSummary, Field, Checkbox } from '../ui/form/field.tsx'
import { TermsLink } from '../ui/terms-link.tsx'
import { LanguageField, MobileFields, NameFields } from './fields.tsx'
import type { DetailErrors, DetailValues } from './details.server.ts'

type DetailsProps = {
  values: DetailValues
  errors: DetailErrors | undefined
  dialCodes: DialCodeOptions
  locales: readonly string[]
  /** The first time asks for consents, later ones for the address. */
  first: boolean
  asksTerms?: boolean
  /** Whether text messages can be chosen. */
  asksSms?: boolean
}

/**
 * The fields of a guest's details: for onboarding in three numbered parts, for the profile's contact page
 * without them.
 */
export function DetailsFields({
  values,
  errors = {},
  dialCodes,
  locales,
  first,
  asksTerms = false,
  asksSms = false,
}: DetailsProps) {
  const t = useText()
  const example = postalCodeExample(useRootData().brand.countryCode) ?? ''
  const errorTexts = Object.fromEntries(
    Object.entries(errors).map(([name, key]) => [name, t(key, { example })]),
  )
  const who = (
    <>
      <NameFields values={values} errors={errorTexts} />
      <MobileFields values={values} errors={errorTexts} dialCodes={dialCodes} />
    </>
  )
  return (
    <>
      <ErrorSummary title={t('onboarding.failedTitle')} errors={errorTexts} />
      {first ? (
        <Step number={1} title={t('onboarding.stepWho')}>
          {who}
        </Step>
      ) : (
        who
      )}
      {first && <Contact values={values} locales={locales} asksSms={asksSms} />}
      {first ? (
        <Consents values={values} error={errorTexts.acceptTerms} asksTerms={asksTerms} />
      ) : (
        <Address values={values} errors={errorTexts} />
      )}
    </>
  )
}

/** A numbered part of the onboarding form. */
const Step = ({ number, title, children }: { number: number; title: string; children: ReactNode }) => (
  <fieldset className="grid gap-5 border-t border-line pt-5 first-of-type:border-t-0 first-of-type:pt-0">
    <legend className="float-left mb-1 w-full text-xl font-medium">{`${number}. ${title}`}</legend>
    {children}
  </fieldset>
)

function Contact({ values, locales, asksSms }: Pick<DetailsProps, 'values' | 'locales' | 'asksSms'>) {
  const t = useText()
  return (
    <Step number={2} title={t('onboarding.stepTell')}>
      <LanguageField value={values.preferredLanguage} locales={locales} />
      <div role="group" aria-labelledby="reminders" className="grid gap-1">
        <p id="reminders" className="font-medium">
          {t('onboarding.reminders')}
        </p>
        <Checkbox name="notifyMail" label={t('onboarding.notifyMail')} defaultChecked={values.notifyMail} />
        {asksSms ? (
          <Checkbox name="notifySms" label={t('onboarding.notifySms')} defaultChecked={values.notifySms} />
        ) : (
          values.notifySms && <input type="hidden" name="notifySms" value="on" />
        )}
      </div>
    </Step>
  )
}

type ConsentsProps = { values: DetailValues; error: string | undefined; asksTerms: boolean }

function Consents({ values, error, asksTerms }: ConsentsProps) {
  const t = useText()
  return (
    <Step number={3} title={t('onboarding.stepAgree')}>
      <div className="grid gap-1">
        {asksTerms && (
          <>
            <Checkbox
              name="acceptTerms"
              label={t('onboarding.terms')}
              error={error}
              defaultChecked={values.acceptTerms}
              required
            />
            <div className="pl-9 text-sm">
              <TermsLink />
            </div>
          </>
        )}
        <Checkbox
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
