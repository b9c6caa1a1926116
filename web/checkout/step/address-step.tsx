import { useEffect, useState } from 'react'
import { useNavigation } from 'react-router'
import type { Receipt } from '#contract/shop/checkout.ts'
import { loginLink } from '#contract/links.ts'
import { addressErrors } from '#domain/checkout/address.ts'
import { isNumericPostalCode } from '#domain/postal-code.ts'
import { readFormText } from '#web/request/form.ts'
import { useRootData } from '#web/site/use-root-data.ts'
import { SubmitButton } from '#web/ui/button.tsx'
import type { DialCodeOptions } from '#web/ui/form/dial-codes.ts'
import { EmailField, Field, SelectField } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Link, textLinkClasses } from '#web/ui/link.tsx'
import { useText } from '#web/ui/text.tsx'
import {
  addressInputs,
  type AddressErrors,
  type AddressInput,
  type AddressValues,
  type CheckoutAnswer,
} from '../answer.ts'
import { Failure } from './notice.tsx'
import { addressErrorText, fieldLabel } from './problem-text.ts'
import { stepLink } from '../step-link.ts'
import { useCity } from './use-city.ts'

type AddressProps = {
  receipt: Receipt
  countries: DialCodeOptions
  /** Whether the guest wanted to open a later step, for which something is missing. */
  asked: boolean
  code: string
  /** Whether the next step has pickup locations. */
  pickup: boolean
  /** Whether the order can be collected from the tenant. */
  collect: boolean
  answer: CheckoutAnswer | undefined
}

/**
 * Step 1: who orders, and where to. Says all that is wrong at once; the first such field takes the focus, and
 * what is said of a field goes when it is no longer so.
 */
export function AddressStep({ receipt, countries, asked, code, pickup, collect, answer }: AddressProps) {
  const t = useText()
  const { brand, guest } = useRootData()
  const { formData } = useNavigation()
  const sent = answer?.about === 'address' ? answer : null
  const values = sent?.values ?? toValues(receipt)
  const [typed, setTyped] = useState(values)
  const told: AddressErrors = sent?.errors ?? (asked ? addressErrors(values) : {})
  const first = addressInputs.find((name) => told[name])
  const askForCity = useCity({ action: stepLink('address', code), pickup })
  useEffect(() => {
    if (first) document.getElementById(first)?.focus()
  }, [first, answer])
  const now: AddressErrors = addressErrors(typed)
  const errorOf = (name: AddressInput) => {
    const error = told[name]
    const stays = error === 'refused' ? typed[name].trim() === values[name] : now[name] === error
    return addressErrorText(t, name, stays ? error : undefined, typed.country)
  }
  const toField = (name: AddressInput) => ({
    name,
    label: fieldLabel(t, name),
    defaultValue: values[name],
    error: errorOf(name),
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
          setTyped(readValues(new FormData(event.currentTarget)))
        }}
      >
        {first && (
          // With scripts the field itself takes the focus.
          <ul className="unscripted rounded border-2 border-danger bg-danger-soft px-4 text-on-danger-soft">
            {addressInputs
              .filter((name) => errorOf(name))
              .map((name) => (
                <li key={name}>
                  <a
                    href={`#${name}`}
                    className="inline-flex min-h-11 items-center underline underline-offset-4"
                  >
                    {errorOf(name)}
                  </a>
                </li>
              ))}
          </ul>
        )}
        {answer?.about === 'unreached' && answer.intent === 'address' && (
          <Failure of={answer}>{t('checkout.unreached')}</Failure>
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
        <Field
          {...toField('address')}
          hint={collect ? t('checkout.addressHint') : undefined}
          autoComplete="street-address"
          maxLength={120}
        />
        <div className="grid grid-cols-[minmax(7rem,1fr)_2fr] items-start gap-3 sm:gap-5">
          <Field
            {...toField('postalCode')}
            autoComplete="postal-code"
            autoCapitalize="characters"
            inputMode={isNumericPostalCode(typed.country) ? 'numeric' : 'text'}
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
const toValues = ({ customerDetails }: Receipt): AddressValues =>
  mapInputs((name) => customerDetails?.[name] ?? '')

/** What is in the fields now. */
const readValues = (form: FormData): AddressValues => mapInputs((name) => readFormText(form, name))

const mapInputs = (toValue: (name: AddressInput) => string): AddressValues =>
  Object.fromEntries(addressInputs.map((name) => [name, toValue(name)])) as AddressValues
