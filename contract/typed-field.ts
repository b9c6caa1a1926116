import type { TextKey } from './text.ts'

/**
 * The label of each field that a guest types into, by its name without a number or id (`from-1`); null: it is
 * chosen rather than typed. Passwords and codes of messages are missing: they are never sent back.
 */
const labels: Readonly<Record<string, TextKey | null>> = {
  address: 'onboarding.address',
  city: 'onboarding.city',
  country: null,
  countryCode: null,
  discountCode: 'checkout.discountCode',
  email: 'login.email',
  end: 'preference.end',
  firstName: 'onboarding.firstname',
  firstname: 'onboarding.firstname',
  from: 'preference.from',
  lastName: 'onboarding.lastname',
  lastname: 'onboarding.lastname',
  mobile: 'onboarding.mobile',
  name: 'profile.passkeyName',
  newEmail: 'changeEmail.newEmail',
  note: 'booking.note',
  pause: 'waitlist.pauseUntil',
  phone: 'onboarding.mobile',
  postalCode: 'onboarding.postalcode',
  postalcode: 'onboarding.postalcode',
  preferredLanguage: null,
  quietFrom: null,
  quietUntil: null,
  resetEmail: 'login.email',
  until: 'preference.until',
  visitor: 'booking.visitor',
  word: 'profile.delete',
}

const keyOf = (name: string): string => name.replace(/-.*$/, '')

/** Whether a guest types or chooses the value of a field with this name. */
export const isTypedField = (name: string): boolean => Object.hasOwn(labels, keyOf(name))

/** The label of a field that is typed into; null of every other field. */
export const typedLabel = (name: string): TextKey | null =>
  isTypedField(name) ? (labels[keyOf(name)] ?? null) : null

/** What a guest typed into a form and chose in it, by field, without empty fields. */
export const typedTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries(
    [...form].filter(
      (field): field is [string, string] =>
        typeof field[1] === 'string' && field[1].trim() !== '' && isTypedField(field[0]),
    ),
  )
