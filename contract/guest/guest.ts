import * as v from 'valibot'
import type { ChannelChoices } from '#domain/notification/kinds.ts'
import type { QuietHours } from '#domain/notification/quiet-hours.ts'
import { isTimeZone } from '#domain/zone.ts'
import { guestName, id, locale, plainText, postalCode, trimmedText } from '../field/field-schemas.ts'

/**
 * The channels of each kind of notification. Those of reminders are the ones outside, as older clients send
 * them; a missing kind has its defaults.
 */
export type NotificationChoice = ChannelChoices & {
  /** Whether a live notification plays a sound. */
  sound?: boolean | undefined
  /** Null: none. */
  quiet?: QuietHours | null | undefined
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

const channels = { mail: v.boolean(), sms: v.boolean(), push: v.boolean() }
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/))
const Notifications = v.object({
  ...channels,
  booking: v.optional(v.object(channels)),
  waitlist: v.optional(v.object(channels)),
  sound: v.optional(v.boolean()),
  /** Times of day in the guest's zone between which push and text messages wait; null: none. */
  quiet: v.optional(v.nullable(v.object({ from: clock, until: clock }))),
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
  postalcode: v.optional(postalCode(0, 20)),
  preferredLanguage: v.optional(locale),
  acceptTerms: v.optional(v.boolean()),
  acceptMarketing: v.optional(v.boolean()),
  notifications: v.optional(Notifications),
  /** IANA name of the zone of the guest's browser. */
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone))),
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
  /** Whether the guest has accepted the terms that are in force. */
  acceptTerms: v.boolean(),
  notifications: Notifications,
  /** Null: the tenant's. */
  timeZone: v.nullable(v.string()),
  /** First name, last name and mobile are set. */
  detailsPresent: v.boolean(),
})
