import * as v from 'valibot'
import { catalogRefusals, noneReasons, timeRefusals } from '#domain/availability/horizon.ts'
import { MIN_NAME } from '#domain/guest.ts'
import { accessRefusals } from '#domain/visit/access.ts'
import { cancelReasons } from '#domain/visit/cancel.ts'
import { moveRefusals } from '#domain/visit/move.ts'
import { MAX_PARTY_SERVICES, MAX_PERSONS } from '#domain/visit/party.ts'
import { MAX_NOTE, MAX_VISITOR, toNote } from '#domain/visit/note.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { NewCredentials } from '../identity/auth.ts'
import {
  addonNames,
  addonsOfServices,
  amount,
  amountInQuery,
  currencyCode,
  date,
  email,
  guestName,
  id,
  instant,
  money,
  month,
  plainText,
  slug,
  slugs,
  slugsUpTo,
  trimmedText,
} from '../field/field-schemas.ts'
import { LateFee } from '../content/tenant.ts'
import { BookedAddon, VatLines } from '../field/vat-schemas.ts'

/** The guest of a visit without an account. `mobile` is E.164. */
export type Contact = { firstname: string; lastname: string; email: string; mobile: string; language: string }

const tenantId = v.optional(id)
const person = v.object({ id: v.string(), name: v.string(), avatar: v.nullable(v.string()) })
/** `from`: the price is open, see `fromprice` of a service. */
const openPrice = { from: v.boolean() }
const addons = v.array(BookedAddon)
const segment = v.object({
  id: v.string(),
  name: v.string(),
  /** With its add-ons. */
  price: amount,
  ...openPrice,
  addons,
  start: instant,
  end: instant,
  member: person,
})
const shown = {
  start: instant,
  end: instant,
  ...money,
  price: amount,
  ...openPrice,
  segments: v.array(segment),
  /** Of a visit with another rate than the tenant's. */
  vat: v.optional(VatLines),
}

/** `month`, or four weeks on from `from`; default: from today. */
const period = { month: v.optional(month), from: v.optional(date) }
/**
 * `teamMember`: one person for the whole visit, or a list with one per service, in which `any` means anyone.
 * `addons`: of the services.
 */
export const AvailabilityInput = v.object({
  tenantId: id,
  services: slugs,
  teamMember: v.optional(v.pipe(v.string(), v.maxLength(400))),
  addons: v.optional(addonNames),
  ...period,
  /** Whether to say why days have no free times. */
  why: v.optional(v.picklist(['true'])),
  /** Whether to list the times too that are hidden, since they leave gaps. */
  all: v.optional(v.picklist(['true'])),
})
export const FirstFreeInput = v.object({
  tenantId: id,
  services: slugs,
  teamMember: AvailabilityInput.entries.teamMember,
  addons: AvailabilityInput.entries.addons,
  from: period.from,
})
export const Offer = v.object({ start: instant, end: instant, price: amount, members: v.array(v.string()) })
const ahead = {
  /** The day of the first later time, if there is none in the period. */
  nextDay: v.nullable(v.string()),
  /** The last day that is open for booking. */
  lastDay: v.string(),
}
export const Availability = v.object({
  timeZone: v.string(),
  currency: v.string(),
  offers: v.array(Offer),
  ...ahead,
  /** How many times are hidden without `all`. */
  hidden: v.number(),
  /** The starts that leave the least gaps, where the salon suggests some. */
  suggested: v.array(instant),
  /** With `why`: the days without free times. */
  empty: v.array(v.object({ date: v.string(), why: v.picklist(noneReasons) })),
})
/** The first free times; `lastDay` as in `Availability`. */
export const FirstFree = v.object({
  timeZone: v.string(),
  currency: v.string(),
  offers: v.array(Offer),
  lastDay: v.string(),
})

/** For a front page: ids of the services that are booked most, at most three, and when the first is free. */
export const MostBooked = v.object({ services: v.array(v.string()), next: v.nullable(instant) })

/**
 * Why this guest may not book, also for several persons at once; `knownOnly`: the services are for guests who
 * have been here.
 */
