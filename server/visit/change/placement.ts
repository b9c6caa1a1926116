import { lastBookableDay } from '#domain/availability/horizon.ts'
import { compareWithSchedule } from '#domain/availability/schedule-conflict.ts'
import { hasOverlap, onlyWay, planVisit, segmentsAt } from '#domain/availability/visit-plan.ts'
import type { BookingRules, Offer, OfferSegment, WantedService } from '#domain/availability/request.ts'
import {
  countAtOnce,
  findConflicts,
  fromNow,
  MAX_AT_ONCE,
  MIN_LENGTH,
  missingMinutes,
  workOf,
  type Conflict,
  type PlacedPart,
  type PlacementRefusal,
  type PlacementWarning,
} from '#domain/availability/placement.ts'
import { isAddonOffered, sumAddonMinutes, type BookedAddon, type WantedAddon } from '#domain/visit/addons.ts'
import { placeUnits, type UnitConflict } from '#domain/availability/placed-units.ts'
import type { Range } from '#domain/availability/range.ts'
import { unitTimes } from '#domain/availability/units.ts'
import { unitName, type UnitName } from '#domain/availability/unit.ts'
import { localParts, minuteFrom, type Window } from '#domain/zone.ts'
import { CallError } from '#contract/errors.ts'
import {
  hasAddons,
  hasOwnLengths,
  loadBookable,
  minutesWith,
  quoteAddons,
  verifyAddonCounts,
  wantedServices,
  withDuration,
  type Bookable,
  type RequestedServices,
} from '#server/availability/bookable.ts'
import type { BookableService } from '#server/availability/calendar-queries.ts'
import { listAlternatives, listOffers, rulesOf, type Search } from '#server/availability/offer.ts'
import { capacityOf, type NewSegment } from '#server/availability/segment-queries.ts'
import type { Tenant } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { listTaken, listTakenUnits, type TakenBy, type TakenUnitBy } from './placement-queries.ts'

/**
 * The salon's booking rules: it places a visit at any minute, at once or far ahead; what it is offered is on
 * its grid.
 */
export const salonRules = { leadMinutes: 0, horizonDays: 730, sameForAll: true }
const anyMinute = { slotMinutes: 1 }

/**
 * A service to place: by this member, or anyone who is free; for so many minutes, its add-ons included, else
 * as long as it is (`booked`), else as long as usual.
 */
export type PlacedService = {
  serviceId: string
  memberId: string | null
  minutes?: number | undefined
  /**
   * Those that the service has now; of a visit instead of those that it has, which stay as booked where they
   * are named.
   */
  addons?: readonly WantedAddon[] | undefined
  /** Of a visit that is moved. */
  booked?: BookedService | undefined
}
/** A service of a visit as it is. `ownLength`: the salon has given it its minutes. */
export type BookedService = {
  memberId: string
  minutes: number
  ownLength: boolean
  addons: BookedAddon[]
}

/** Where the salon wants to place a visit. `start` in epoch ms. */
export type Place = {
  start: number
  services: readonly PlacedService[]
  /** The warnings that the salon has seen. */
  accept?: readonly PlacementWarning[] | undefined
  /** Why it may be over another visit; absent: it may not. */
  over?: string | undefined
}

/** What is in the way, for who places a visit; times in epoch ms. */
export type InTheWay = Pick<TakenBy, 'visitId' | 'kind' | 'memberId' | 'name' | 'firstname'> & {
  start: number
  end: number
  over: 'work' | 'buffer'
  /** The name of the room or device in which it is in the way; null: in the way is its member. */
  room: string | null
}

export type Refused = {
  ok: false
  reason: PlacementRefusal
  warnings: PlacementWarning[]
  inTheWay: InTheWay[]
  /** How many minutes longer the time would have to be, where the visit takes longer with other people. */
  missing?: number | undefined
}
export type Placed = {
  ok: true
  bookable: Bookable
  requested: RequestedServices
  offer: Offer
  /** What each segment has beside its times, in their order. */
  extras: Required<Pick<NewSegment, 'over' | 'overReason' | 'ownLength' | 'accepted' | 'units'>>[]
  warnings: PlacementWarning[]
  inTheWay: InTheWay[]
  /** Holds of the queue whose time it takes. */
  queue: string[]
}

