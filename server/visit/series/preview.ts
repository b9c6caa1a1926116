import type { Offer } from '#domain/availability/request.ts'
import { nearest } from '#domain/availability/free-times.ts'
import { lastBookableDay, windowsAround } from '#domain/availability/horizon.ts'
import { listSeriesDates, SERIES_REACH_DAYS, type Series } from '#domain/visit/series.ts'
import { addDays, dayWindow, localParts, minuteFrom } from '#domain/zone.ts'
import type { Bookable, RequestedServices } from '#server/availability/bookable.ts'
import { listOffersIn, rulesOf, toOfferResponse, type SharedSearch } from '#server/availability/offer.ts'
import type { Tx } from '#server/database/db.ts'
import type { OfferResponse } from '../hold/hold.ts'

/** Another time of a date: epoch ms, with the people whom the guest then asks for. */
export type OtherTime = OfferResponse & { teamMember: (string | null)[] }
type PreviewedDate = {
  date: string
  start: number | null
  near: number
  state: 'free' | 'taken' | 'skipped' | 'not-open'
  offer: OfferResponse | null
  others: OtherTime[]
}

/** How many other times a date is shown with. */
const MAX_OTHERS = 3

/**
 * What each date of a series is: free, or with other times, or not open for booking yet. One statement reads
 * the busy times of all dates, and one more those around the dates that are not free, for each of the same
 * people and anyone.
 */
export async function previewDates(
  tx: Tx,
  search: SharedSearch,
  requested: RequestedServices,
  series: Series,
): Promise<PreviewedDate[]> {
  const { bookable, now } = search
  const { zone } = bookable.rules
  const lastDay = lastBookableDay(rulesOf({ bookable, requested }), minuteFrom(now))
  const dates = listSeriesDates(zone, series)
  const open = dates.filter(({ date, start }) => date <= lastDay && start !== null)
  const offers = await listOffersIn(
    tx,
    search,
    open.map(({ near }) => ({ requested, window: { from: near, until: near + 1 } })),
  )
  const free = new Map(open.map(({ date }, index) => [date, offers[index]?.[0]]))
  const missing = dates.filter(({ date }) => date <= lastDay && !free.get(date))
  const others = await listOtherTimes(
    tx,
    search,
    missing.map(({ near }) => ({ requested, start: near })),
  )
  return dates.map((one) => {
    const { date } = one
    const start = one.start === null ? null : one.start * 60_000
    const known = { date, start, near: one.near * 60_000, offer: null, others: [] }
    const offer = free.get(date)
    if (date > lastDay) return { ...known, state: 'not-open' }
    if (offer) return { ...known, state: 'free', offer: toOfferResponse(bookable, requested, offer) }
    return {
      ...known,
      state: start === null ? 'skipped' : 'taken',
      others: others[missing.indexOf(one)] ?? [],
    }
  })
}

/** Whoever can perform a part of it. */
const byAnyone = (requested: RequestedServices): RequestedServices =>
  requested.map((one) => ({ ...one, memberId: null }))
const isByAnyone = (requested: RequestedServices) => requested.every(({ memberId }) => memberId === null)

/**
 * Lists the other times of each of these visits (`start` in epoch minutes): by the same people on the same
 * day, then one and three days around it, then by anyone.
 */
export async function listOtherTimes(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly { requested: RequestedServices; start: number }[],
): Promise<OtherTime[][]> {
  const { bookable } = search
  const found = await listAround(tx, search, wanted)
  const short = wanted.filter(
    ({ requested }, index) => !isByAnyone(requested) && (found[index]?.length ?? 0) < MAX_OTHERS,
  )
  const anyone = await listAround(
    tx,
    search,
    short.map(({ requested, start }) => ({ requested: byAnyone(requested), start })),
  )
  return wanted.map((one, index) => {
    const own = found[index] ?? []
    const starts = own.map(({ start }) => start)
    const more = (anyone[short.indexOf(one)] ?? []).filter(({ start }) => !starts.includes(start))
    return [
      ...own.map((offer) => toOther(bookable, one.requested, offer)),
      ...more
        .slice(0, MAX_OTHERS - own.length)
        .map((offer) => toOther(bookable, byAnyone(one.requested), offer)),
    ]
  })
}

const toOther = (bookable: Bookable, requested: RequestedServices, offer: Offer): OtherTime => ({
  ...toOfferResponse(bookable, requested, offer),
  teamMember: requested.map(({ memberId }) => memberId),
})

/** The nearest free times of each: on its day, else on the days around it. */
async function listAround(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly { requested: RequestedServices; start: number }[],
): Promise<Offer[][]> {
  if (wanted.length === 0) return []
  const { zone } = search.bookable.rules
  const offers = await listOffersIn(
    tx,
    search,
    wanted.map(({ requested, start }) => ({ requested, window: reachOf(zone, start) })),
  )
  return wanted.map(({ start }, index) => {
    const reach = reachOf(zone, start)
    const rings = windowsAround(zone, start).filter(({ until }) => until <= reach.until)
    let near: Offer[] = []
    for (const { from, until } of rings) {
      const inside = (offers[index] ?? []).filter((offer) => offer.start >= from && offer.start < until)
      near = nearest(inside, start, { count: MAX_OTHERS })
      if (near.length === MAX_OTHERS) break
    }
    return near
  })
}

function reachOf(zone: string, start: number) {
  const { date } = localParts(zone, start)
  return {
    from: dayWindow(zone, addDays(date, -SERIES_REACH_DAYS)).from,
    until: dayWindow(zone, addDays(date, SERIES_REACH_DAYS)).until,
  }
}
