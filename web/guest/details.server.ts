import * as v from 'valibot'
import { CallError } from '#contract/errors.ts'
import { UpdateGuest } from '#contract/guest/guest.ts'
import type { TextKey } from '#contract/text.ts'
import { isPlainText } from '#domain/plain-text.ts'
import { isPostalCode } from '#domain/postal-code.ts'
import { dialCodeOptions } from '../ui/form/dial-codes.server.ts'
import { readFormText } from '../request/form.ts'
import type { DialCodeOptions } from '../ui/form/dial-codes.ts'
import { reauthenticate, type GuestContext } from '../request/guard.ts'
import { checkContact, refusedFields } from './contact.server.ts'

/** The fields of the details form as submitted. */
export type DetailValues = Record<
  | 'firstname'
  | 'lastname'
  | 'countryCode'
  | 'mobile'
  | 'preferredLanguage'
  | 'address'
  | 'postalcode'
  | 'city',
  string
> &
  Record<'acceptTerms' | 'acceptMarketing' | 'notifyMail' | 'notifySms', boolean>
export type DetailErrors = Partial<Record<keyof DetailValues | 'form', TextKey>>

const YEAR_SECONDS = 31_536_000
const FORM_NAME = 'details'

/**
 * The form's initial values: saved details, else defaults of the tenant; restored values after a
 * reauthentication take precedence.
 */
export async function loadDetails(ctx: GuestContext): Promise<{
  values: DetailValues
  dialCodes: DialCodeOptions
  mobileVerified: boolean
  emailVerified: boolean
  /** The guest has not accepted the terms yet. */ asksTerms: boolean
  locales: readonly string[]
}> {
  const { call, brand, guest, language, locales } = ctx
  const saved = await call('getUser', { uid: guest.uid })
  const values = {
    firstname: saved.firstname,
    lastname: saved.lastname,
    countryCode: saved.countryCode ?? brand.countryCode,
    mobile: nationalNumber(saved.mobile, saved.dialCode),
    preferredLanguage: saved.preferredLanguage ?? language,
    address: saved.address ?? '',
    postalcode: saved.postalcode ?? '',
    city: saved.city ?? '',
    acceptTerms: false,
    acceptMarketing: saved.acceptMarketing,
    notifyMail: saved.notifications.mail,
    notifySms: saved.notifications.sms,
  }
  return {
    values: { ...values, ...(ctx.takeFormValues(FORM_NAME) as Partial<DetailValues> | null) },
    dialCodes: dialCodeOptions(ctx),
    mobileVerified: saved.mobileVerified,
    emailVerified: saved.emailVerified,
    asksTerms: !saved.acceptTerms,
    locales,
  }
}

const nationalNumber = (mobile: string | null, dialCode: string | null) =>
  dialCode && mobile?.startsWith(dialCode) ? mobile.slice(dialCode.length) : (mobile ?? '')

type SaveResult = { ok: true } | { ok: false; values: DetailValues; errors: DetailErrors; status: number }

/**
 * Validates and saves the form; on failure it returns the errors with the submitted values. Changing the
 * mobile number requires a recent sign-in.
 * @throws a redirect to sign-in that leads back to `page`, where the values are restored.
 */
export async function saveDetails(
  ctx: GuestContext,
  form: FormData,
  { first, page }: { first: boolean; page: string },
): Promise<SaveResult> {
  const values = readValues(form)
  const self = { uid: ctx.guest.uid }
  const asksTerms = first && !(await ctx.call('getUser', self)).acceptTerms
  const errors = validate(values, asksTerms, ctx.brand.countryCode)
  if (Object.keys(errors).length) return { ok: false, values, errors, status: 400 }
  const {
    firstname,
    lastname,
    mobile,
    countryCode,
    preferredLanguage,
    address,
    postalcode,
    city,
    acceptMarketing,
    notifyMail,
    notifySms,
  } = values
  const rest = first
    ? {
        preferredLanguage,
        notifications: { mail: notifyMail, sms: notifySms, push: false },
        acceptTerms: asksTerms,
        acceptMarketing,
      }
    : { address, postalcode, city }
  try {
    await ctx.call('updateUser', {
      ...self,
      firstname,
      lastname,
      mobile,
      countryCode,
      ...rest,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login')
      throw await reauthenticate(ctx, page, { form: FORM_NAME, values })
    return { ok: false, values, ...toFormErrors(error, values) }
  }
  // A language chosen here is as explicit as one chosen in the language menu.
  if (first && ctx.locales.some((one) => one === preferredLanguage))
    ctx.setLanguageCookie(preferredLanguage, YEAR_SECONDS)
  return { ok: true }
}

function readValues(form: FormData): DetailValues {
  const text = (name: string) => readFormText(form, name).trim()
  return {
    firstname: text('firstname'),
    lastname: text('lastname'),
    countryCode: text('countryCode'),
    mobile: text('mobile'),
    preferredLanguage: text('preferredLanguage'),
    address: text('address'),
    postalcode: text('postalcode'),
    city: text('city'),
    acceptTerms: form.has('acceptTerms'),
    acceptMarketing: form.has('acceptMarketing'),
    notifyMail: form.has('notifyMail'),
    notifySms: form.has('notifySms'),
  }
}

const addressFields = ['address', 'postalcode', 'city'] as const
const AddressSchema = v.pick(UpdateGuest, addressFields)

/** All errors at once: the call reports an invalid number only once the other fields are valid. */
function validate(values: DetailValues, asksTerms: boolean, country: string): DetailErrors {
  const fields = v.safeParse(AddressSchema, values).issues?.map((issue) => v.getDotPath(issue) ?? '') ?? []
  const { postalcode, countryCode } = values
  // An account's address names no country: it is in the salon's, or in the one of its number.
  const known = postalcode === '' || [country, countryCode].some((one) => isPostalCode(postalcode, one))
  return {
    ...(!known && { postalcode: 'onboarding.postalcodeWrong' }),
    ...refusedAddress(fields, values),
    ...checkContact('account', { ...values, email: '' }),
    ...(asksTerms && !values.acceptTerms && { acceptTerms: 'onboarding.termsMissing' }),
  }
}

/** The texts for parts of an address that the call refuses: what they contain, or else their length. */
const refusedAddress = (fields: readonly string[], values: DetailValues): DetailErrors =>
  Object.fromEntries(
    addressFields
      .filter((name) => fields.includes(name))
      .map((name) => [name, isPlainText(values[name]) ? 'onboarding.tooLong' : 'onboarding.notPlain']),
  )

function toFormErrors(
  { code, details }: CallError,
  values: DetailValues,
): { errors: DetailErrors; status: number } {
  if (code === 'guest/invalid-mobile') return { errors: { mobile: 'onboarding.mobileWrong' }, status: 400 }
  if (code !== 'request/invalid') return { errors: { form: 'onboarding.unavailable' }, status: 503 }
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  const errors = { ...refusedAddress(fields, values), ...refusedFields('account', fields, values) }
  return { errors: Object.keys(errors).length ? errors : { form: 'onboarding.unavailable' }, status: 400 }
}