type Context = { tenant: Tenant; deps: { now: () => number } }
/**
 * `except`: the visit that is placed, of which `since` is the start until now (epoch ms), and `kept` are the
 * units of its segments. `loaded`: what `loadForSalon` has returned for these services, to plan several
 * places at once.
 */
type Existing = {
  except?: string | undefined
  since?: number | undefined
  kept?: readonly (readonly UnitName[])[]
  loaded?: Bookable
}

/**
 * Plans a visit where the salon wants it: who performs it and when they are busy, what is in the way, and
 * what the salon should know. Nothing is locked or written: for that the caller has locked the members.
 * @throws CallError `not-found` for a service that does not exist.
 */
export async function planPlacement(
  ctx: Context,
  tx: Tx,
  place: Place,
  existing: Existing = {},
): Promise<Placed | Refused> {
  const bookable =
    existing.loaded ??
    (await loadForSalon(
      ctx,
      tx,
      place.services.map(({ serviceId }) => serviceId),
      { addons: hasAddons(place.services) },
    ))
  const asked = requestedFor(bookable, place.services)
  const refusal = refusalByPeople(bookable, asked)
  if (refusal) return refused(refusal)
  const { except } = existing
  const search = { bookable, requested: asked, now: ctx.deps.now(), ...(except ? { except } : {}) }
  const people = await withPeople(tx, search, place)
  if (!people) return refused('taken')
  const offer = offerFor(bookable, people, place.start / 60_000)
  return compare(ctx, tx, { bookable, requested: asked, offer }, { place, existing })
}

/** The bookable services and members as the salon has them, also services that are not offered any more. */
export const loadForSalon = (
  { tenant, deps }: Context,
  tx: Tx,
  serviceIds: string[],
  { addons = false } = {},
): Promise<Bookable> => loadBookable({ tenant, guest: {}, deps }, tx, serviceIds, { inactive: true, addons })

/**
 * @throws CallError `not-found` for a service that does not exist or an add-on that it does not have now,
 * `request/invalid` for an add-on more often than it may be, and for a length that add-ons fill.
 */
export function requestedFor(bookable: Bookable, placed: readonly PlacedService[]): RequestedServices {
  verifyAddonCounts(bookable, placed)
  return placed.map(({ serviceId, memberId, addons: wanted, booked, ...given }) => {
    const service = bookable.services.get(serviceId)
    const addons = service && addonsFor(bookable, service, { wanted, booked })
    if (!addons || addons.length < (wanted?.length ?? 0)) throw new CallError('not-found')
    const kept = booked && lengthToKeep(service, memberId, booked)
    const own =
      given.minutes !== undefined
        ? given.minutes - sumAddonMinutes(addons)
        : kept !== undefined && booked
          ? kept - sumAddonMinutes(booked.addons)
          : undefined
    if (own === undefined) return { service, memberId, addons }
    if (own < MIN_LENGTH) throw new CallError('request/invalid', { fields: ['minutes'] })
    return { service: withDuration(service, own, memberId), memberId, addons }
  })
}

/** The add-ons of a service: those that a visit has as they were booked, the others as they are now. */
function addonsFor(
  { vat }: Bookable,
  service: BookableService,
  { wanted, booked }: { wanted: readonly WantedAddon[] | undefined; booked: BookedService | undefined },
): BookedAddon[] {
  if (!booked) return quoteAddons(service, wanted ?? [], vat)
  if (!wanted) return booked.addons
  return wanted.flatMap((one) => {
    const had = booked.addons.find(({ id }) => id === one.id)
    const stays = had && (one.count <= had.count || isAddonOffered(service.addons ?? [], one))
    return stays ? [{ ...had, count: one.count }] : quoteAddons(service, [one], vat)
  })
}

/**
 * How long a booked service lasts with this member: as long as it is, and longer or shorter by what they take
 * for it more or less than who had it. Undefined: as long as usual with whoever is free.
 */
