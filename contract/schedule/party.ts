import * as v from 'valibot'
import { timeRefusals } from '#domain/availability/horizon.ts'
import { MAX_ADDONS } from '#domain/visit/addons.ts'
import {
  date,
  email,
  id,
  instant,
  minuteInstant,
  slug,
  trimmedText,
  wantedAddon,
} from '../field/field-schemas.ts'
import { VisitExtras } from '../visit/visit.ts'
import { BookedFor } from './placing.ts'

/** Lists that are longer are answered with what a party may have, up to here. */
const MOST = 50
const tenantId = v.optional(id)
/** `memberId`: null is anyone who is free. */
const services = v.pipe(
  v.array(
    v.object({
      serviceId: slug,
      memberId: v.nullable(slug),
      addons: v.optional(v.pipe(v.array(wantedAddon), v.maxLength(MAX_ADDONS))),
    }),
  ),
  v.minLength(1),
  v.maxLength(MOST),
)

/** When everybody can begin, from the first start to the last end, with the visit of each. */
const PartyPlace = v.object({
  start: instant,
  end: instant,
  visits: v.array(v.object({ start: instant, end: instant, members: v.array(v.string()) })),
})

/** The free times of a day; default: today. */
export const PartyPlacesInput = v.object({
  tenantId,
  persons: v.pipe(v.array(v.object({ services })), v.maxLength(MOST)),
  date: v.optional(date),
})
export const PartyPlaces = v.object({
  places: v.array(PartyPlace),
  /** The day of the first later one, if there is none: within twelve weeks. */
  nextDay: v.nullable(v.string()),
})

/**
 * `persons`: what each wants; `visitor`, `email`: their name and address, where it is not who books; the
 * first may be that. `start`: when the first of them begins.
 */
export const BookPartyBySalon = v.object({
  tenantId,
  persons: v.pipe(
    v.array(
      v.object({
        services,
        visitor: VisitExtras.entries.visitor,
        email: v.optional(email),
      }),
    ),
    v.maxLength(MOST),
  ),
  start: minuteInstant,
  guest: BookedFor,
  note: VisitExtras.entries.note,
  /** For the people of the salon only; of the first visit. */
  staffNote: v.optional(trimmedText(0, 2_000), ''),
  /** Whether everybody gets a confirmation. */
  inform: v.boolean(),
})
export const SalonPartyBooked = v.variant('ok', [
  v.object({
    ok: v.literal(true),
    /** In the order of the persons. */
    visits: v.array(
      v.object({
        id: v.string(),
        number: v.nullable(v.string()),
        start: instant,
        end: instant,
        changeId: v.string(),
      }),
    ),
    /** Until when all of it can be taken back, epoch ms. */
    undoUntil: instant,
  }),
  /** Nothing is booked. `alternatives`: the nearest times at which everybody can come. */
  v.object({
    ok: v.literal(false),
    reason: v.picklist(timeRefusals),
    alternatives: v.array(PartyPlace),
  }),
])
