import { randomUUID } from 'node:crypto'
import type { WantedAddon } from '#domain/visit/addons.ts'
import { memberAt } from '#domain/visit/services.ts'
import { UNDO_MS } from '#domain/visit/undo.ts'
import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { hasAddons } from '../availability/bookable.ts'
import { findNextDay, listOffers, type Search } from '../availability/offer.ts'
import { actorOf } from '../context/actor.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { reaches, requireStaff, scopeOf } from '../context/scope.ts'
import type { Tx } from '../database/db.ts'
import { askForOtherTime } from '../visit/change/ask.ts'
import { cancelVisit } from '../visit/change/cancel.ts'
import { isAlreadyAt, moveVisitTo } from '../visit/change/move.ts'
import { asBooked, salonPlace } from '../visit/change/move-plan.ts'
import {
  listNearestPlaces,
  loadForSalon,
  planPlacement,
  requestedFor,
  salonRules,
  toFreePlace,
  type FreePlace,
  type Place,
  type Placed,
  type PlacedService,
} from '../visit/change/placement.ts'
import { movedSegments, sumPrices } from '../visit/change/move-search.ts'
import { undoChange } from '../visit/change/undo.ts'
import type { VisitWithSegments } from '../visit/queries.ts'
import { cancelSeries } from '../visit/series/cancel-series.ts'
import { findVisitFor } from './find-visit.ts'
import { readerOf } from './reader.ts'
import {
  authorizePlacing,
  servicesInReach,
  toInTheWayResponse,
  toRefusal,
  withdrawInTheWay,
} from './placing.ts'

/** Until when a change that is made now can be taken back, epoch ms. */
export const undoUntil = ({ deps }: RequestContext): number => deps.now() + UNDO_MS

/** To look at places, who may do one of these; to take one, the right that it needs. */
const EITHER = ['book', 'move'] as const

/**
 * Says whether a visit can be placed somewhere, what is in the way, and what the salon should know. It writes
 * nothing: placing it checks again.
 */
export const checkPlacement: Handler<'checkPlacement'> = async (ctx, input) => {
  const { start, visitId, accept, over } = input
  const services = servicesInReach(ctx, EITHER, input.services)
  authorizePlacing(
    ctx,
    input,
    services.map(({ memberId }) => memberId),
  )
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = visitId ? await findVisitFor(ctx, tx, visitId, { right: 'day', whole: true }) : null
    const existing = visit ? { except: visit.id, since: visit.start.getTime() } : {}
    const place: Place = {
      start,
      services: services.map((one, index) => {
        const segment = visit?.segments[index]
        return segment ? { ...one, booked: asBooked(segment) } : one
      }),
      accept,
      over,
    }
    const planned = await planPlacement(ctx, tx, place, existing)
    if (!planned.ok) {
      const minutes = services.map((one) => one.minutes)
      const addons = services.map((one) => one.addons)
      const isPresent = (one: FreePlace) =>
        visit !== null && isAlreadyAt(visit, one.start, { members: one.members, minutes, addons })
      const alternatives = await listNearestPlaces(ctx, tx, place, { ...existing, isPresent })
      return toRefusal(ctx, { ...planned, alternatives })
    }
    const { offer, warnings, inTheWay } = planned
    return {
      ok: true,
      ...toFreePlace(offer),
      minutes: offer.segments.map((one) => one.end - one.start),
      price: visit && readerOf(ctx).price(priceOf(visit, planned), { start: visit.start.getTime() }),
      warnings,
      inTheWay: toInTheWayResponse(ctx, inTheWay),
    }
  })
}

/** What a visit costs in a place. */
const priceOf = (visit: VisitWithSegments, planned: Placed): number =>
  sumPrices(movedSegments(visit, planned, planned.offer, { bySalon: true }))

/** How many days of places are listed at once. */
const PLACE_DAYS = 7