function lengthToKeep(
  service: BookableService,
  memberId: string | null,
  { memberId: before, minutes, ownLength, addons }: BookedService,
): number | undefined {
  const usual = minutesWith(service, before) + sumAddonMinutes(addons)
  if (ownLength) return minutes
  if (memberId === null) return hasOwnLengths(service) && minutes === usual ? undefined : minutes
  return Math.max(MIN_LENGTH, minutes + minutesWith(service, memberId) - minutesWith(service, before))
}

function refusalByPeople({ members }: Bookable, requested: RequestedServices): 'member' | 'skill' | null {
  for (const { service, memberId } of requested) {
    if (memberId === null) continue
    if (!members.some(({ id }) => id === memberId)) return 'member'
    if (!service.members.some((one) => one.memberId === memberId)) return 'skill'
  }
  return null
}

/** The same with a free member for each service that anyone may perform; null where nobody is free. */
async function withPeople(tx: Tx, search: Search, { start }: Place): Promise<RequestedServices | null> {
  const { requested, bookable } = search
  if (requested.every(({ memberId }) => memberId !== null)) return requested
  const minute = start / 60_000
  const rules = { ...bookable.rules, ...salonRules, ...anyMinute }
  // A walk-in begins now, which is over by some seconds.
  const now = Math.min(search.now, start)
  const window = { from: minute, until: minute + 1 }
  const at = { ...search, now, bookable: { ...bookable, rules } }
  const [offer] = [
    ...(await listOffers(tx, at, window)),
    // Where no room is free, people may be: then what is in the way is told.
    ...(bookable.resources.length > 0 ? await listOffers(tx, withoutRooms(at), window) : []),
  ]
  return (
    offer?.segments.flatMap(({ memberId }, index) => {
      const one = requested[index]
      return one ? [{ ...one, memberId }] : []
    }) ?? null
  )
}

const withoutRooms = (search: Search): Search => ({
  ...search,
  requested: search.requested.map((one) => ({ ...one, service: { ...one.service, resources: [] } })),
})

/** The visit at this start (epoch minutes) with exactly these members, whether they are free or not. */
function offerFor({ members, resources }: Bookable, requested: RequestedServices, start: number): Offer {
  const wanted = wantedServices(requested)
  const at = (services: WantedService[]) => {
    const way = onlyWay(planVisit(services, members, resources))
    return segmentsAt(way, start, members, unitTimes(way, start))
  }
  const segments = at(wanted)
  // A member who returns too soon after another's part has no buffer there.
  const fitting = hasOverlap(segments) ? at(withoutBuffers(wanted)) : segments
  return { start, end: fitting.at(-1)?.end ?? start, segments: fitting }
}

const withoutBuffers = (services: WantedService[]): WantedService[] =>
  services.map((one) => ({ ...one, rule: { ...one.rule, bufferBefore: 0, bufferAfter: 0 } }))

type Planned = Pick<Placed, 'bookable' | 'requested' | 'offer'>

