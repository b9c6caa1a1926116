import { offersInOrder, SHOWN_FIRST, whyNone, windowsOnFrom } from '#domain/availability/first-free.ts'
import { busyWindow, freeTimes, nearest, offerAt, type Calendar } from '#domain/availability/free-times.ts'
import { tidyOffers, tidyTimes } from '#domain/availability/gaps.ts'
import { rulesFor } from '#domain/availability/notice.ts'
import {
  validateRequest,
  type BookingRules,
  type Offer,
  type VisitRequest,
} from '#domain/availability/request.ts'
import {
  timeRefusal,
  windowsAround,
  type NoneReason,
  type TimeRefusal,
} from '#domain/availability/horizon.ts'
import { keepUnits } from '#domain/availability/placed-units.ts'
import type { UnitName } from '#domain/availability/unit.ts'
import { sumAddonPrices } from '#domain/visit/addons.ts'
import { quote } from '#domain/visit/services.ts'
import { rateOf } from '#domain/vat.ts'
import { localParts, minuteFrom, type Window } from '#domain/zone.ts'
import type { Owner } from '../context/booking-owner.ts'
import type { Tx } from '../database/db.ts'
import {
  listBusy,
  listBusyIn,
  listBusyUnits,
  listBusyUnitsIn,
  listHeldStarts,
  releaseExpiredHolds,
  type Capacity,
  type NewSegment,
} from './segment-queries.ts'
import { capacityFor, wantedServices, type Bookable, type RequestedServices } from './bookable.ts'

/**
 * `now` in epoch ms. What counts as free: the time of the visit `except`, and of the holds of the guest
 * `own`.
 */
export type Search = {
  bookable: Bookable
  requested: RequestedServices
  now: number
  except?: string
  own?: Owner | undefined
  /** The units of the visit that is moved, which it keeps where they are free. */
  kept?: readonly (readonly UnitName[])[]
  /** The window is one of months: booked ranges that touch are read as one. */
  joined?: boolean
  /** The times are for a guest who chooses one: where gaps are to be avoided, some are hidden. */
  tidy?: boolean
}

/** Lists every start in the window (epoch minutes) at which all requested services fit. */
export async function listOffers(tx: Tx, search: Search, window: Window): Promise<Offer[]> {
  const request = await requestFor(tx, search, window)
  if (!request) return []
  return search.tidy ? (await tidy(tx, search, request)).offers : freeTimes(request)
}

/** The times of a request that a guest sees, as the salon's gaps are. */
async function tidy(tx: Tx, search: Search, request: VisitRequest): Promise<ReturnType<typeof tidyTimes>> {
  const { gaps = 'any', smallestUsable = 0 } = request.rules
  if (gaps === 'any') return { offers: freeTimes(request), hidden: 0, suggested: [] }
  return tidyTimes({ ...request, smallestUsable }, gaps, await listKept(tx, search))
}

/** The starts (epoch minutes) that the guest holds: they are never hidden. */
async function listKept(tx: Tx, { bookable, own, now }: Search): Promise<ReadonlySet<number>> {
  const avoids = bookable.rules.gaps === 'avoid' && own && (own.guestId ?? own.ownerHash) !== null
  return new Set(avoids ? await listHeldStarts(tx, own, new Date(now)) : [])
}

/** The rules for the services of a search, some of which may have a notice and a horizon of their own. */
export const rulesOf = ({ bookable, requested }: Pick<Search, 'bookable' | 'requested'>): BookingRules =>
  rulesFor(bookable.rules, wantedServices(requested))

/** Lists the first free times on from a date, as far as the horizon: three reads of booked time at most. */
export async function listFirst(tx: Tx, search: Search, from: string, count = SHOWN_FIRST): Promise<Offer[]> {
  const found: Offer[] = []
  const kept = search.tidy ? await listKept(tx, search) : new Set<number>()
  const { gaps = 'any', smallestUsable = 0 } = search.bookable.rules
  const shown = (calendar: Calendar, offers: Offer[]) =>
    search.tidy && gaps === 'avoid'
      ? tidyOffers(calendar, offers, { smallestUsable, rule: gaps, kept }).offers
      : offers
  for (const window of windowsOnFrom(rulesOf(search), from, minuteFrom(search.now))) {
    const request = await requestFor(tx, { ...search, joined: true }, window)
    if (!request) return []
    for (const offer of offersInOrder(request, shown)) if (found.push(offer) === count) return found
  }
  return found
}

