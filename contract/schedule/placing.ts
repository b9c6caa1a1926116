import * as v from 'valibot'
import { MAX_NAME } from '#domain/guest.ts'
import {
  MAX_LENGTH,
  MIN_LENGTH,
  placementRefusals,
  placementWarnings,
  type TakenKind,
} from '#domain/availability/placement.ts'
import { undoRefusals } from '#domain/visit/undo.ts'
import { MAX_DATES, MAX_SALON_WEEKS, MIN_DATES, MIN_WEEKS } from '#domain/visit/series.ts'
import { MAX_ADDONS } from '#domain/visit/addons.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import {
  addonNames,
  addonsOfServices,
  date,
  email,
  id,
  instant,
  minuteInstant,
  plainText,
  slug,
  text,
  trimmedText,
  uuid,
  wantedAddon,
} from '../field/field-schemas.ts'
import { VisitExtras } from '../visit/visit.ts'
import { informings } from './visit-change.ts'

const tenantId = v.optional(id)
const sequence = v.pipe(v.number(), v.integer(), v.minValue(0))
const minutes = v.pipe(v.number(), v.integer(), v.minValue(MIN_LENGTH), v.maxValue(MAX_LENGTH))
const listOf = <T extends v.GenericSchema>(item: T) =>
  v.pipe(v.array(item), v.minLength(1), v.maxLength(MAX_SERVICES))

/** `memberId`: null is anyone who is free; `minutes`: where it lasts otherwise than usual, with add-ons. */
const services = listOf(
  v.object({
    serviceId: slug,
    memberId: v.nullable(slug),
    minutes: v.optional(minutes),
    addons: v.optional(v.pipe(v.array(wantedAddon), v.maxLength(MAX_ADDONS))),
  }),
)
/** What the salon has seen and accepts. */
const accepting = {
  accept: v.optional(v.array(v.picklist(placementWarnings)), []),
  /** Why it may be over one other visit; for who has the right. */
  over: v.optional(text(200)),
  /** Offers of the waitlist that are in the way are withdrawn; for who may change the waitlist. */
  withdraw: v.optional(v.boolean(), false),
}

const takenKinds = ['visit', 'hold', 'offer', 'queue'] as const satisfies readonly TakenKind[]
/** What is in the way. The name is empty for a hold, and for who may not know it. */
const InTheWay = v.object({
  visitId: v.nullable(v.string()),
  kind: v.picklist(takenKinds),
  memberId: v.string(),
  name: v.string(),
  start: instant,
  end: instant,
  over: v.picklist(['work', 'buffer']),
  /** The room or device in which it is in the way; null: in the way is its member. */
  room: v.nullable(v.string()),
})
const FreePlace = v.object({ start: instant, end: instant, members: v.array(v.string()) })
const refusal = {
  ok: v.literal(false),
  reason: v.picklist(placementRefusals),
  warnings: v.array(v.picklist(placementWarnings)),
  inTheWay: v.array(InTheWay),
  /** How many minutes longer the time would have to be, where the visit takes longer with other people. */
  missing: v.optional(v.number()),
  /** The nearest free times. */
  alternatives: v.array(FreePlace),
}
/** A change that can be taken back until then, epoch ms. */
const done = { changeId: v.nullable(v.string()), undoUntil: instant }

/** `visitId`: the visit that is placed; absent: a new one. */
export const CheckPlacement = v.object({
  tenantId,
  start: minuteInstant,
  services,
  visitId: v.optional(uuid),
  ...accepting,
})
export const PlacementChecked = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    start: instant,
    end: instant,
    members: v.array(v.string()),
    /** Of each service. */
    minutes: v.array(v.number()),
    /** Of a visit, in its currency, as far as the person may see it. */
    price: v.nullable(v.number()),
    warnings: v.array(v.picklist(placementWarnings)),
    inTheWay: v.array(InTheWay),
  }),
  v.object(refusal),
])

/** Free times from a date on, of one to seven days, for a visit or for services. */
export const PlacesInput = v.object({
  tenantId,
  visitId: v.optional(uuid),
  /**
   * As in a URL: `cut:anna:45,color::` is a cut by anna of 45 minutes, and a colour by anyone, as long as
   * usual.
   */
  services: v.optional(
    v.pipe(
      trimmedText(1, 800),
      v.transform((typed) =>
        typed.split(',').map((one) => {
          const [serviceId = '', memberId = '', length = ''] = one.split(':')
          return {
            serviceId,
            memberId: memberId || null,
            ...(length === '' ? {} : { minutes: Number(length) }),
          }
        }),
      ),
      services,
    ),
  ),
  /** The add-ons of the services; of a visit by their places in it, from 0: `0:mask`. */
  addons: v.optional(addonNames),
  /** The people of a visit, separated by commas; `any` is anyone. Default: those that it has. */
  members: v.optional(trimmedText(1, 400)),
  /** The length of each service of a visit, separated by commas. Default: those that they have. */
  minutes: v.optional(
    v.pipe(
      trimmedText(1, 100),
      v.transform((typed) => typed.split(',').map(Number)),
      listOf(minutes),
    ),
  ),
  from: v.optional(date),
})
export const Places = v.object({
  timeZone: v.string(),
  days: v.array(v.object({ date: v.string(), places: v.array(FreePlace) })),
  /** The day of the first later one, if there is none. */
  nextDay: v.nullable(v.string()),
})

