import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Receipt } from '#contract/shop/checkout.ts'
import { loginLink } from '#contract/links.ts'
import { readFormText } from '#web/request/form.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { EmailField, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import {
  addressFields,
  type AddressField,
  type AddressValues,
  type CheckoutAnswer,
  type Problem,
} from '../answer.ts'
import { fieldLabel, problemText } from './problem-text.ts'
import { stepLink } from './step-link.ts'
import { useCity } from './use-city.ts'

type AddressProps = {
  receipt: Receipt
  countries: DialCodeOptions
  /** What the step lacks, where the guest wanted to open a later one. */
  problem: Problem | null
  code: string
  /** Whether the next step has pickup locations. */
  pickup: boolean
  answer: CheckoutAnswer | undefined
}

/** Step 1: who orders, and where to. Names the first empty field, which takes the focus. */
export function AddressStep({ receipt, countries, problem: asked, code, pickup, answer }: AddressProps) {
  const t = useText()
  const { brand, guest } = useRootData()
  const { formData } = useNavigation()
  const sent = answer?.about === 'step' ? answer : null
  const values = sent?.values ?? toValues(receipt)
  const problem = sent?.problem ?? asked
  const wrong = problem?.problem === 'field' ? problem.field : null
  const askForCity = useCity({ action: stepLink('address', code), pickup })
  const [mended, setMended] = useState<Problem | null>(null)
  useEffect(() => {
    if (wrong) document.getElementById(wrong)?.focus()
  }, [wrong, answer])
  const toField = (name: AddressField) => ({
    name,
    label: fieldLabel(t, name),
    defaultValue: values[name],
    error: problem && wrong === name && mended !== problem ? problemText(t, problem, values) : undefined,
    required: true,
  })
  return (
    <div className="grid max-w-[36rem] gap-6">
      {brand.signIn && !guest && (
        <p className="rounded-xl border border-line bg-surface px-4 py-2">
          <span>{t('checkout.haveAccount')}</span>{' '}
          <Link to={loginLink({ to: stepLink('address', code) })} className={textLinkClasses}>
            {t('checkout.signIn')}
          </Link>
        </p>
      )}
      <Form
        method="post"
        action={stepLink('address', code)}
        noValidate
        className="grid gap-5"
        onInput={(event) => {
          askForCity(event)
          const { target } = event
          if (wrong && target instanceof HTMLInputElement && target.name === wrong && target.value.trim())
            setMended(problem)
        }}
      >
        {problem && wrong && (
          // With scripts the field itself takes the focus.
          <p className="unscripted rounded border-2 border-danger bg-danger-soft px-4 text-on-danger-soft">
            <a href={`#${wrong}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
              {problemText(t, problem, values)}
            </a>
          </p>
        )}
        <input type="hidden" name="intent" value="address" />
        <input type="hidden" name="receipt" value={receipt.id} />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field {...toField('firstName')} autoComplete="given-name" autoCapitalize="words" maxLength={80} />
          <Field {...toField('lastName')} autoComplete="family-name" autoCapitalize="words" maxLength={80} />
        </div>
        <EmailField {...toField('email')} hint={t('checkout.emailHint')} maxLength={254} />
        <Field
          {...toField('phone')}
          type="tel"
          hint={t('checkout.phoneHint')}
          autoComplete="tel"
          inputMode="tel"
          maxLength={32}
        />
        <Field {...toField('address')} autoComplete="street-address" maxLength={120} />
        <div className="grid grid-cols-[minmax(7rem,1fr)_2fr] items-start gap-3 sm:gap-5">
          <Field
            {...toField('postalCode')}
            autoComplete="postal-code"
            autoCapitalize="characters"
            // Many countries have letters in them.
            inputMode={values.country === 'DK' ? 'numeric' : 'text'}
            maxLength={16}
          />
          <Field {...toField('city')} autoComplete="address-level2" maxLength={80} />
        </div>
        <CountryField {...toField('country')} countries={countries} />
        <SubmitButton
          busy={formData ? readFormText(formData, 'intent') === 'address' : false}
          busyText={t('checkout.saving')}
          wide
        >
          {t('checkout.continue')}
        </SubmitButton>
      </Form>
    </div>
  )
}

type CountryProps = { name: string; label: string; defaultValue: string; countries: DialCodeOptions }

const CountryField = ({ countries: { near, rest }, ...field }: CountryProps) => (
  <SelectField {...field} autoComplete="country">
    {near.map(option)}
    <hr />
    {rest.map(option)}
  </SelectField>
)

const option = ({ code, name }: DialCodeOptions['near'][number]) => (
  <option key={code} value={code}>
    {name}
  </option>
)

/** The stored details as field values. */
function toValues({ customerDetails }: Receipt): AddressValues {
  return Object.fromEntries(
    addressFields.map((name) => [name, customerDetails?.[name] ?? '']),
  ) as AddressValues
}
