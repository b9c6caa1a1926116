import { createHash } from 'node:crypto'
import type { WantedAddon } from '#domain/visit/addons.ts'
import { memberAt } from '#domain/visit/services.ts'
import { rulesFor } from '#domain/availability/notice.ts'
import { availabilityCacheKey, lastBookableDay, shownWindow } from '#domain/availability/horizon.ts'
import { addDays, localParts, minuteFrom, type Window } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import {
  accessRulesFor,
  loadBookable,
  quoteAddons,
  verifyAddonCounts,
  type Bookable,
  type RequestedServices,
} from './bookable.ts'
import {
  findNextDay,
  listFirst,
  listShown,
  noOffers,
  rulesOf,
  toOfferResponse,
  type EmptyDay,
} from './offer.ts'
import { ensureOwner, holderOf } from '../context/booking-owner.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { getCalendarState, listMostBooked } from './calendar-queries.ts'

/**
 * Lists the free times of a month or of four weeks; those of the guest's own holds are among them. Sets the
 * owner cookie already here, so that both requests of a double click on a time come from the same owner.
 * @throws CallError `not-found` without a service, `visit/by-phone`.
 */
export const getAvailability: Handler<'getAvailability'> = async (ctx, input) => {
  ensureOwner(ctx)
  const now = ctx.deps.now()
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const { bookable, requested, performable } = await loadAsked(ctx, tx, input)
    const search = { bookable, requested, now, own: holderOf(ctx) }
    const window = shownWindow(bookable.rules.zone, input, minuteFrom(now))
    const asked = { why: input.why === 'true', all: input.all === 'true' }
    const { offers, hidden, suggested, empty } = performable
      ? await listShown(tx, search, window, asked)
      : { ...noOffers, empty: asked.why ? nobodyIn(bookable, window) : [] }
    return {
      timeZone: bookable.rules.zone,
      currency: bookable.currency,
      offers: offers.map((offer) => toOfferResponse(bookable, requested, offer)),
      nextDay: performable && offers.length === 0 ? await findNextDay(tx, search, window) : null,
      lastDay: lastBookableDay(rulesOf(search), minuteFrom(now)),
      hidden,
      suggested: suggested.map((start) => start * 60_000),
      empty,
    }
  })
}

type Asked = Pick<Input<'getAvailability'>, 'services' | 'teamMember' | 'addons'>

/** What the free times are of. @throws CallError `not-found` without a service, `visit/by-phone`. */
async function loadAsked(ctx: RequestContext, tx: Tx, { services, teamMember, addons }: Asked) {
  const wanted = addonsByService(services, addons)
  const bookable = await loadBookable(ctx, tx, services, { addons: wanted.size > 0 })
  const { requested, performable } = parseRequestedServices(bookable, services, { teamMember, wanted })
  if (requested.length === 0) throw new CallError('not-found')
  if (accessRulesFor(ctx, requested).phoneOnly) throw new CallError('visit/by-phone')
  return { bookable, requested, performable }
}

/** The days of a window for which a person is requested who does not perform one of the services. */
const nobodyIn = ({ rules: { zone } }: Bookable, { from, until }: Window): EmptyDay[] => {
  const last = localParts(zone, until - 1).date
  const days: EmptyDay[] = []
  for (let { date } = localParts(zone, from); date <= last; date = addDays(date, 1))
    days.push({ date, why: 'nobody' })
  return days
}

/**
 * Lists the first free times, on from a date if one is given; those of the guest's own holds are among them.
 * @throws CallError as `getAvailability`.
 */
export const getFirstFree: Handler<'getFirstFree'> = async (ctx, input) => {
  ensureOwner(ctx)
  const now = ctx.deps.now()
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const { bookable, requested, performable } = await loadAsked(ctx, tx, input)
    const search = { bookable, requested, now, own: holderOf(ctx), tidy: true }
    const today = localParts(bookable.rules.zone, minuteFrom(now)).date
    const offers = performable ? await listFirst(tx, search, input.from ?? today) : []
    return {
      timeZone: bookable.rules.zone,
      currency: bookable.currency,
      offers: offers.map((offer) => toOfferResponse(bookable, requested, offer)),
      lastDay: lastBookableDay(rulesOf(search), minuteFrom(now)),
    }
  })
}

