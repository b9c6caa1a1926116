import { busyWindow, freeTimes, nearest, offerAt } from '#domain/availability/free-times.ts'
import { validateRequest, type Offer, type VisitRequest } from '#domain/availability/request.ts'
import { laterWindows, timeRefusal, windowsAround, type TimeRefusal } from '#domain/availability/horizon.ts'
import { quote } from '#domain/visit/services.ts'
import { localParts, minuteFrom, type Window } from '#domain/zone.ts'
import type { Owner } from '../context/booking-owner.ts'
import type { Tx } from '../database/db.ts'
import { releaseExpiredHolds, listBusy, type NewSegment } from './segment-queries.ts'
import { candidatesFor, wantedServices, type Bookable, type RequestedServices } from './bookable.ts'

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
  /** Counts the time of buffers as free, of the visit and of others. */
  ignoresBuffers?: boolean
}

/** Lists every start in the window (epoch minutes) at which all requested services fit. */
export async function listOffers(tx: Tx, search: Search, window: Window): Promise<Offer[]> {
  const request = await requestFor(tx, search, window)
  return request ? freeTimes(request) : []
}

/** Returns the date of the first free time after a window, or null up to the booking horizon. */
export async function findNextDay(tx: Tx, search: Search, window: Window): Promise<string | null> {
  const { rules } = search.bookable
  for (const later of laterWindows(window, rules, minuteFrom(search.now))) {
    const [first] = await listOffers(tx, search, later)
    if (first) return localParts(rules.zone, first.start).date
  }
  return null
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
  { bookable, now }: Pick<Search, 'bookable' | 'now'>,
  start: number,
): TimeRefusal => timeRefusal(bookable.rules, start, minuteFrom(now))

/** Whether this start (epoch minutes) is free now. Nothing is locked: it may be taken a moment later. */
export const isOffered = async (tx: Tx, search: Search, start: number): Promise<boolean> =>
  (await offerFor(tx, search, start)) !== null

/**
 * Returns the offer at exactly this start (epoch minutes), or null. The caller has locked the candidates'
 * rows, so that no other transaction can take the time until this one ends.
 */
export async function findFreeTime(tx: Tx, search: Search, start: number): Promise<Offer | null> {
  await releaseExpiredHolds(tx, candidatesFor(search.bookable, search.requested), new Date(search.now))
  return offerFor(tx, search, start)
}

async function offerFor(tx: Tx, search: Search, start: number): Promise<Offer | null> {
  const request = Number.isInteger(start)
    ? await requestFor(tx, search, { from: start, until: start + 1 })
    : null
  return request && offerAt(request, start)
}

async function requestFor(
  tx: Tx,
  { bookable, requested, now, except, own, ignoresBuffers = false }: Search,
  { from, until }: Window,
): Promise<VisitRequest | null> {
  const { rules, members } = bookable
  const services = wantedServices(requested).map(({ rule, memberId }) => ({
    memberId,
    rule: ignoresBuffers ? { ...rule, bufferBefore: 0, bufferAfter: 0 } : rule,
  }))
  const request = { rules, members, services, from, until, now: minuteFrom(now) }
  if (validateRequest(request)) return null
  return {
    ...request,
    busy: await listBusy(tx, candidatesFor(bookable, requested), busyWindow(request), {
      now: new Date(now),
      except,
      own,
      ignoresBuffers,
    }),
  }
}

/** The segments of an offer as stored, each with the price of its member. */
export const buildSegments = ({ vat }: Bookable, requested: RequestedServices, offer: Offer): NewSegment[] =>
  requested.flatMap(({ service, memberId }, position) => {
    const part = offer.segments[position]
    return part
      ? [
          {
            ...part,
            anyone: memberId === null,
            serviceName: service.name,
            price: quote(service, part.memberId, vat),
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
