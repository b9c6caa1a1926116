import * as v from 'valibot'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { MAX_WINDOWS } from '#domain/waitlist/window.ts'
import {
  addonsOfServices,
  amount,
  email,
  guestName,
  id,
  instant,
  money,
  slug,
  trimmedText,
} from '../field/field-schemas.ts'
import type { VatRate } from '#domain/vat.ts'
import { BookedAddon, VatLines } from '../field/vat-schemas.ts'
import { Message } from '../content/message.ts'
import { CancelTermsAhead } from './visit.ts'

/** The person of an entry without an account: an e-mail address, or a mobile number (E.164), or both. */
export type WaitlistContact = {
  firstname: string
  lastname: string
  email: string | null
  mobile: string | null
  language: string
}

/**
 * One service of an offer: `price` in minor units including VAT, `busy` what it occupies of the member's
 * time, in epoch minutes.
 */
export type OfferedSegment = {
  serviceId: string
  name: string
  memberId: string
  price: number
  /** The price is open; absent in offers of earlier releases. */
  from?: boolean
  /** In its price; absent in offers of earlier releases. */
  addons?: v.InferOutput<typeof BookedAddon>[]
  /** Of the price without its add-ons; absent in offers of earlier releases: the tenant's. */
  vat?: VatRate
  busy: { start: number; end: number }[]
  units?: { resourceId: string; unit: number; busy: { start: number; end: number }[] }[]
}

const tenantId = v.optional(id)
const date = v.pipe(v.string(), v.isoDate())
const clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/))
/**
 * Dates (both included), ISO weekdays (1 is Monday; none: every day) and times of day in the tenant's zone,
 * between which the whole visit lies.
 */
const Window = v.object({
  from: date,
  until: date,
  weekdays: v.optional(
    v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))), v.maxLength(7)),
    [],
  ),
  earliest: v.optional(clock, '00:00'),
  latest: v.optional(clock, '24:00'),
})
const wishes = {
  services: v.pipe(v.array(slug), v.minLength(1), v.maxLength(MAX_SERVICES)),
  addons: addonsOfServices,
  /** Ids of members; absent or empty is anyone. */
  teamMembers: v.optional(v.pipe(v.array(slug), v.maxLength(50)), []),
  /** None: any time. */
  windows: v.optional(v.pipe(v.array(Window), v.maxLength(MAX_WINDOWS)), []),
  noticeMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20_160)), 120),
  atNight: v.optional(v.boolean(), false),
  /** Epoch ms; absent: 30 days after joining; at most 180. */
  end: v.optional(instant),
}
/** A service that an entry waits for; its add-ons also if they are not offered any more. */
const wishedService = v.object({
  id: v.string(),
  name: v.string(),
  addons: v.array(v.object({ id: v.string(), name: v.string(), count: v.number() })),
})
/** The person who joins without an account: at least one of `email` and `mobile`. */
const WaitlistDetails = v.object({
  firstname: guestName,
  lastname: guestName,
  email: v.optional(email),
  mobile: v.optional(trimmedText(1, 40)),
  countryCode: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))),
})

const seconds = v.object({ seconds: v.number() })
const PassedOver = v.object({
  start: instant,
  reason: v.picklist([
    'notice',
    'window',
    'person',
    'paused',
    'night',
    'unconfirmed',
    'offered',
    'own-visit',
  ]),
})
/** The open offer of an entry. */
const OpenOffer = v.object({
  /** Path of the page that answers it. */
  link: v.string(),
  start: instant,
  end: instant,
  /** The names of who does it. */
  members: v.array(v.string()),
  price: amount,
  from: v.boolean(),
  ...money,
  expiresAt: instant,
})
/**
 * An entry as its owner sees it. `rangeStart` and `rangeEnd` are the span of its windows, null without any.
 * `place` and `of` count the competing entries: those ahead with this one, and all with this one.
 */
export const WaitlistEntry = v.object({
  id: v.string(),
  state: v.picklist(['waiting', 'paused', 'offered']),
  services: v.array(wishedService),
  teamMembers: v.array(v.object({ id: v.string(), name: v.string(), avatar: v.nullable(v.string()) })),
  rangeStart: v.nullable(seconds),
  rangeEnd: v.nullable(seconds),
  windows: v.array(
    v.object({
      from: v.string(),
      until: v.string(),
      weekdays: v.array(v.number()),
      earliest: v.string(),
      latest: v.string(),
    }),
  ),
  noticeMinutes: v.number(),
  atNight: v.boolean(),
  end: instant,
  pausedUntil: v.nullable(instant),
  /** False: the contact has to confirm first. */
  confirmed: v.boolean(),
  place: v.number(),
  of: v.number(),
  joinedAt: instant,
  passed: v.array(PassedOver),
  offer: v.nullable(OpenOffer),
})
export type WaitlistEntry = v.InferOutput<typeof WaitlistEntry>

