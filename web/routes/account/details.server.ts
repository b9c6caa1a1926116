import * as v from 'valibot'
import { findCountry } from '#contract/countries.ts'
import { CallError } from '#contract/errors.ts'
import { UpdateGuest } from '#contract/guest.ts'
import type { TextKey } from '#contract/text.ts'
import { normalizeMobile } from '#domain/phone.ts'
import { dialsOf } from '#web/dials.server.ts'
import { textOf } from '#web/form.ts'
import type { Dials } from '#web/ui/dials.ts'
import type { GuestScope } from './guard.ts'
import { signInAgain } from './sign-in-again.ts'

/** The fields of the details form, as they were written. */
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

const YEAR = 31_536_000
const TYPED = 'details'

/** What the form shows first: what is known of the guest, else what their salon's guests mostly are. */
export async function loadDetails(
  scope: GuestScope,
): Promise<{ values: DetailValues; dials: Dials; mobileVerified: boolean; locales: readonly string[] }> {
  const { call, brand, guest, language, locales } = scope
  const known = await call('getUser', { tenantId: brand.tenantId, uid: guest.uid })
  const values = {
    firstname: known.firstname,
    lastname: known.lastname,
    countryCode: known.countryCode ?? brand.countryCode,
    mobile: national(known.mobile, known.dialCode),
    preferredLanguage: known.preferredLanguage ?? language,
    address: known.address ?? '',
    postalcode: known.postalcode ?? '',
    city: known.city ?? '',
    acceptTerms: false,
    acceptMarketing: known.acceptMarketing,
    notifyMail: known.notifications.mail,
    notifySms: known.notifications.sms,
  }
  return {
    values: { ...values, ...(scope.takeTyped(TYPED) as Partial<DetailValues> | null) },
    dials: dialsOf(scope),
    mobileVerified: known.mobileVerified,
    locales,
  }
}

const national = (mobile: string | null, dialCode: string | null) =>
  dialCode && mobile?.startsWith(dialCode) ? mobile.slice(dialCode.length) : (mobile ?? '')

type Saved = { ok: true } | { ok: false; values: DetailValues; errors: DetailErrors; status: number }

/**
 * Checks and saves the form; what is wrong comes back beside what was written. Another number wants a fresh sign-in: the guest is sent
 * to one, and comes back to `page` with all that was written. @throws that redirect.
 */
export async function saveDetails(
  scope: GuestScope,
  form: FormData,
  { first, page }: { first: boolean; page: string },
): Promise<Saved> {
  const values = valuesOf(form)
  const errors = faultsOf(values, first)
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
        acceptTerms: true,
        acceptMarketing,
      }
    : { address, postalcode, city }
  try {
    await scope.call('updateUser', {
      tenantId: scope.brand.tenantId,
      uid: scope.guest.uid,
      firstname,
      lastname,
      mobile,
      countryCode,
      ...rest,
    })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    if (error.code === 'auth/requires-recent-login')
      throw await signInAgain(scope, page, { form: TYPED, values })
    return { ok: false, values, ...refusalOf(error) }
  }
  // The language that a guest names here is as explicit as one from the menu.
  if (first && scope.locales.some((one) => one === preferredLanguage))
    scope.keepLanguage(preferredLanguage, YEAR)
  return { ok: true }
}

function valuesOf(form: FormData): DetailValues {
  const text = (name: string) => textOf(form, name).trim()
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

const fieldFaults: Partial<Record<string, DetailErrors>> = {
  firstname: { firstname: 'onboarding.firstnameWrong' },
  lastname: { lastname: 'onboarding.lastnameWrong' },
  mobile: { mobile: 'onboarding.mobileWrong' },
  countryCode: { mobile: 'onboarding.mobileWrong' },
  address: { address: 'onboarding.tooLong' },
  postalcode: { postalcode: 'onboarding.tooLong' },
  city: { city: 'onboarding.tooLong' },
}

const callable = (mobile: string, countryCode: string) =>
  normalizeMobile(mobile, countryCode, findCountry(countryCode)?.dial_code).ok
const Told = v.pick(UpdateGuest, [
  'firstname',
  'lastname',
  'mobile',
  'countryCode',
  'address',
  'postalcode',
  'city',
])

/** All that is wrong, at once: the call would tell of the number only once everything else is right. */
function faultsOf(values: DetailValues, first: boolean): DetailErrors {
  const { mobile, countryCode, acceptTerms } = values
  const fields = v.safeParse(Told, values).issues?.map((issue) => v.getDotPath(issue) ?? '') ?? []
  return {
    ...faultsIn(fields),
    ...(!mobile
      ? { mobile: 'onboarding.mobileMissing' }
      : !callable(mobile, countryCode) && { mobile: 'onboarding.mobileWrong' }),
    ...(first && !acceptTerms && { acceptTerms: 'onboarding.termsMissing' }),
  }
}

const faultsIn = (fields: readonly string[]): DetailErrors =>
  Object.assign({}, ...fields.map((name) => fieldFaults[name] ?? {})) as DetailErrors

function refusalOf({ code, details }: CallError): { errors: DetailErrors; status: number } {
  if (code === 'guest/invalid-mobile') return { errors: { mobile: 'onboarding.mobileWrong' }, status: 400 }
  if (code !== 'request/invalid') return { errors: { form: 'onboarding.unavailable' }, status: 503 }
  const fields = (details as { fields?: string[] } | undefined)?.fields ?? []
  const errors = faultsIn(fields)
  return { errors: Object.keys(errors).length ? errors : { form: 'onboarding.unavailable' }, status: 400 }
}