export const BookingAccessInput = v.object({ tenantId: id, services: slugsUpTo(MAX_PARTY_SERVICES) })
export const BookingAccess = v.object({
  refusal: v.nullable(v.picklist(accessRefusals)),
  knownOnly: v.boolean(),
})
/** `to`: a path of the tenant's own site, where the guest goes on. */
export const SendBookingLink = v.object({
  tenantId,
  email,
  services: v.pipe(v.array(slug), v.minLength(1), v.maxLength(MAX_PARTY_SERVICES)),
  to: v.optional(v.pipe(v.string(), v.maxLength(2000))),
})
export const BookingLinkSent = v.object({ sent: v.literal(true) })
export const AcceptBookingLink = v.object({ tenantId, code: trimmedText(1, 200) })
export const BookingLinkAccepted = v.object({ to: v.nullable(v.string()) })

export const HoldVisit = v.object({
  tenantId,
  services: v.pipe(v.array(slug), v.minLength(1), v.maxLength(MAX_SERVICES)),
  teamMember: v.optional(v.array(v.nullable(slug))),
  addons: addonsOfServices,
  start: instant,
  /** The guest's other holds are released; default: those that the new one overlaps. */
  releaseOthers: v.optional(v.boolean()),
})
/**
 * Free until `deadline`, from which on it is late and costs `lateFee`; always free if that is 0. `owed`: what
 * it costs in any case since a late move.
 */
export const CancelTermsAhead = v.object({
  limitHours: v.number(),
  deadline: instant,
  late: v.boolean(),
  lateFee: amount,
  owed: amount,
})
const heldVisit = {
  ...shown,
  handle: v.string(),
  teamMember: v.array(v.nullable(v.string())),
  cancelling: CancelTermsAhead,
}
const together = { total: amount, visits: v.array(v.object(heldVisit)) }
/**
 * A hold. Of several visits that are held together it is the first one, with `group`: all of them, the next
 * one first, or in the order of the persons of a party, and what they cost in all. They are prolonged,
 * booked and released together, by the handle of any of them.
 */
export const Hold = v.object({
  ...heldVisit,
  /** The address that a mailed link has proved to be the guest's, which the visit gets. */
  email: v.nullable(v.string()),
  holdUntil: instant,
  prolonged: v.boolean(),
  group: v.nullable(
    v.variant('kind', [
      v.object({
        kind: v.literal('series'),
        /** Every so many weeks. */
        weeks: v.number(),
        ...together,
      }),
      v.object({
        kind: v.literal('party'),
        /** Whether persons may have addresses of their own. */
        ownContacts: v.boolean(),
        ...together,
      }),
    ]),
  ),
})
export const Holds = v.object({ documents: v.array(Hold) })
/** busy: others have been booking for so long that this one has given up; nothing is known to be taken. */
export const holdRefusals = [
  ...timeRefusals,
  ...accessRefusals,
  'too-many-holds',
  'too-many-at-address',
  'busy',
] as const
export const HoldOutcome = v.variant('ok', [
  v.object({ ok: v.literal(true), hold: Hold }),
  v.object({
    ok: v.literal(false),
    reason: v.picklist(holdRefusals),
    alternatives: v.array(Offer),
  }),
])
export const HandleInput = v.object({ tenantId, handle: id })
export const Released = v.object({ released: v.boolean() })
/** The details of a guest without an account. */
export const ContactDetails = v.object({
  firstname: guestName,
  lastname: guestName,
  email,
  mobile: trimmedText(1, 40),
  countryCode: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))),
})
/** What the guest writes to the salon; '' for nothing. Lines may have ended with two characters. */
const note = v.pipe(trimmedText(0, 2 * MAX_NOTE), v.transform(toNote), v.maxLength(MAX_NOTE))
/** The name of the person who comes, where the guest books for another person. */
const visitor = plainText(MIN_NAME, MAX_VISITOR)
export const VisitExtras = v.object({ visitor: v.optional(visitor), note: v.optional(note) })
/**
 * A person of a party. The first one is who books, unless they have a name. `email`: where the mails about
 * this visit go; default: to who books.
 */
