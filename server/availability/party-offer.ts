import { partyAt, partyBusyWindow, partyTimes, validateParty } from '#domain/availability/party.ts'
import type { PartyOffer, PartyRequest, PartyTimes } from '#domain/availability/party.ts'
import { nearest } from '#domain/availability/free-times.ts'
import { SHOWN_DAYS, windowsAround } from '#domain/availability/horizon.ts'
import { addDays, localParts, minuteFrom, startOfDay, type Window } from '#domain/zone.ts'
import type { Tx } from '../database/db.ts'
import { capacityFor, wantedServices, type Bookable, type RequestedServices } from './bookable.ts'
import { toOfferResponse, type Search } from './offer.ts'
import { listBusy, listBusyUnits, releaseExpiredHolds, type Capacity } from './segment-queries.ts'

/** As `Search`, for several persons at once. */
export type PartySearch = Pick<Search, 'bookable' | 'now' | 'own'> & { persons: RequestedServices[] }

/** How many windows of four weeks are searched for the next day with times. */
const MAX_LATER = 3

/** All members who may perform a part of one of the visits, and the resources that they may use. */
export const partyCapacity = (bookable: Bookable, persons: readonly RequestedServices[]): Capacity =>
  capacityFor(bookable, persons.flat())

/** Lists the times in the window (epoch minutes) at which all persons can come. */
export async function listPartyOffers(tx: Tx, search: PartySearch, window: Window): Promise<PartyTimes> {
  const request = await requestFor(tx, search, window)
  return request ? partyTimes(request) : { offers: [], unsearched: 0 }
}

/** Returns the date of the first free time after a window, or null within the next twelve weeks. */
export async function findNextPartyDay(tx: Tx, search: PartySearch, window: Window): Promise<string | null> {
  const { zone } = search.bookable.rules
  let { until } = window
  for (let count = 0; count < MAX_LATER; count++) {
    const date = localParts(zone, until).date
    const later = { from: until, until: startOfDay(zone, addDays(date, SHOWN_DAYS)) }
    const [first] = (await listPartyOffers(tx, search, later)).offers
    if (first) return localParts(zone, first.start).date
    until = later.until
  }
  return null
}

/** Lists the three free times nearest to a wanted first start (epoch minutes). */
export async function listPartyAlternatives(
  tx: Tx,
  search: PartySearch,
  wanted: number,
): Promise<PartyOffer[]> {
  const around = Math.max(wanted, minuteFrom(search.now))
  let found: PartyOffer[] = []
  let searched = { from: around, until: around }
  for (const window of windowsAround(search.bookable.rules.zone, around)) {
    // Each window contains the one before: only what is new in it is searched.
    for (const part of [
      { from: window.from, until: searched.from },
      { from: searched.until, until: window.until },
    ])
      if (part.from < part.until) found.push(...(await listPartyOffers(tx, search, part)).offers)
    searched = window
    if (found.length >= 3) break
  }
  return nearest(found, wanted)
}

/** When a party comes, in epoch minutes: its first start, or the start of each person. */
export type PartyStart = { start: number } | { starts: number[] }

/** Whether a party can come then. Nothing is locked: it may be taken a moment later. */
export const isPartyOffered = async (tx: Tx, search: PartySearch, at: PartyStart): Promise<boolean> =>
  (await offerFor(tx, search, at)) !== null

/**
 * Returns the offer at exactly this time, or null. The caller has locked the candidates' rows, so that no
 * other transaction can take the time until this one ends.
 */
export async function findPartyTime(tx: Tx, search: PartySearch, at: PartyStart): Promise<PartyOffer | null> {
  await releaseExpiredHolds(tx, partyCapacity(search.bookable, search.persons), new Date(search.now))
  return offerFor(tx, search, at)
}

async function offerFor(tx: Tx, search: PartySearch, at: PartyStart): Promise<PartyOffer | null> {
  const start = 'starts' in at ? Math.min(...at.starts) : at.start
  const request = Number.isInteger(start)
    ? await requestFor(tx, search, { from: start, until: start + 1 })
    : null
  if (!request) return null
  return 'starts' in at ? partyAt(request, at.starts) : (partyTimes(request).offers[0] ?? null)
}

async function requestFor(
  tx: Tx,
  { bookable, persons, now, own }: PartySearch,
  { from, until }: Window,
): Promise<PartyRequest | null> {
  const { rules, members, resources } = bookable
  const request = {
    rules,
    members,
    resources,
    persons: persons.map(wantedServices),
    from,
    until,
    now: minuteFrom(now),
  }
  if (validateParty(request)) return null
  const { memberIds, resourceIds } = partyCapacity(bookable, persons)
  const [busyIn, ignored] = [partyBusyWindow(request), { now: new Date(now), own }]
  return {
    ...request,
    busy: await listBusy(tx, memberIds, busyIn, ignored),
    busyUnits: await listBusyUnits(tx, resourceIds, busyIn, ignored),
  }
}

/** The offer of a party for guests: epoch ms, minor units including VAT. */
export function toPartyOfferResponse(
  bookable: Bookable,
  persons: readonly RequestedServices[],
  { start, end, visits }: PartyOffer,
) {
  const each = visits.map((visit, person) => toOfferResponse(bookable, persons[person] ?? [], visit))
  return {
    start: start * 60_000,
    end: end * 60_000,
    price: each.reduce((sum, one) => sum + one.price, 0),
    visits: each,
  }
}
