import * as v from 'valibot'
import { guestName, id, locale, plainText, trimmedText } from './field-schemas.ts'

/** The channels for notifications about the guest's own visits. */
export type NotificationChoice = {
  mail: boolean
  sms: boolean
  push: boolean
  /** Whether a live notification plays a sound. */
  sound?: boolean | undefined
}

/** The defaults. */
export const usualNotifications: NotificationChoice = { mail: true, sms: false, push: false }

/** The guest of a session. */
export type SignedInGuest = {
  uid: string
  firstname: string
  lastname: string
  email: string | null
  mobile: string | null
  avatar: string | null
  preferredLanguage: string | null
  countryCode: string | null
  /** First name, last name and mobile are set. */
  detailsPresent: boolean
  /**
   * Epoch ms at which a session of minutes ends, as after signing in with a code; null for a lasting session.
   */
  sessionEnds: number | null
}

const text = (max: number) => v.optional(plainText(0, max))

const Notifications = v.object({
  mail: v.boolean(),
  sms: v.boolean(),
  push: v.boolean(),
  sound: v.optional(v.boolean()),
})
export const GuestInput = v.object({ tenantId: id, uid: id })
/** Names of 2 to 50 characters; `mobile` as typed, with the selected dial code in `countryCode`. */
export const UpdateGuest = v.object({
  tenantId: id,
  uid: id,
  firstname: v.optional(guestName),
  lastname: v.optional(guestName),
  mobile: v.optional(trimmedText(0, 40)),
  countryCode: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))),
  address: text(200),
  city: text(100),
  postalcode: text(20),
  preferredLanguage: v.optional(locale),
  acceptTerms: v.optional(v.boolean()),
  acceptMarketing: v.optional(v.boolean()),
  notifications: v.optional(Notifications),
})
export const Guest = v.object({
  uid: v.string(),
  firstname: v.string(),
  lastname: v.string(),
  email: v.nullable(v.string()),
  avatar: v.nullable(v.string()),
  mobile: v.nullable(v.string()),
  countryCode: v.nullable(v.string()),
  dialCode: v.nullable(v.string()),
  address: v.nullable(v.string()),
  city: v.nullable(v.string()),
  postalcode: v.nullable(v.string()),
  preferredLanguage: v.nullable(v.string()),
  /** Whether the number, or the e-mail address, is verified. */
  mobileVerified: v.boolean(),
  emailVerified: v.boolean(),
  acceptMarketing: v.boolean(),
  notifications: Notifications,
  /** First name, last name and mobile are set. */
  detailsPresent: v.boolean(),
})

/** `token`: from the unsubscribe link of a reminder. */
export const StopReminders = v.object({
  tenantId: v.optional(id),
  token: v.pipe(v.string(), v.maxLength(400)),
})
export const RemindersStopped = v.object({ success: v.literal(true) })