/** Returns the date of the first free time after a window, or null up to the booking horizon. */
export async function findNextDay(tx: Tx, search: Search, window: Window): Promise<string | null> {
  const { zone } = search.bookable.rules
  const [first] = await listFirst(tx, search, localParts(zone, window.until).date, 1)
  return first ? localParts(zone, first.start).date : null
}

/** A day without free times, and why. */
export type EmptyDay = { date: string; why: NoneReason }

export type ShownOffers = { offers: Offer[]; hidden: number; suggested: number[]; empty: EmptyDay[] }
export const noOffers: ShownOffers = { offers: [], hidden: 0, suggested: [], empty: [] }

/**
 * Lists the free times of a window that a guest sees, or `all`, how many are hidden, which are suggested, and
 * with `why` the reasons for which its other days have none.
 */
export async function listShown(
  tx: Tx,
  search: Search,
  window: Window,
  { why, all }: { why: boolean; all: boolean },
): Promise<ShownOffers> {
  const request = await requestFor(tx, search, window)
  if (!request) return noOffers
  const shown = all
    ? { offers: freeTimes(request), hidden: 0, suggested: [] }
    : await tidy(tx, search, request)
  if (!why) return { ...shown, empty: [] }
  const { offers } = shown
  const { zone } = search.bookable.rules
  const free = new Set(offers.map(({ start }) => localParts(zone, start).date))
  return { ...shown, empty: whyNone(request, free) }
}

/**
 * Lists the three free times nearest to a wanted start (epoch minutes): on its day, else within a fortnight.
 * With `apart` none overlaps another; those that are `unwanted` are passed over.
 */
export async function listAlternatives(
  tx: Tx,
  search: Search,
  wanted: number,
  { apart = false, unwanted }: { apart?: boolean; unwanted?: (offer: Offer) => boolean } = {},
): Promise<Offer[]> {
  let found: Offer[] = []
  for (const window of windowsAround(search.bookable.rules.zone, Math.max(wanted, minuteFrom(search.now)))) {
    const offers = await listOffers(tx, search, window)
    found = nearest(unwanted ? offers.filter((one) => !unwanted(one)) : offers, wanted, { apart })
    if (found.length === 3) break
  }
  return found
}

/** Why a start (epoch minutes) that is not free is refused. */
export const computeRefusal = (
  search: Pick<Search, 'bookable' | 'requested' | 'now'>,
  start: number,
): TimeRefusal => timeRefusal(rulesOf(search), start, minuteFrom(search.now))

/** Whether this start (epoch minutes) is free now. Nothing is locked: it may be taken a moment later. */
export const isOffered = async (tx: Tx, search: Search, start: number): Promise<boolean> =>
  (await offerFor(tx, search, start)) !== null

/**
 * Returns the offer at exactly this start (epoch minutes), or null. The caller has locked the candidates'
 * rows, so that no other transaction can take the time until this one ends.
 */
export async function findFreeTime(tx: Tx, search: Search, start: number): Promise<Offer | null> {
  await releaseExpiredHolds(tx, capacityFor(search.bookable, search.requested), new Date(search.now))
  return offerFor(tx, search, start)
}

async function offerFor(tx: Tx, search: Search, start: number): Promise<Offer | null> {
  const request = Number.isInteger(start)
    ? await requestFor(tx, search, { from: start, until: start + 1 })
    : null
  const offer = request && offerAt(request, start)
  if (!request || !offer || !search.kept) return offer
  const { resources = [], busyUnits = [] } = request
  return { ...offer, segments: keepUnits(offer.segments, { resources, busyUnits, kept: search.kept }) }
}

async function requestFor(tx: Tx, search: Search, window: Window): Promise<VisitRequest | null> {
  const { bookable, requested, now, except, own, joined = false } = search
  const request = toRequest(search, window)
  if (validateRequest(request)) return null
  const { memberIds, resourceIds } = capacityFor(bookable, requested)
  const [busyIn, ignored] = [busyWindow(request), { now: new Date(now), except, own }]
  return {
    ...request,
    busy: await listBusy(tx, memberIds, busyIn, { ...ignored, joined }),
    busyUnits: await listBusyUnits(tx, resourceIds, busyIn, ignored),
  }
}