/** Compares a planned visit with what takes its members' time, and with the salon's hours and rules. */
async function compare(
  ctx: Context,
  tx: Tx,
  { bookable, requested, offer }: Planned,
  { place, existing }: { place: Place; existing: Existing },
): Promise<Placed | Refused> {
  const now = minuteFrom(ctx.deps.now())
  const whole = offer.segments.map(toPart)
  const memberIds = [...new Set(whole.map(({ memberId }) => memberId))]
  const ignored = { now: new Date(ctx.deps.now()), except: existing.except }
  const taken = await listTaken(tx, memberIds, reachOf(whole), ignored)
  const { resources } = bookable
  const rooms = placeUnits(offer.segments, {
    resources,
    taken: await listTakenUnits(tx, capacityOf(offer.segments).resourceIds, reachOfUnits(offer), ignored),
    kept: existing.kept ?? [],
    now: offer.start < now ? now : undefined,
  })
  // Where something is in the way of a visit that has begun, what has passed of it is not taken.
  const parts =
    offer.start < now
      ? whole.map((part) => (findConflicts([part], taken).length > 0 ? leftOf(part, now) : part))
      : whole
  const found = findConflicts(parts, taken)
  const visits = found.filter((one) => isVisit(one.taken))
  const overWork = visits.filter(({ over }) => over === 'work')
  const roomVisits = rooms.conflicts.filter((one) => isVisit(one.taken))
  const overRoom = roomVisits.filter(({ over }) => over === 'work')
  const { rules, members } = bookable
  const { listAgainst } = compareWithSchedule({ ...rules, members })
  const reasons = parts.flatMap(({ memberId, work }) => listAgainst(memberId, work))
  const seen = {
    warnings: warningsFor(rulesOf({ bookable, requested }), {
      place,
      existing,
      now,
      outside: new Set(reasons.map(({ reason }) => reason)),
      buffer: overWork.length + overRoom.length < visits.length + roomVisits.length,
    }),
    inTheWay: [
      ...found.map(({ taken: one, over }) => toInTheWay(one, over)),
      ...(place.over === undefined ? rooms.inTheWay : rooms.conflicts).map(({ taken: one, over }) =>
        toInTheWay(one, over, roomOf(resources, one)),
      ),
    ],
  }
  const crowded = parts.some((part) => countAtOnce(part, taken.filter(isVisit)) > MAX_AT_ONCE)
  const reason = refusalFor(place, { found, rooms: rooms.conflicts, crowded, warnings: seen.warnings })
  if (reason) {
    const longer =
      offer.end - offer.start - sumOf(place.services, ({ booked }) => booked?.minutes ?? Infinity)
    return { ok: false, reason, ...seen, missing: missingMinutes(parts, found, longer) ?? undefined }
  }
  const accepted = parts.map(({ memberId, busy }) => listAgainst(memberId, busy).map(({ key }) => key))
  const of = (conflicts: readonly { part: number }[], index: number) =>
    conflicts.some(({ part }) => part === index)
  return {
    ok: true,
    ...seen,
    bookable,
    requested,
    offer: {
      ...offer,
      segments: offer.segments.map((one, index) => ({ ...one, busy: parts[index]?.busy ?? one.busy })),
    },
    extras: place.services.map((_, index) => ({
      over: of(visits, index),
      overReason: of([...overWork, ...overRoom], index) ? (place.over ?? null) : null,
      ownLength: hasOtherLength(bookable, requested[index], offer.segments[index]),
      // Without a warning too: only a buffer is outside then, which the salon need not keep.
      accepted: accepted[index] ?? [],
      units: rooms.units[index] ?? [],
    })),
    queue: [
      ...new Set(
        [...found, ...rooms.conflicts].flatMap(({ taken: one }) =>
          one.kind === 'queue' ? [one.visitId] : [],
        ),
      ),
    ],
  }
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0)

/** Whether it is placed with another length than its member takes for it. */
function hasOtherLength(
  { services }: Bookable,
  requested: RequestedServices[number] | undefined,
  segment: OfferSegment | undefined,
): boolean {
  const service = services.get(requested?.service.id ?? '')
  if (!service || !requested || !segment) return false
  const own = segment.end - segment.start - sumAddonMinutes(requested.addons)
  return own !== minutesWith(service, segment.memberId)
}

const isVisit = ({ kind }: { kind: TakenBy['kind'] }) => kind === 'visit'

/** Why it cannot be placed there, the reason first that nothing but another time helps against. */
function refusalFor(
  { over, accept = [] }: Place,
  {
    found,
    rooms,
    crowded,
    warnings,
  }: {
    found: readonly Conflict<TakenBy>[]
    rooms: readonly UnitConflict<TakenUnitBy>[]
    crowded: boolean
    warnings: PlacementWarning[]
  },
): PlacementRefusal | null {
  const kinds = new Set([...found, ...rooms].map(({ taken }) => taken.kind))
  if (kinds.has('hold')) return 'held'
  if (kinds.has('offer')) return 'offered'
  if (crowded) return 'crowded'
  if (over === undefined && found.some((one) => isVisit(one.taken) && one.over === 'work')) return 'taken'
  if (over === undefined && rooms.some((one) => isVisit(one.taken) && one.over === 'work')) return 'room'
  return warnings.every((one) => accept.includes(one)) ? null : 'warned'
}

