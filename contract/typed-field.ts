import type { TextKey } from './text.ts'

/**
 * The label of each field that a guest, or who works there, types into, by its name without a number or id
 * (`from-1`); null: it is chosen rather than typed. Passwords and codes of messages are missing: they are
 * never sent back.
 */
const labels: Readonly<Record<string, TextKey | null>> = {
  address: 'onboarding.address',
  city: 'onboarding.city',
  count: 'newVisit.count',
  country: null,
  countryCode: null,
  date: null,
  deviceName: 'staffDevices.name',
  discountCode: 'checkout.discountCode',
  email: 'login.email',
  end: 'preference.end',
  firstName: 'onboarding.firstname',
  firstname: 'onboarding.firstname',
  from: 'preference.from',
  fromDate: null,
  fromTime: null,
  hoursDate: null,
  hoursFrom: null,
  hoursMember: null,
  hoursReason: 'staffAbsence.reason',
  hoursTo: null,
  kind: null,
  lastName: 'onboarding.lastname',
  lastname: 'onboarding.lastname',
  member: null,
  memberId: null,
  minutes: null,
  mobile: 'onboarding.mobile',
  name: 'profile.passkeyName',
  newEmail: 'changeEmail.newEmail',
  note: 'booking.note',
  over: 'staffPlace.overReason',
  pause: 'waitlist.pauseUntil',
  personName: 'staffPeople.name',
  phone: 'onboarding.mobile',
  postalCode: 'onboarding.postalcode',
  postalcode: 'onboarding.postalcode',
  preferredLanguage: null,
  q: 'guestSearch.label',
  quietFrom: null,
  quietUntil: null,
  reason: 'staffAbsence.reason',
  resetEmail: 'login.email',
  role: null,
  staffNote: 'newVisit.staffNote',
  text: 'staffVisit.newNote',
  time: null,
  until: 'preference.until',
  untilDate: null,
  untilTime: null,
  visitor: 'booking.visitor',
  weeks: null,
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