function toRequest(
  { bookable: { rules, members, resources }, requested, now }: Search,
  { from, until }: Window,
): Omit<VisitRequest, 'busy' | 'busyUnits'> {
  const services = wantedServices(requested)
  return { rules, members, resources, services, from, until, now: minuteFrom(now) }
}

/** What several searches have in common. */
export type SharedSearch = Pick<Search, 'bookable' | 'now' | 'own'>

/** Lists the offers of several windows (epoch minutes), each for its own services, with one query. */
export async function listOffersIn(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly { requested: RequestedServices; window: Window }[],
): Promise<Offer[][]> {
  const requests = await requestsFor(tx, search, wanted)
  return requests.map((request) => (request ? freeTimes(request) : []))
}

/** Whether each of these starts (epoch minutes) is free now. As `isOffered`, with one query for all. */
export const areOffered = async (
  tx: Tx,
  search: SharedSearch,
  wanted: readonly WantedTime[],
): Promise<boolean[]> => (await offersAt(tx, search, wanted)).map((offer) => offer !== null)

/** The services of a visit, and its start in epoch minutes. */
export type WantedTime = { requested: RequestedServices; start: number }

/**
 * Returns the offers at exactly these starts, null where one is not free. As `findFreeTime`, with one query
 * for all; the caller has locked the candidates of all of them.
 */
export async function findFreeTimes(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly WantedTime[],
): Promise<(Offer | null)[]> {
  await releaseExpiredHolds(tx, capacityOfAll(search.bookable, wanted), new Date(search.now))
  return offersAt(tx, search, wanted)
}

/** The members and the resources whose time one of these visits may take. */
export const capacityOfAll = (
  bookable: Bookable,
  wanted: readonly { requested: RequestedServices }[],
): Capacity =>
  capacityFor(
    bookable,
    wanted.flatMap(({ requested }) => requested),
  )

async function offersAt(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly WantedTime[],
): Promise<(Offer | null)[]> {
  const requests = await requestsFor(
    tx,
    search,
    wanted.map(({ requested, start }) => ({ requested, window: { from: start, until: start + 1 } })),
  )
  return requests.map((request) => request && offerAt(request, request.from))
}

async function requestsFor(
  tx: Tx,
  search: SharedSearch,
  wanted: readonly { requested: RequestedServices; window: Window }[],
): Promise<(VisitRequest | null)[]> {
  const requests = wanted.map(({ requested, window }) => {
    const request = Number.isInteger(window.from) ? toRequest({ ...search, requested }, window) : null
    return request && !validateRequest(request) ? request : null
  })
  const asked = requests.filter((request) => request !== null)
  if (asked.length === 0) return requests.map(() => null)
  const { bookable, now, own } = search
  const { memberIds, resourceIds } = capacityOfAll(bookable, wanted)
  const [windows, ignored] = [asked.map(busyWindow), { now: new Date(now), own }]
  const busy = await listBusyIn(tx, memberIds, windows, ignored)
  const busyUnits = await listBusyUnitsIn(tx, resourceIds, windows, ignored)
  return requests.map((request) => {
    const index = request ? asked.indexOf(request) : -1
    return request && { ...request, busy: busy[index] ?? [], busyUnits: busyUnits[index] ?? [] }
  })
}

/** The segments of an offer as stored, each with the price of its member and its add-ons, and its VAT. */
export const buildSegments = ({ vat }: Bookable, requested: RequestedServices, offer: Offer): NewSegment[] =>
  requested.flatMap(({ service, memberId, addons }, position) => {
    const part = offer.segments[position]
    return part
      ? [
          {
            ...part,
            anyone: memberId === null,
            serviceName: service.name,
            price: quote(service, part.memberId, vat) + sumAddonPrices(addons),
            vat: rateOf(service, vat),
            addons,
          },
        ]
      : []
  })

/** An offer for guests: epoch ms, minor units including VAT. */
export const toOfferResponse = (bookable: Bookable, requested: RequestedServices, offer: Offer) => ({
  start: offer.start * 60_000,
  end: offer.end * 60_000,
  price: buildSegments(bookable, requested, offer).reduce((sum, one) => sum + one.price, 0),
  members: offer.segments.map((one) => one.memberId),
})
