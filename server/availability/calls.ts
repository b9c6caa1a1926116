import { createHash } from 'node:crypto'
import { memberAt } from '#domain/visit/services.ts'
import { availabilityCacheKey, lastBookableDay, shownWindow } from '#domain/availability/horizon.ts'
import { minuteFrom } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { loadBookable, type Bookable, type RequestedServices } from './bookable.ts'
import { findNextDay, listOffers, toOfferResponse } from './offer.ts'
import { ensureOwner, holderOf } from '../context/booking-owner.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { getCalendarState, listMostBooked } from './calendar-queries.ts'

/**
 * Lists the free times of a month or of four weeks; those of the guest's own holds are among them. Sets the
 * owner cookie already here, so that both requests of a double click on a time come from the same owner.
 */
export const getAvailability: Handler<'getAvailability'> = async (ctx, input) => {
  const { services, teamMember } = input
  ensureOwner(ctx)
  const now = ctx.deps.now()
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const bookable = await loadBookable(ctx, tx, services)
    const { requested, performable } = parseRequestedServices(bookable, services, teamMember)
    if (requested.length === 0) throw new CallError('not-found')
    const search = { bookable, requested, now, own: holderOf(ctx) }
    const window = shownWindow(bookable.rules.zone, input, minuteFrom(now))
    const offers = performable ? await listOffers(tx, search, window) : []
    return {
      timeZone: bookable.rules.zone,
      currency: bookable.currency,
      offers: offers.map((offer) => toOfferResponse(bookable, requested, offer)),
      nextDay: performable && offers.length === 0 ? await findNextDay(tx, search, window) : null,
      lastDay: lastBookableDay(bookable.rules, minuteFrom(now)),
    }
  })
}

/** How far ahead a free time is looked for. */
const AHEAD_MINUTES = 14 * 1440

/** Lists what is booked most, and the first free time of the first, for a guest who has not signed in. */
export const getMostBooked: Handler<'getMostBooked'> = async ({ deps, tenant }) => {
  const now = deps.now()
  return deps.db.read(tenant.id, async (tx) => {
    const services = await listMostBooked(tx)
    const bookable = await loadBookable({ deps, tenant, guest: null }, tx, services.slice(0, 1))
    const requested = [...bookable.services.values()].map((service) => ({ service, memberId: null }))
    const from = minuteFrom(now)
    const [first] =
      requested.length === 0
        ? []
        : await listOffers(tx, { bookable, requested, now }, { from, until: from + AHEAD_MINUTES })
    return { services, next: first ? first.start * 60_000 : null }
  })
}

/** It is computed once in five minutes, the age that a cached page may have. */
export const mostBookedEtag = async ({ deps, tenant }: RequestContext): Promise<string> =>
  hashKey([tenant.id, tenant.contentVersion, Math.floor(deps.now() / 300_000)])

/**
 * Parses the requested services of a URL. Unknown and withdrawn services and members are ignored;
 * `performable` is false when a requested member does not perform a service.
 */
function parseRequestedServices(
  { services, members }: Bookable,
  ids: string[],
  teamMember = '',
): { requested: RequestedServices; performable: boolean } {
  const known = new Set(members.map((one) => one.id))
  const names = teamMember.split(',')
  const memberOf = (index: number) => memberAt(names, index) ?? ''
  const requested = ids.flatMap((id, index) => {
    const service = services.get(id)
    const memberId = memberOf(index)
    return service ? [{ service, memberId: known.has(memberId) ? memberId : null }] : []
  })
  return {
    requested,
    performable: requested.every(
      ({ service, memberId }) =>
        memberId === null || service.members.some((one) => one.memberId === memberId),
    ),
  }
}

/**
 * The ETag of free times, from one small query. It is read before the response is computed, so that
 * it is never newer than the response. Sets the owner cookie like the call, which a cached response skips.
 */
export async function availabilityEtag(
  ctx: RequestContext,
  { services, teamMember, month, from }: Input<'getAvailability'>,
): Promise<string> {
  ensureOwner(ctx)
  const now = ctx.deps.now()
  const { rules, version, expired, own } = await ctx.deps.db.read(ctx.tenant.id, (tx) =>
    getCalendarState(tx, new Date(now), holderOf(ctx)),
  )
  const moment = availabilityCacheKey({ ...rules, zone: ctx.tenant.profile.timeZone }, minuteFrom(now))
  const key = [
    version,
    expired,
    own,
    ctx.tenant.contentVersion,
    ctx.guest !== null,
    ctx.language,
    moment,
    services,
    teamMember,
    month,
    from,
  ]
  return hashKey(key)
}

const hashKey = (key: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 27)}"`
