import { addDays, toInstant, localParts } from '../zone.ts'

const minute = 60_000
/** An offer ends this long before the start, at the latest. */
const LAST_MINUTES = 15
/** There is no offer with less time to decide. */
const MIN_MINUTES = 5
/** The day, in minutes since midnight: push messages and SMS may go. */
const DAY_FROM = 8 * 60
const DAY_UNTIL = 21 * 60

/** Times in epoch ms. `atNight`: the guest asked for offers at night too. */
type OfferTiming = {
  now: number
  start: number
  noticeMinutes: number
  offerMinutes: number
  atNight: boolean
}
type OfferEnd = { ok: true; expiresAt: number; loudFrom: number } | { ok: false; reason: 'notice' | 'night' }

/**
 * When an offer made now would end, and from when push messages and SMS may be sent; mail goes at once. By
 * day (08–21 in the zone), and for a guest who asked for offers at night, it lasts its minutes, shortened by
 * the start; at night until 08:00 and its minutes, if the start allows them all. `notice`: too close to the
 * start; `night`: the guest could not answer in the morning.
 * @param day `dayFrom(now, zone)`
 */
export function offerEndBy(
  { now, start, noticeMinutes, offerMinutes, atNight }: OfferTiming,
  day: number,
): OfferEnd {
  const last = start - LAST_MINUTES * minute
  if (now + noticeMinutes * minute > start || now + MIN_MINUTES * minute > last)
    return { ok: false, reason: 'notice' }
  const loudFrom = atNight ? now : day
  const end = loudFrom + offerMinutes * minute
  if (loudFrom > now && end > last) return { ok: false, reason: 'night' }
  return { ok: true, expiresAt: Math.min(end, last), loudFrom }
}

/** `now` by day, else the next 08:00 in the zone; epoch ms. */
export function dayFrom(now: number, zone: string): number {
  const local = localParts(zone, Math.floor(now / minute))
  if (local.minute >= DAY_FROM && local.minute < DAY_UNTIL) return now
  const date = local.minute < DAY_FROM ? local.date : addDays(local.date, 1)
  return toInstant(zone, date, DAY_FROM) * minute
}
