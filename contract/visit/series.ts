import * as v from 'valibot'
import { MAX_DATES, MAX_WEEKS, MIN_DATES, MIN_WEEKS } from '#domain/visit/series.ts'
import { amount, currencyCode, id, instant, minuteInstant, money } from '../field/field-schemas.ts'
import { AvailabilityInput, Hold, holdRefusals, HoldVisit, Offer } from './visit.ts'

const within = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const weeks = within(MIN_WEEKS, MAX_WEEKS)
const dateCount = within(MIN_DATES, MAX_DATES)
const inQuery = <T extends v.GenericSchema<number, number>>(schema: T) =>
  v.pipe(v.union([v.string(), v.number()]), v.transform(Number), schema)

/** Every `weeks` weeks from `start` on, `count` dates in all, at the same time by the salon's clock. */
export const SeriesInput = v.object({
  tenantId: id,
  services: AvailabilityInput.entries.services,
  teamMember: AvailabilityInput.entries.teamMember,
  addons: AvailabilityInput.entries.addons,
  start: inQuery(minuteInstant),
  weeks: inQuery(weeks),
  count: inQuery(dateCount),
})
/** Another time of a date, with the people whom the guest then asks for. */
const OtherTime = v.object({ ...Offer.entries, teamMember: v.array(v.nullable(v.string())) })
/**
 * free: `offer` is its time. taken: it is not free, or nobody works then. skipped: the salon's clock skips
 * that time on that day. not-open: the day is not open for booking yet, so nothing is said about it.
 */
const SeriesDate = v.object({
  date: v.string(),
  /** Null where the clock skips it; `near` is then the first instant after what is skipped. */
  start: v.nullable(instant),
  near: instant,
  state: v.picklist(['free', 'taken', 'skipped', 'not-open']),
  offer: v.nullable(Offer),
  /** At most three: by the same people on that day, one and three days around it, then by anyone. */
  others: v.array(OtherTime),
})
export const SeriesPreview = v.object({
  timeZone: v.string(),
  currency: v.string(),
  /** The last day that is open for booking. */
  lastDay: v.string(),
  dates: v.array(SeriesDate),
})

/**
 * The dates of a series to hold: each at its own time or at most three days from it. `start` is that of the
 * first date, whether it is among them or not.
 */
export const HoldSeries = v.object({
  tenantId: v.optional(id),
  services: HoldVisit.entries.services,
  addons: HoldVisit.entries.addons,
  start: minuteInstant,
  weeks,
  dates: v.pipe(
    v.array(v.object({ start: minuteInstant, teamMember: HoldVisit.entries.teamMember })),
    v.minLength(MIN_DATES),
    v.maxLength(MAX_DATES),
  ),
  releaseOthers: HoldVisit.entries.releaseOthers,
})
/** `lost`: the dates that are not free, each with other times. Nothing is held then. */
export const SeriesOutcome = v.variant('ok', [
  v.object({ ok: v.literal(true), hold: Hold }),
  v.object({
    ok: v.literal(false),
    reason: v.picklist(holdRefusals),
    lost: v.array(v.object({ start: instant, others: v.array(OtherTime) })),
  }),
])

/** `handle`: the one of the page of a visit. */
export const SeriesFromInput = v.object({ tenantId: id, handle: id })
/** What cancelling a visit and the later dates of its series costs now. */
export const SeriesTerms = v.object({
  ...money,
  visits: v.array(
    v.object({
      id: v.string(),
      start: instant,
      end: instant,
      services: v.array(v.string()),
      price: amount,
      fee: amount,
      refund: amount,
      late: v.boolean(),
    }),
  ),
  fee: amount,
  refund: amount,
})
/** `fee`: the sum that the guest has seen; another one by now cancels nothing. */
export const CancelSeries = v.object({
  tenantId: v.optional(id),
  handle: id,
  confirmed: v.literal(true),
  fee: amount,
  currency: v.optional(currencyCode),
})
export const SeriesCancelled = v.object({
  /** The ids of the visits that this call has cancelled. */
  ids: v.array(v.string()),
  fee: amount,
  refund: amount,
  currency: currencyCode,
})