export const ListWaitlist = v.object({ tenantId: id, uid: id })
export const Waitlist = v.object({ documents: v.array(WaitlistEntry) })
/** Joins with the session's account, else with `details`. */
export const JoinWaitlist = v.object({ tenantId, ...wishes, details: v.optional(WaitlistDetails) })
export const Joined = v.variant('ok', [
  /** `confirm`: by which way the contact has been asked to confirm; null with an account. */
  v.object({
    ok: v.literal(true),
    id: v.nullable(v.string()),
    confirm: v.nullable(v.picklist(['mail', 'sms'])),
  }),
  v.object({ ok: v.literal(false), reason: v.literal('too-many') }),
])
/** Only what is given changes. `paused: true` with `pausedUntil` null pauses until resumed. */
export const UpdateWaitlistEntry = v.object({
  tenantId: id,
  uid: id,
  id,
  services: v.optional(wishes.services),
  /** Absent: those of services that stay, as they are. */
  addons: wishes.addons,
  teamMembers: v.optional(v.pipe(v.array(slug), v.maxLength(50))),
  windows: v.optional(v.pipe(v.array(Window), v.maxLength(MAX_WINDOWS))),
  noticeMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(20_160))),
  atNight: v.optional(v.boolean()),
  end: v.optional(instant),
  paused: v.optional(v.boolean()),
  pausedUntil: v.optional(v.nullable(instant)),
})
export const WaitlistEntryInput = v.object({ tenantId: id, uid: id, id })
export const EntryLeft = v.object({ deleted: v.literal(true) })

/** `wait`: the handle in a link. What the pages of links show before anything changes. */
export const WaitlistLinkInput = v.object({
  tenantId,
  wait: id,
  purpose: v.picklist(['leave', 'extend', 'confirm']),
})
export const WaitlistLink = v.object({
  firstname: v.string(),
  preferredLanguage: v.nullable(v.string()),
  services: v.array(wishedService),
  rangeStart: v.nullable(seconds),
  rangeEnd: v.nullable(seconds),
  end: instant,
  confirmed: v.boolean(),
  /** The matcher passes it over until it is resumed. */
  paused: v.boolean(),
})
export const ConfirmWaitlistEntry = v.object({ tenantId, wait: id })
export const EntryConfirmed = v.object({ confirmed: v.literal(true), place: v.number(), of: v.number() })
/** `rangeEnd`: the new end, epoch seconds as a number or `{seconds}`. */
export const ExtendWaitlist = v.object({
  tenantId,
  waitId: id,
  rangeEnd: v.union([v.number(), seconds]),
})
/** Errors are inside the answer, as clients expect them: `error` for any failure, `notFound` for no entry. */
export const Extended = v.object({
  error: v.optional(v.string()),
  notFound: v.optional(v.boolean()),
  /** Epoch seconds. */
  rangeEnd: v.optional(v.number()),
})
export const GuestUnsubscribe = v.object({ tenantId, waitId: id })
export const Unsubscribed = v.object({ success: v.literal(true) })

/** `destination`: the opaque key of an offer's message. */
export const NameLookupInput = v.object({ tenantId, destination: id })
/** `preferrredLang` repeats `preferredLanguage` under the name that older clients read. */
export const NameLookup = v.object({
  firstname: v.string(),
  preferredLanguage: v.nullable(v.string()),
  preferrredLang: v.nullable(v.string()),
})
export const WaitlistOfferInput = v.object({ tenantId, messageId: id, waitlistHandle: v.optional(id) })
/**
 * `mine`: accepted by this guest already; `taken`: lost to another; `unknown` is the error `not-found`.
 * `declined`: withdrawn because this guest has declined it.
 */
export const WaitlistOffer = v.object({
  state: v.picklist(['valid', 'taken', 'expired', 'withdrawn', 'mine']),
  declined: v.boolean(),
  firstname: v.string(),
  preferredLanguage: v.nullable(v.string()),
  start: instant,
  end: instant,
  expiresAt: instant,
  services: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      price: amount,
      from: v.boolean(),
      addons: v.array(BookedAddon),
    }),
  ),
  members: v.array(v.object({ id: v.string(), name: v.string(), avatar: v.nullable(v.string()) })),
  price: amount,
  /** As of a visit. */
  vat: v.optional(VatLines),
  from: v.boolean(),
  ...money,
  cancelling: CancelTermsAhead,
  /** The message as stored, for `acceptWaitlistInvite`. */
  message: Message,
  waitlistHandle: v.string(),
  /** Handle of the link that leaves the waitlist. */
  leaveHandle: v.string(),
  /** Handle of the visit's page, once accepted. */
  visitHandle: v.nullable(v.string()),
  /** Its entry is still on the waitlist. */
  waiting: v.boolean(),
})
/** `message`: as it was read; what differs from the stored one is answered with 409. */
export const AcceptWaitlistInvite = v.object({
  tenant: id,
  messageId: id,
  message: v.looseObject({}),
  waitlistHandle: id,
})
export const Accepted = v.object({
  /** Why nothing was booked. */
  error: v.optional(v.picklist(['taken', 'expired', 'withdrawn'])),
  /** The place after it, where it was lost. */
  place: v.optional(v.number()),
  of: v.optional(v.number()),
  /** The entry has moved ahead of a competitor. */
  moved: v.optional(v.boolean()),
  /** Handle of the booked visit. */
  visit: v.optional(v.string()),
})
export const DeclineWaitlistOffer = v.object({ tenantId, messageId: id, waitlistHandle: id })
export const Declined = v.object({ declined: v.boolean() })
