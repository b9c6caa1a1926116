import type { PartyOffer } from '#domain/availability/party.ts'
import { dayWindow, localParts } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { findNextPartyDay, listPartyOffers } from '../availability/party-offer.ts'
import { actorOf } from '../context/actor.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { bookPartyForSalon, loadSalonParty } from '../visit/change/book-party.ts'
import { toFreePlace } from '../visit/change/placement.ts'
import type { RequestedServiceIds } from '../visit/hold/hold.ts'
import { personFor } from './person.ts'
import { servicesInReach } from './placing.ts'
import { undoUntil } from './placing-calls.ts'

/**
 * Lists the times of a day at which a party can come: on the salon's grid, at once or far ahead.
 * @throws CallError as `loadSalonParty`, and `auth/forbidden` for members whom the person may not book.
 */
export const findPartyPlaces: Handler<'findPartyPlaces'> = async (ctx, { persons, date }) => {
  const { deps, tenant } = ctx
  const zone = tenant.profile.timeZone
  const day = date ?? localParts(zone, Math.floor(deps.now() / 60_000)).date
  return deps.db.read(tenant.id, async (tx) => {
    const search = await loadSalonParty(ctx, tx, persons.map(inReach(ctx)))
    const window = dayWindow(zone, day)
    const { offers, unsearched } = await listPartyOffers(tx, search, window)
    if (unsearched > 0) deps.log.info({ tenant: tenant.id, unsearched }, 'party times not searched')
    return {
      places: offers.map(toPlace),
      nextDay: offers.length > 0 ? null : await findNextPartyDay(tx, search, window),
    }
  })
}

/**
 * Books a party for a guest who calls or stands at the desk, all of it or nothing: a time that is not free
 * for everybody is a value, with the nearest ones that are.
 * @throws CallError as `findPartyPlaces` and `personFor`, and `request/invalid` for a person without a name,
 * or the first with an address: that is who books.
 */
export const bookPartyBySalon: Handler<'bookPartyBySalon'> = async (ctx, input) => {
  const { deps, tenant } = ctx
  const { start, note, staffNote, inform } = input
  if (input.persons.some(({ visitor, email }, index) => (index === 0 ? email : !visitor)))
    throw new CallError('request/invalid', { fields: ['persons'] })
  const persons = input.persons.map(({ visitor, email, ...one }) => ({
    visitor,
    email,
    services: inReach(ctx)(one),
  }))
  const person = await deps.db.read(tenant.id, (tx) => personFor(ctx, tx, input.guest))
  const booking = { persons, start, person, note: note || null, staffNote, inform }
  const booked = await bookPartyForSalon(ctx, booking, actorOf(ctx))
  if (!booked.ok) return { ok: false, reason: booked.reason, alternatives: booked.alternatives.map(toPlace) }
  return {
    ok: true,
    visits: booked.visits.map(({ visit, changeId }) => ({
      id: visit.id,
      number: visit.number,
      start: visit.start.getTime(),
      end: visit.end.getTime(),
      changeId,
    })),
    undoUntil: undoUntil(ctx),
  }
}

type Wanted = Input<'findPartyPlaces'>['persons'][number]

/** What a person of a party wants, as far as the right to book reaches. */
const inReach =
  (ctx: RequestContext) =>
  ({ services }: Wanted): RequestedServiceIds =>
    servicesInReach(ctx, 'book', services).map(({ serviceId, memberId, addons = [] }) => ({
      serviceId,
      memberId,
      addons: [...addons],
    }))

const toPlace = ({ start, end, visits }: PartyOffer) => ({
  start: start * 60_000,
  end: end * 60_000,
  visits: visits.map(toFreePlace),
})