const PartyPerson = v.object({ visitor: v.optional(visitor), email: v.optional(email) })
/**
 * `persons`: of a party, in their order; `details`: without an account; `price` and its `currency`: as the
 * guest saw them, of all visits of the hold, so that a change is reported before it binds. Default of
 * `currency`: that of the hold.
 */
export const ConfirmVisit = v.object({
  tenantId,
  handle: id,
  price: v.optional(amount),
  currency: v.optional(currencyCode),
  details: v.optional(ContactDetails),
  ...VisitExtras.entries,
  persons: v.optional(v.pipe(v.array(PartyPerson), v.maxLength(MAX_PERSONS))),
})
export const ConfirmOutcome = v.variant('ok', [
  v.object({ ok: v.literal(true), handle: v.string() }),
  v.object({
    ok: v.literal(false),
    reason: v.picklist([...timeRefusals, ...accessRefusals, ...catalogRefusals]),
    /** The starts of the visits that cannot be booked; the alternatives are those of the first one. */
    lost: v.array(instant),
    /** What of the visit can still be booked, which the alternatives are for. */
    services: v.array(v.string()),
    teamMember: v.array(v.nullable(v.string())),
    addons: v.array(v.array(v.object({ id: v.string(), count: v.number() }))),
    alternatives: v.array(Offer),
  }),
])
/** The other visits of a party: first names, as who booked has typed them. */
const PartyMember = v.object({
  name: v.string(),
  start: instant,
  end: instant,
  state: v.picklist(['booked', 'cancelled']),
})
/** A visit before the salon changed it; `members`: names. */
const VisitBefore = v.object({ start: instant, end: instant, members: v.array(v.string()) })
export type VisitBefore = v.InferOutput<typeof VisitBefore>
/** `sequence` counts the changes of a visit: it says which one the guest has seen. */
const ShownChange = v.object({ ...VisitBefore.entries, sequence: v.number() })
/** What a guest can do about changes of a visit. */
const changes = {
  /** The cancellation fee: owed since a late move; of a cancelled visit, for cancelling. */
  fee: amount,
  /** The handle that moves it; null where it cannot be moved. */
  moveHandle: v.nullable(v.string()),
  /** Set while the salon has changed it and the guest has not answered. */
  changedFrom: v.nullable(ShownChange),
}
/** Why its owner cannot move it; null where they can, and for everybody else. */
const moveRefusal = v.nullable(v.picklist(moveRefusals))

/** Pages of calendars that add the visit, as its file does. */
const calendarLinks = v.object({ google: v.string(), outlook: v.string() })

/** For its guest: every so many weeks, and all dates of it, the next one first; null: it is in none. */
const series = v.nullable(
  v.object({
    weeks: v.number(),
    visits: v.array(
      v.object({
        id: v.string(),
        handle: v.string(),
        start: instant,
        end: instant,
        state: v.picklist(['booked', 'cancelled']),
      }),
    ),
  }),
)

export const BookedVisit = v.object({
  ...shown,
  series,
  id: v.string(),
  /** The short number, which people can say. */
  number: v.nullable(v.string()),
  state: v.picklist(['booked', 'cancelled']),
  firstname: v.string(),
  email: v.string(),
  visitor: v.nullable(v.string()),
  paid: amount,
  calendarLinks,
  ...changes,
  moveRefusal,
  cancelling: CancelTermsAhead,
  /** Only for the guest who booked it, like `moveHandle`. */
  cancelHandle: v.nullable(v.string()),
  party: v.array(PartyMember),
  note: v.nullable(v.string()),
})
export const CalendarFile = v.object({ name: v.string(), ics: v.string() })

/** The fee and the refund of cancelling now. */
const terms = {
  hasLimit: v.boolean(),
  late: v.boolean(),
  deadline: instant,
  fee: amount,
  refund: amount,
  reason: v.picklist(cancelReasons),
}

const staff = v.object({ firstname: v.string(), lastname: v.string(), avatar: v.nullable(v.string()) })
/** The address that mails about the visit go to; '' where this request may not see it. */
const mailAddress = v.string()