/** Lists what is booked most, and the first free time of the first, for a guest who has not signed in. */
export const getMostBooked: Handler<'getMostBooked'> = async ({ deps, tenant }) => {
  const now = deps.now()
  return deps.db.read(tenant.id, async (tx) => {
    const services = await listMostBooked(tx)
    const bookable = await loadBookable({ deps, tenant, guest: null }, tx, services.slice(0, 1))
    const requested = [...bookable.services.values()].map((service) => ({
      service,
      memberId: null,
      addons: [],
    }))
    const today = localParts(bookable.rules.zone, minuteFrom(now)).date
    const [first] =
      requested.length === 0 ? [] : await listFirst(tx, { bookable, requested, now, tidy: true }, today, 1)
    return { services, next: first ? first.start * 60_000 : null }
  })
}

/** It is computed once in five minutes, the age that a cached page may have. */
export const mostBookedEtag = async ({ deps, tenant }: RequestContext): Promise<string> =>
  hashKey([tenant.id, tenant.contentVersion, Math.floor(deps.now() / 300_000)])

/**
 * Parses the requested services of a URL. Unknown and withdrawn services and members are ignored;
 * `performable` is false when a requested member does not perform a service.
 * @throws CallError `not-found` for an add-on that its service does not have, `request/invalid` for one more
 * often than it may be: without it the times would be those of another visit.
 */
function parseRequestedServices(
  bookable: Bookable,
  ids: string[],
  {
    teamMember = '',
    wanted,
  }: { teamMember?: string | undefined; wanted: ReadonlyMap<string, WantedAddon[]> },
): { requested: RequestedServices; performable: boolean } {
  const { services, members, vat } = bookable
  verifyAddonCounts(
    bookable,
    [...wanted].map(([serviceId, addons]) => ({ serviceId, memberId: null, addons })),
  )
  const known = new Set(members.map((one) => one.id))
  const names = teamMember.split(',')
  const memberOf = (index: number) => memberAt(names, index) ?? ''
  const requested = ids.flatMap((id, index) => {
    const service = services.get(id)
    const memberId = memberOf(index)
    if (!service) return []
    const asked = wanted.get(id) ?? []
    const addons = quoteAddons(service, asked, vat)
    if (addons.length < asked.length) throw new CallError('not-found')
    return [{ service, memberId: known.has(memberId) ? memberId : null, addons }]
  })
  return {
    requested,
    performable: requested.every(
      ({ service, memberId }) =>
        memberId === null || service.members.some((one) => one.memberId === memberId),
    ),
  }
}

/** The add-ons of an address by their services; those of services that are not asked for are ignored. */
function addonsByService(
  services: string[],
  addons: Input<'getAvailability'>['addons'] = [],
): Map<string, WantedAddon[]> {
  const asked = addons.filter(({ service }) => services.includes(service))
  return Map.groupBy(asked, ({ service }) => service)
}

/**
 * The ETag of free times, from one small query. It is read before the response is computed, so that
 * it is never newer than the response. Sets the owner cookie like the call, which a cached response skips.
 */
export async function availabilityEtag(
  ctx: RequestContext,
  { services, teamMember, addons, month, from, why, all }: Input<'getAvailability'>,
): Promise<string> {
  ensureOwner(ctx)
  const now = ctx.deps.now()
  const { rules, version, expired, own, bookings } = await ctx.deps.db.read(ctx.tenant.id, (tx) =>
    getCalendarState(tx, new Date(now), { services, own: holderOf(ctx) }),
  )
  // A service without rules of its own has those of the salon, of which the strictest may be one.
  const strictest = [rules, ...bookings.map((one) => rulesFor(rules, [{ rule: one }]))]
  const moment = strictest.map((one) =>
    availabilityCacheKey({ ...one, zone: ctx.tenant.profile.timeZone }, minuteFrom(now)),
  )
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
    addons,
    month,
    from,
    why,
    all,
  ]
  return hashKey(key)
}

const hashKey = (key: unknown): string =>
  `"${createHash('sha256').update(JSON.stringify(key)).digest('base64url').slice(0, 27)}"`