/** Lists the free times of a week, for a visit or for services: on the salon's grid, at once or far ahead. */
export const findPlaces: Handler<'findPlaces'> = async (
  ctx,
  { visitId, services, addons, members, minutes, from },
) => {
  const { deps, tenant } = ctx
  const zone = tenant.profile.timeZone
  const first = from ?? localParts(zone, Math.floor(deps.now() / 60_000)).date
  return deps.db.read(tenant.id, async (tx) => {
    const wanted = visitId
      ? await servicesOf(ctx, tx, { visitId, members, minutes, addons })
      : {
          services: servicesInReach(ctx, EITHER, withAddons(services ?? [], addons ?? [])),
          except: undefined,
        }
    if (wanted.services.length === 0) throw new CallError('request/invalid', { fields: ['services'] })
    const bookable = await loadForSalon(
      ctx,
      tx,
      wanted.services.map(({ serviceId }) => serviceId),
      { addons: hasAddons(wanted.services) },
    )
    const search: Search = {
      bookable: { ...bookable, rules: { ...bookable.rules, ...salonRules } },
      requested: requestedFor(bookable, wanted.services),
      now: deps.now(),
      ...(wanted.except ? { except: wanted.except } : {}),
    }
    const days = Array.from({ length: PLACE_DAYS }, (_, index) => addDays(first, index))
    const window = { from: dayWindow(zone, first).from, until: dayWindow(zone, days.at(-1) ?? first).until }
    const places = (await listOffers(tx, search, window)).map(toFreePlace)
    const onDay = Map.groupBy(places, ({ start }) => localParts(zone, start / 60_000).date)
    return {
      timeZone: zone,
      days: days.map((date) => ({ date, places: onDay.get(date) ?? [] })),
      nextDay: places.length > 0 ? null : await findNextDay(tx, search, window),
    }
  })
}

/** The services with the add-ons that an address names for them. */
const withAddons = (
  services: readonly PlacedService[],
  named: NonNullable<Input<'findPlaces'>['addons']>,
): PlacedService[] =>
  services.map((one) => ({
    ...one,
    addons: named.filter(({ service }) => service === one.serviceId).map(toWanted),
  }))

const toWanted = ({ id, count }: WantedAddon): WantedAddon => ({ id, count })

/** The services of a visit with the people and lengths that are asked for, by default those that it has. */
async function servicesOf(
  ctx: RequestContext,
  tx: Tx,
  {
    visitId,
    members,
    minutes,
    addons: named,
  }: Pick<Input<'findPlaces'>, 'members' | 'minutes' | 'addons'> & { visitId: string },
): Promise<{ services: PlacedService[]; except: string }> {
  const visit = await findVisitFor(ctx, tx, visitId, { right: 'day', whole: true })
  const names = members?.split(',').map((one) => (one === 'any' ? null : one))
  const addons =
    named &&
    visit.segments.map((_, index) => named.filter(({ service }) => service === String(index)).map(toWanted))
  const { services } = salonPlace(visit, { start: 0, members: names, minutes, addons })
  return { services: servicesInReach(ctx, EITHER, services), except: visit.id }
}

/**
 * Moves a visit, gives it to others, or changes its length or its add-ons, for the salon; a running one too.
 * What stands against it is a value, with the nearest free times. Messages about it wait until it can no
 * longer be taken back.
 * @throws CallError as `moveVisitTo` does.
 */
export const placeVisit: Handler<'placeVisit'> = async (ctx, input) => {
  const { id, sequence, start, members, minutes, addons, inform, accept, over, withdraw } = input
  verifyMembersInReach(ctx, members)
  const find = async (tx: Tx) => {
    const visit = await findVisitFor(ctx, tx, id, { right: 'move', whole: true })
    authorizePlacing(ctx, input, members ?? visit.segments.map(({ memberId }) => memberId))
    if (addons) verifyBookable(ctx, visit)
    return visit
  }
  const target = { start, members, minutes, addons, accept, over, sequence, informing: inform }
  const outcome = await moveVisitTo(
    ctx,
    find,
    {
      ...target,
      ...(withdraw
        ? {
            prepare: async (tx: Tx) => withdrawInTheWay(ctx, tx, salonPlace(await find(tx), target), id),
          }
        : {}),
    },
    actorOf(ctx),
  )
  if (!outcome.ok) return toRefusal(ctx, outcome)
  const { moved, visit, changeId } = outcome
  return {
    ok: true,
    moved,
    start: visit.start.getTime(),
    end: visit.end.getTime(),
    sequence: visit.sequence,
    changeId,
    undoUntil: undoUntil(ctx),
  }
}