export const CancelDetailsInput = v.object({ tenantId, bookingId: id })
/**
 * Booking, guest, member, cancel limit in hours, the tenant's text and finance, as Stamgast's clients expect
 * it.
 */
export const CancelDetails = v.object({
  booking: v.object({
    id: v.string(),
    tenant: v.string(),
    start: v.object({ seconds: v.number() }),
    end: v.object({ seconds: v.number() }),
    services: v.array(
      v.object({
        id: v.string(),
        name: v.string(),
        price: amount,
        totalprice: amount,
        member: v.string(),
        addons,
      }),
    ),
    state: v.picklist(['booked', 'cancelled']),
    visitor: v.nullable(v.string()),
  }),
  guest: v.object({ firstname: v.string(), preferredLanguage: v.nullable(v.string()), email: mailAddress }),
  member: staff,
  /** Every member of the visit, in the order of its services; `member` is the first. */
  members: v.array(staff),
  limit: v.number(),
  text: v.nullable(v.string()),
  finance: v.object({ vat_percent: v.number(), currency: v.string(), currency_symbol: v.string() }),
  /** That of the amounts here. */
  currency: v.string(),
  terms: v.object({ ...terms, price: amount, paid: amount, cancellable: v.boolean() }),
  moveHandle: changes.moveHandle,
  moveRefusal,
  changedFrom: changes.changedFrom,
  /** Whom this does not cancel. */
  party: v.array(PartyMember),
})
export const CancelBooking = v.object({
  tenantId,
  booking: v.optional(v.union([id, v.object({ id })])),
  bookingId: v.optional(id),
  confirmed: v.optional(v.boolean()),
  /** The fee that the guest has seen: a different one is answered with 409. */
  fee: v.optional(amount),
  currency: v.optional(currencyCode),
})
export const Cancelled = v.object({
  success: v.literal(true),
  id: v.string(),
  fee: amount,
  refund: amount,
  currency: v.string(),
})

/** `limit`: a number, or its text, as the front end sends it. */
export const UserBookingsInput = v.object({
  tenantId,
  direction: v.picklist(['past']),
  limit: v.optional(
    v.pipe(
      v.union([v.string(), v.number()]),
      v.transform(Number),
      v.integer(),
      v.minValue(1),
      v.maxValue(50),
    ),
    '3',
  ),
})
const teamMember = v.object({ name: v.string(), avatar: v.nullable(v.string()) })
const Booking = v.object({
  /** The handle of the visit's page and calendar file. */
  handle: v.string(),
  id: v.string(),
  number: v.nullable(v.string()),
  tenant: v.string(),
  state: v.picklist(['booked', 'cancelled']),
  start: v.object({ seconds: v.number() }),
  end: v.object({ seconds: v.number() }),
  services: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      price: amount,
      totalprice: amount,
      preVisit: v.nullable(v.string()),
      member: v.string(),
      addons,
    }),
  ),
  member: v.string(),
  teamMember,
  /** Every member of the visit, in the order of its services; `teamMember` is the first. */
  teamMembers: v.array(teamMember),
  /** What the guest bought at the visit, by the ids of variant and product; empty without a shop. */
  products: v.array(v.object({ id: v.string(), variationParent: v.string() })),
  ...money,
  price: amount,
  ...openPrice,
  paid: amount,
  visitor: v.nullable(v.string()),
  note: v.nullable(v.string()),
  ...changes,
  moveRefusal,
  terms: v.object(terms),
  badge: v.object({ kind: v.picklist(['late', 'soon', 'free']), over120: v.boolean() }),
})
export const UserBookings = v.object({ bookings: v.array(Booking), total: v.number() })
export const ListBookings = v.object({ tenantId: id, uid: id, from: v.optional(v.picklist(['now'])) })
export const Bookings = v.object({ documents: v.array(Booking) })
export const OneBookingInput = v.object({ tenantId: id, uid: id, id })
/** A visit of the guest in any state but held, with the times of its services. */
export const OneBooking = v.object({
  ...Booking.entries,
  segments: v.array(segment),
  vat: shown.vat,
  refunded: amount,
  calendarLinks,
  series,
})
/** `before`: the `next` of the page before; default: the first page. */
export const PastBookingsInput = v.object({
  tenantId: id,
  uid: id,
  before: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,14}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
      v.transform((text) => ({ start: new Date(parseInt(text, 10)), id: text.slice(text.indexOf('.') + 1) })),
    ),
  ),
})
export const PastBookings = v.object({ documents: v.array(Booking), next: v.nullable(v.string()) })
export const BookingInput = v.object({
  ...OneBookingInput.entries,
  fee: v.optional(amountInQuery),
  currency: v.optional(currencyCode),
})