/** Who comes: an account, who came to an earlier visit, or somebody new, of whom a first name is enough. */
export const BookedFor = v.variant('kind', [
  v.object({ kind: v.literal('account'), uid: id }),
  v.object({ kind: v.literal('visit'), visitId: uuid }),
  v.object({
    kind: v.literal('new'),
    firstname: v.optional(plainText(0, MAX_NAME), ''),
    lastname: v.optional(plainText(0, MAX_NAME), ''),
    mobile: v.optional(trimmedText(0, 40), ''),
    countryCode: v.optional(v.pipe(v.string(), v.toUpperCase(), v.regex(/^[A-Z]{2}$/))),
    email: v.optional(v.union([v.literal(''), email]), ''),
  }),
])
const weeks = v.pipe(v.number(), v.integer(), v.minValue(MIN_WEEKS), v.maxValue(MAX_SALON_WEEKS))
const dateCount = v.pipe(v.number(), v.integer(), v.minValue(MIN_DATES), v.maxValue(MAX_DATES))
export const BookVisitBySalon = v.object({
  tenantId,
  start: minuteInstant,
  services,
  guest: BookedFor,
  source: v.picklist(['phone', 'walkIn']),
  ...VisitExtras.entries,
  /** For the people of the salon only. */
  staffNote: v.optional(trimmedText(0, 2_000), ''),
  /** Whether the guest gets a confirmation. */
  inform: v.boolean(),
  /** Every so many weeks, at the same time of day, so often in all. */
  repeat: v.optional(
    v.object({
      weeks,
      count: dateCount,
      /**
       * What is chosen for single dates, from 0: another start, at most three days away, or null for none.
       */
      others: v.optional(
        v.pipe(
          v.array(
            v.object({
              index: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_DATES - 1)),
              start: v.nullable(minuteInstant),
            }),
          ),
          v.maxLength(MAX_DATES),
        ),
        [],
      ),
    }),
  ),
  ...accepting,
})
/** A series before it is booked: each date is free, or not, with the nearest free times. */
export const CheckSeries = v.object({ tenantId, start: minuteInstant, services, weeks, count: dateCount })
export const SeriesChecked = v.object({
  dates: v.array(
    v.object({
      /** As it is wanted; what is nearest, where the salon's clock skips that time on that day. */
      start: instant,
      reason: v.nullable(v.picklist([...placementRefusals, 'skipped'])),
      warnings: v.array(v.picklist(placementWarnings)),
      alternatives: v.array(FreePlace),
    }),
  ),
})
/** One result for each date, in their order. */
export const SalonBooked = v.object({
  results: v.array(
    v.variant('ok', [
      v.object({
        ok: v.literal(true),
        id: v.string(),
        number: v.nullable(v.string()),
        start: instant,
        end: instant,
        ...done,
      }),
      v.object({
        start: instant,
        ...refusal,
        /** skipped: the salon's clock skips that time on that day; `start` is what is nearest. */
        reason: v.picklist([...placementRefusals, 'skipped']),
      }),
    ]),
  ),
})

/**
 * `members`, `minutes`, `addons`: one for each service, or one member for all; absent: as they are. Who
 * changes add-ons needs the right to book too.
 */
export const PlaceVisit = v.object({
  tenantId,
  id: uuid,
  sequence,
  start: minuteInstant,
  members: v.optional(listOf(v.nullable(slug))),
  minutes: v.optional(listOf(minutes)),
  addons: addonsOfServices,
  inform: v.optional(v.picklist(informings), 'ask'),
  ...accepting,
})
export const VisitPlaced = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    /** False: it was there already. */
    moved: v.boolean(),
    start: instant,
    end: instant,
    sequence: v.number(),
    ...done,
  }),
  v.object(refusal),
])

export const CancelVisitBySalon = v.object({ tenantId, id: uuid, sequence, inform: v.boolean() })
export const SalonCancelled = v.object({ cancelled: v.boolean(), sequence: v.number(), ...done })

/** Cancels a visit and all later dates of its series; each date that is cancelled has its own change. */
export const SeriesCancelledBySalon = v.object({ changeIds: v.array(v.string()), undoUntil: instant })

export const AskForOtherTime = v.object({ tenantId, id: uuid, sequence })
export const OtherTimeAsked = v.object({ asked: v.boolean(), sequence: v.number(), ...done })

/** How many changes are taken back at once, at most: visits that were handed over, for example. */
const MAX_UNDONE = 40
/** `changeIds`: what was done at once, as the dates of one booking. */
export const UndoVisitChange = v.object({
  tenantId,
  changeIds: v.pipe(v.array(uuid), v.minLength(1), v.maxLength(MAX_UNDONE)),
})
export const ChangeUndone = v.object({
  results: v.array(
    v.variant('ok', [
      v.object({ ok: v.literal(true), changeId: v.string() }),
      v.object({
        ok: v.literal(false),
        changeId: v.string(),
        /** taken, held, offered: the place from before is not free any more. */
        reason: v.picklist([...undoRefusals, 'taken', 'held', 'offered']),
        inTheWay: v.array(InTheWay),
      }),
    ]),
  ),
})
