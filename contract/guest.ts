import * as v from 'valibot'
import { id, locale, plainWords, words } from './shape.ts'

/** The channels by which a guest is told of own visits. */
export type NotificationChoice = {
  mail: boolean
  sms: boolean
  push: boolean
  /** Whether what is told in passing makes a sound. */ sound?: boolean | undefined
}

/** What holds for a guest who has not chosen. */
export const usualNotifications: NotificationChoice = { mail: true, sms: false, push: false }

/** Whom a session speaks for. */
export type SignedInGuest = {
  uid: string
  firstname: string
  lastname: string
  email: string | null
  mobile: string | null
  avatar: string | null
  preferredLanguage: string | null
  countryCode: string | null
  /** First name, last name and mobile are there. */
  detailsPresent: boolean
  /** When the session ends (epoch ms) where that is a matter of minutes, as after typing a code; null for one that goes on. */
  sessionEnds: number | null
}

const text = (max: number) => v.optional(plainWords(0, max))

const Notifications = v.object({
  mail: v.boolean(),
  sms: v.boolean(),
  push: v.boolean(),
  sound: v.optional(v.boolean()),
})
export const OfGuest = v.object({ tenantId: id, uid: id })
/** Names of 2 to 50 characters; `mobile` as typed, with the dial code chosen beside it. */
export const UpdateGuest = v.object({
  tenantId: id,
  uid: id,
  firstname: v.optional(plainWords(2, 50)),
  lastname: v.optional(plainWords(2, 50)),
  mobile: v.optional(words(0, 40)),
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
  /** Whether the number, or the address, has been shown to be the guest's own. */
  mobileVerified: v.boolean(),
  emailVerified: v.boolean(),
  acceptMarketing: v.boolean(),
  notifications: Notifications,
  /** False until first name, last name and mobile are there. */
  detailsPresent: v.boolean(),
})

/** `token` is what the link under a reminder carries. */
export const StopReminders = v.object({
  tenantId: v.optional(id),
  token: v.pipe(v.string(), v.maxLength(400)),
})
export const RemindersStopped = v.object({ success: v.literal(true) })