const toPart = ({ memberId, start, end, busy }: OfferSegment): PlacedPart => ({
  memberId,
  start,
  end,
  busy,
  work: workOf({ start, end, busy }),
})

const leftOf = (part: PlacedPart, now: number): PlacedPart => {
  const busy = fromNow(part.busy, now)
  return { ...part, busy, work: workOf({ ...part, busy }) }
}

export const reachOf = (parts: readonly { busy: Range[] }[]): Window => ({
  from: Math.min(...parts.flatMap(({ busy }) => busy.map((range) => range.start))),
  until: Math.max(...parts.flatMap(({ busy }) => busy.map((range) => range.end))),
})
const reachOfUnits = ({ segments }: Offer): Window => reachOf(segments.flatMap(({ units = [] }) => units))

export const roomOf = (resources: Bookable['resources'], { resourceId, unit }: UnitName): string => {
  const resource = resources.find(({ id }) => id === resourceId)
  return resource ? unitName(resource, unit) : ''
}

export const toInTheWay = (
  { visitId, kind, memberId, name, firstname, start, end }: TakenBy,
  over: InTheWay['over'],
  room: string | null = null,
): InTheWay => ({
  visitId,
  kind,
  memberId,
  name,
  firstname,
  start: start * 60_000,
  end: end * 60_000,
  over,
  room,
})

/** A start that is over by so many minutes is still now. */
const NOW_MINUTES = 15

function warningsFor(
  rules: BookingRules,
  {
    place,
    existing,
    now,
    outside,
    buffer,
  }: { place: Place; existing: Existing; now: number; outside: ReadonlySet<string>; buffer: boolean },
): PlacementWarning[] {
  const start = place.start / 60_000
  const stays = existing.since === place.start
  const past = !stays && start < now - NOW_MINUTES
  const found: Record<PlacementWarning, boolean> = {
    past,
    lead: existing.except === undefined && !past && start >= now && start < now + rules.leadMinutes,
    horizon: localParts(rules.zone, start).date > lastBookableDay(rules, now),
    hours: outside.has('hours'),
    absence: outside.has('absence'),
    buffer,
  }
  return (Object.keys(found) as PlacementWarning[]).filter((one) => found[one])
}

const refused = (reason: PlacementRefusal): Refused => ({ ok: false, reason, warnings: [], inTheWay: [] })

/** A time that the salon can choose: epoch ms, and its members in the order of the services. */
export type FreePlace = { start: number; end: number; members: string[] }

/**
 * The free times nearest to one (epoch ms) for these services: on the salon's grid, none of them overlapping
 * another; with the same people, else with anyone. `isPresent`: where the visit is already.
 */
export async function listNearestPlaces(
  ctx: Context,
  tx: Tx,
  { start, services }: Place,
  { except, loaded, isPresent }: Existing & { isPresent?: (place: FreePlace) => boolean } = {},
): Promise<FreePlace[]> {
  const bookable =
    loaded ??
    (await loadForSalon(
      ctx,
      tx,
      services.map(({ serviceId }) => serviceId),
      { addons: hasAddons(services) },
    ))
  const rules = { ...bookable.rules, ...salonRules }
  for (const wanted of [services, services.map((one) => ({ ...one, memberId: null }))]) {
    const requested = requestedFor(bookable, wanted)
    if (refusalByPeople(bookable, requested)) continue
    const search: Search = {
      bookable: { ...bookable, rules },
      requested,
      now: ctx.deps.now(),
      ...(except ? { except } : {}),
    }
    const offers = await listAlternatives(tx, search, Math.round(start / 60_000), {
      apart: true,
      ...(isPresent && { unwanted: (offer) => isPresent(toFreePlace(offer)) }),
    })
    if (offers.length > 0) return offers.map(toFreePlace)
  }
  return []
}

export const toFreePlace = ({ start, end, segments }: Offer): FreePlace => ({
  start: start * 60_000,
  end: end * 60_000,
  members: segments.map(({ memberId }) => memberId),
})