/** A visit that a link holder or its guest may move, and what that costs now. */
export const MoveDetails = v.object({
  ...shown,
  /** The handle of the visit's page. */
  handle: v.string(),
  firstname: v.string(),
  email: mailAddress,
  visitor: v.nullable(v.string()),
  calendarLinks,
  paid: amount,
  ...changes,
  /** Why it cannot be moved; null where it can. */
  refusal: v.nullable(v.picklist(moveRefusals)),
  /** The cancellation fee of moving it now, and what cancelling costs at least after that. */
  moveFee: amount,
  movedLateFee: amount,
  /** Until when (epoch ms, inclusive) moving costs nothing; null: until the start. */
  freeUntil: v.nullable(instant),
  /** Whether that was over when it was booked. */
  bookedLate: v.boolean(),
  /** How often it can still be moved. */
  movesLeft: v.number(),
  /** Whom this does not move. */
  party: v.array(PartyMember),
  /** The same members, one for each service; null where one does not perform it any more. */
  teamMember: v.array(v.nullable(v.string())),
  /** The names of its add-ons that are not offered any more: it keeps them as booked. */
  addonsKept: v.array(v.string()),
  /** The members who perform all of its services. */
  people: v.array(person),
  terms: v.object({ ...terms, limitHours: v.number() }),
  cancelling: CancelTermsAhead,
  lateFee: LateFee,
})
/** `teamMember` as in `AvailabilityInput`; default: the same members. */
export const MoveTimesInput = v.object({
  tenantId: id,
  handle: id,
  teamMember: AvailabilityInput.entries.teamMember,
  ...period,
})
export const MoveTimes = v.object({
  timeZone: v.string(),
  currency: v.string(),
  offers: v.array(Offer),
  /** The first start that is not too late. */
  earliest: instant,
  ...ahead,
})
/** `price` and `fee`: as the guest has seen them; default: the price as booked, and none. */
export const MoveVisit = v.object({
  tenantId,
  handle: id,
  start: instant,
  teamMember: HoldVisit.entries.teamMember,
  price: v.optional(amount),
  fee: v.optional(amount),
  currency: v.optional(currencyCode),
})
export const MoveOutcome = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    handle: v.string(),
    start: instant,
    end: instant,
    price: amount,
    fee: amount,
    currency: v.string(),
  }),
  v.object({ ok: v.literal(false), reason: v.picklist(timeRefusals), alternatives: v.array(Offer) }),
])
/** `sequence`: the change that the guest has seen; a later one is not accepted. */
export const AcceptChange = v.object({
  ...HandleInput.entries,
  sequence: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})
export const ChangeAccepted = v.object({ accepted: v.boolean() })

/** `handle`: the one that cancels the visit; `note`: '' to take it back. */
export const ChangeNote = v.object({ ...HandleInput.entries, note })
/** begun: the visit has begun or is over. too-many: the salon has been notified of too many changes. */
export const NoteChanged = v.variant('ok', [
  v.object({ ok: v.literal(true), note: v.nullable(v.string()) }),
  v.object({ ok: v.literal(false), reason: v.picklist(['begun', 'cancelled', 'too-many']) }),
])

/** `handle`: the one of the visit's page; `password` as for any new account. */
export const CreateVisitAccount = v.object({
  ...HandleInput.entries,
  password: NewCredentials.entries.password,
})
export const VisitAccountRequested = v.object({ sent: v.literal(true) })
