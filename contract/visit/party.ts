import * as v from 'valibot'
import { id, instant, minuteInstant, slug, amount } from '../field/field-schemas.ts'
import { AvailabilityInput, Hold, holdRefusals, HoldVisit, Offer } from './visit.ts'

/** Lists that are longer are answered with what a party may have, up to here. */
const MOST = 50
/**
 * `teamMember`: one for each service, or one for all of them; null is anyone. `addons`: one list for each
 * service.
 */
const person = v.object({
  services: v.pipe(v.array(slug), v.minLength(1), v.maxLength(MOST)),
  teamMember: HoldVisit.entries.teamMember,
  addons: HoldVisit.entries.addons,
})
const persons = v.pipe(v.array(person), v.maxLength(MOST))

/** `month`, or four weeks on from `from`; default: from today. */
export const PartyTimesInput = v.object({
  tenantId: v.optional(id),
  persons,
  month: AvailabilityInput.entries.month,
  from: AvailabilityInput.entries.from,
})
/** From the first start to the last end, with the visit of each person, and what they cost in all. */
const PartyOffer = v.object({ start: instant, end: instant, price: amount, visits: v.array(Offer) })
export const PartyTimes = v.object({
  timeZone: v.string(),
  currency: v.string(),
  offers: v.array(PartyOffer),
  /** At how many times the search was broken off, because there are too many ways; they are not offered. */
  unsearched: v.number(),
  /** The day of the first later time, if there is none in the period: within twelve weeks. */
  nextDay: v.nullable(v.string()),
  /** The last day that is open for booking. */
  lastDay: v.string(),
})

/** `start`: when the first of them begins. */
export const HoldParty = v.object({
  tenantId: v.optional(id),
  persons,
  start: minuteInstant,
  releaseOthers: HoldVisit.entries.releaseOthers,
})
export const PartyOutcome = v.variant('ok', [
  v.object({ ok: v.literal(true), hold: Hold }),
  v.object({
    ok: v.literal(false),
    reason: v.picklist(holdRefusals),
    alternatives: v.array(PartyOffer),
  }),
])