/** What a visit has is booked by who may book. @throws CallError `auth/forbidden`. */
function verifyBookable(ctx: RequestContext, { segments }: VisitWithSegments): void {
  const scope = scopeOf(ctx, 'book')
  if (segments.some(({ memberId }) => !reaches(scope, memberId))) throw new CallError('auth/forbidden')
}

/** @throws CallError `auth/forbidden` for members whom the person may not give a visit to. */
function verifyMembersInReach(ctx: RequestContext, members: Input<'placeVisit'>['members']): void {
  const scope = scopeOf(ctx, 'move')
  if (scope === 'all' || !members) return
  if (members.some((_, index) => memberAt(members, index) !== scope.memberId))
    throw new CallError('auth/forbidden')
}

/**
 * Cancels a visit for the salon: all that was paid is refunded, and the guest is offered other times, if
 * told.
 * @throws CallError as `cancelVisit` does.
 */
export const cancelVisitBySalon: Handler<'cancelVisitBySalon'> = async (ctx, { id, sequence, inform }) => {
  const { visit, changeId } = await cancelVisit(
    ctx,
    (tx) => findVisitFor(ctx, tx, id, { right: 'cancel', whole: true }),
    { actor: actorOf(ctx), sequence, informing: inform ? 'ask' : 'none' },
  )
  return {
    cancelled: changeId !== null,
    sequence: visit.sequence,
    changeId,
    undoUntil: undoUntil(ctx),
  }
}

/**
 * Cancels a visit and all later dates of its series for the salon, as far as the person may cancel them; the
 * guest, if told, gets one message about all of them.
 * @throws CallError as `cancelSeries` does.
 */
export const cancelSeriesBySalon: Handler<'cancelSeriesBySalon'> = async (ctx, { id, sequence, inform }) => {
  const scope = scopeOf(ctx, 'cancel')
  const { cancelled } = await cancelSeries(
    ctx,
    (tx) => findVisitFor(ctx, tx, id, { right: 'cancel', whole: true }),
    {
      actor: actorOf(ctx),
      sequence,
      informing: inform ? 'ask' : 'none',
      batch: randomUUID(),
      may: ({ segments }) => segments.every(({ memberId }) => reaches(scope, memberId)),
    },
  )
  return { changeIds: cancelled.flatMap(({ changeId }) => changeId ?? []), undoUntil: undoUntil(ctx) }
}

/**
 * Asks the guest of a visit to choose another time, free of charge. @throws CallError as `askForOtherTime`
 * does.
 */
export const askGuestForOtherTime: Handler<'askGuestForOtherTime'> = async (ctx, { id, sequence }) => {
  const { visit, changeId } = await askForOtherTime(
    ctx,
    (tx) => findVisitFor(ctx, tx, id, { right: 'move', whole: true }),
    { actor: actorOf(ctx), sequence },
  )
  return { asked: changeId !== null, sequence: visit.sequence, changeId, undoUntil: undoUntil(ctx) }
}

/**
 * Takes back what this person has just done, each change with its own result: a place that somebody else has
 * by now is not.
 */
export const undoVisitChange: Handler<'undoVisitChange'> = async (ctx, { changeIds }) => {
  const staff = requireStaff(ctx)
  const results = []
  for (const changeId of changeIds) {
    const undone = await undoChange(ctx, changeId, staff)
    results.push(
      undone.ok
        ? { ok: true as const, changeId }
        : {
            ok: false as const,
            changeId,
            reason: undone.reason,
            inTheWay: toInTheWayResponse(ctx, undone.inTheWay),
          },
    )
  }
  return { results }
}
