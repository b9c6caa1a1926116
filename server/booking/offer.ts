import { busyWindow, freeTimes, nearest, offerAt } from '#domain/availability/free-times.ts'
import { faultOf, type Offer, type VisitRequest } from '#domain/availability/request.ts'
import { laterMonths, windowsAround } from '#domain/visit/horizon.ts'
import { quote } from '#domain/visit/quote.ts'
import { minuteFrom, monthWindow, type Window } from '#domain/zone.ts'
import type { Tx } from '../data/db.ts'
import { freeExpired, listBusy, type NewSegment } from '../data/segment.ts'
import { candidatesFor, wantedServices, type Bookable, type Wish } from './bookable.ts'

/** `now` in epoch ms; `except` is a visit whose own time counts as free. */
export type Search = { bookable: Bookable; wish: Wish; now: number; except?: string }

/** Every time in the window (epoch minutes) at which the wish can be done. */
export async function listOffers(tx: Tx, search: Search, window: Window): Promise<Offer[]> {
  const request = await requestFor(tx, search, window)
  return request ? freeTimes(request) : []
}

/** The first later month ('YYYY-MM') that has times. */
export async function findNextMonth(tx: Tx, search: Search, month: string): Promise<string | null> {
  const { rules } = search.bookable
  for (const later of laterMonths(month, rules, minuteFrom(search.now))) {
    if ((await listOffers(tx, search, monthWindow(rules.zone, later))).length > 0) return later
  }
  return null
}

/** The three times nearest to a wanted one (epoch minutes): of its own day if that has them, else within a fortnight. */
export async function listAlternatives(tx: Tx, search: Search, wanted: number): Promise<Offer[]> {
  let found: Offer[] = []
  for (const window of windowsAround(search.bookable.rules.zone, Math.max(wanted, minuteFrom(search.now)))) {
    found = nearest(await listOffers(tx, search, window), wanted)
    if (found.length === 3) break
  }
  return found
}

/** Whether this start (epoch minutes) is on offer at this moment; the next moment it may be gone. */
export const isOffered = async (tx: Tx, search: Search, start: number): Promise<boolean> =>
  (await offerFor(tx, search, start)) !== null

/**
 * The offer for exactly this start (epoch minutes), by the rule that offers times, once the candidates' rows are locked:
 * until this transaction ends nobody else can take it.
 */
export async function findOffer(tx: Tx, search: Search, start: number): Promise<Offer | null> {
  await freeExpired(tx, candidatesFor(search.bookable, search.wish), new Date(search.now))
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
  { bookable, wish, now, except }: Search,
  { from, until }: Window,
): Promise<VisitRequest | null> {
  const { rules, members } = bookable
  const asked = { rules, members, services: wantedServices(wish), from, until, now: minuteFrom(now) }
  if (faultOf(asked)) return null
  return {
    ...asked,
    busy: await listBusy(tx, candidatesFor(bookable, wish), busyWindow(asked), {
      now: new Date(now),
      except,
    }),
  }
}

/** An offer's parts as they are stored, each with the price of the member who does it. */
export const segmentsOf = ({ vatPercent }: Bookable, wish: Wish, offer: Offer): NewSegment[] =>
  wish.flatMap(({ service, memberId }, position) => {
    const part = offer.segments[position]
    return part
      ? [
          {
            ...part,
            anyone: memberId === null,
            serviceName: service.name,
            price: quote(service, part.memberId, vatPercent),
          },
        ]
      : []
  })

/** An offer as guests see it: epoch ms, minor units including VAT. */
export const shownOffer = (bookable: Bookable, wish: Wish, offer: Offer) => ({
  start: offer.start * 60_000,
  end: offer.end * 60_000,
  price: segmentsOf(bookable, wish, offer).reduce((sum, one) => sum + one.price, 0),
  members: offer.segments.map((one) => one.memberId),
})
