import { randomUUID } from 'node:crypto'
import type { TimeRefusal } from '#domain/availability/horizon.ts'
import type { Offer } from '#domain/availability/request.ts'
import {
  DOUBLE_CLICK_MS,
  holdEnd,
  MAX_HELD_MINUTES_AT_ADDRESS,
  MAX_HOLDS,
  MAX_HOLDS_AT_ADDRESS,
} from '#domain/visit/hold.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { lockKeys } from '#server/database/advisory-lock.ts'
import { sqlState, type Tx } from '#server/database/db.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { createSegments, sumHeldMinutes } from '#server/availability/segment-queries.ts'
import {
  createVisit,
  reloadVisit,
  listOpenHolds,
  lockVisit,
  updateVisit,
  type VisitWithSegments,
} from '../queries.ts'
import {
  candidatesFor,
  loadBookable,
  resolveRequestedServices,
  stillBookable,
} from '#server/availability/bookable.ts'
import { visitHashes } from '#server/secret/handle.ts'
import { hashAddress } from '#server/secret/hash.ts'
import {
  findFreeTime,
  isOffered,
  listAlternatives,
  computeRefusal,
  buildSegments,
  toOfferResponse,
  type Search,
} from '#server/availability/offer.ts'
import { ensureOwner, holderOf, isOwnHold, ownerOf, type Owner } from '#server/context/booking-owner.ts'
import { lockStillHeld, overlappedBy, releaseHolds } from './own-holds.ts'

type RequestedServiceIds = { serviceId: string; memberId: string | null }[]
type OfferResponse = ReturnType<typeof toOfferResponse>
/** Free times, and the services with the requested members that they are for. */
export type Alternatives = {
  services: string[]
  teamMember: (string | null)[]
  alternatives: OfferResponse[]
}
export const noAlternatives: Alternatives = { services: [], teamMember: [], alternatives: [] }
type HoldRejection = TimeRefusal | 'too-many-holds' | 'too-many-at-address'
type HoldResult =
  { ok: true; hold: VisitWithSegments } | { ok: false; reason: HoldRejection; alternatives: OfferResponse[] }

/** `start` in epoch ms; `releaseOthers`: this becomes the guest's only hold. */
type Wanted = { services: RequestedServiceIds; start: number; releaseOthers: boolean }

/**
 * Holds a time for this guest. Idempotent: requesting a held time again (double click) returns the same hold.
 * What the guest holds already counts as free: holds that the new one overlaps are released in its
 * transaction, all of them with `releaseOthers`. A time that is refused releases nothing.
 * @throws CallError `not-found` for a service that does not exist or a member who does not perform it, and
 * `request/invalid` for the same service twice where the tenant does not allow it.
 */
export async function holdTime(ctx: RequestContext, wanted: Wanted): Promise<HoldResult> {
  ensureOwner(ctx)
  const held = await ctx.deps.db
    .write(ctx.tenant.id, (tx) => hold(ctx, tx, wanted))
    .catch(takenOnConstraintViolation)
  if (held === 'taken' || held === 'too-late') {
    const { alternatives } = await listAlternativesFor(ctx, wanted.services, wanted.start)
    return { ok: false, reason: held, alternatives }
  }
  return typeof held === 'string' ? { ok: false, reason: held, alternatives: [] } : { ok: true, hold: held }
}

async function hold(
  ctx: RequestContext,
  tx: Tx,
  { services: wanted, start, releaseOthers }: Wanted,
): Promise<VisitWithSegments | HoldRejection> {
  const search = await searchFor(ctx, tx, wanted)
  if (!search) throw new CallError('not-found')
  if (!search.bookable.sameServiceTwice && new Set(wanted.map((one) => one.serviceId)).size < wanted.length)
    throw new CallError('request/invalid', { fields: ['services'] })
  const owner = ownerOf(ctx)
  const addressHash = hashAddress(ctx.deps.secret, ctx.tenant.id, ctx.address)
  const listOpen = () => listOpenHolds(tx, holderOf(ctx), addressHash, new Date(search.now))
  const isSame = (one: VisitWithSegments) => one.start.getTime() === start && isFor(one, wanted)
  const isDoubleClick = (existing: VisitWithSegments) =>
    ctx.ownerIsNew === true &&
    existing.ownerIsNew &&
    existing.addressHash === addressHash &&
    search.now - existing.createdAt.getTime() <= DOUBLE_CLICK_MS
  // Fail fast before waiting for the locks when the time is not free. A time that has come too close stays
  // held for who holds it; the list is read only now, so that it includes the hold of a concurrent request.
  if (!(await isOffered(tx, search, start / 60_000)))
    return (
      (await listOpen()).find((one) => isOwnHold(ctx, one) && isSame(one)) ??
      computeRefusal(search, start / 60_000)
    )
  await lockKeys(tx, [`owner ${owner.guestId ?? owner.ownerHash}`, `address ${addressHash}`])
  const open = await listOpen()
  const own = await lockStillHeld(
    tx,
    open.filter((one) => isOwnHold(ctx, one)),
  )
  const same = own.find(isSame)
  if (same) {
    if (releaseOthers && own.length > 1) {
      await releaseHolds(
        tx,
        own.filter((one) => one !== same),
      )
      await bumpCalendar(tx)
    }
    return same
  }
  const other = open.find((one) => isDoubleClick(one) && isSame(one))
  if (other) return transferHold(tx, other, owner)
  await lockMembers(tx, candidatesFor(search.bookable, search.requested))
  const offer =
    // Anyone: a person who is free is better than one whom the guest has held.
    (releaseOthers || own.length === 0
      ? null
      : await findFreeTime(tx, { ...search, own: undefined }, start / 60_000)) ??
    (await findFreeTime(tx, search, start / 60_000))
  if (!offer) return 'taken'
  const released = releaseOthers ? own : await overlappedBy(tx, own, offer)
  if (own.length - released.length >= MAX_HOLDS) return 'too-many-holds'
  const left = open.filter((one) => one.addressHash === addressHash && !released.includes(one))
  if (left.length >= MAX_HOLDS_AT_ADDRESS) return 'too-many-at-address'
  // The limit does not apply to the first hold of an IP address: a single visit longer than it is not abuse.
  const held = await sumHeldMinutes(
    tx,
    left.map(({ id }) => id),
  )
  if (held > 0 && held + sumMinutes(offer) > MAX_HELD_MINUTES_AT_ADDRESS) return 'too-many-at-address'
  await releaseHolds(tx, released)
  return createHold(ctx, tx, offer, { search, owner, addressHash })
}

const sumMinutes = ({ segments }: Offer) =>
  segments.flatMap((one) => one.busy).reduce((sum, { start, end }) => sum + end - start, 0)

/**
 * On a double click without a cookie the browser keeps only the cookie of the last response. The hold is
 * therefore assigned to that secret, and no second time is taken.
 */
async function transferHold(
  tx: Tx,
  { id }: VisitWithSegments,
  { ownerHash }: Owner,
): Promise<VisitWithSegments | 'taken'> {
  if ((await lockVisit(tx, id))?.state !== 'held') return 'taken'
  await updateVisit(tx, id, { ownerHash })
  return reloadVisit(tx, id)
}

async function createHold(
  { deps, tenant, ownerIsNew }: RequestContext,
  tx: Tx,
  offer: Offer,
  {
    search: { bookable, requested, now },
    owner,
    addressHash,
  }: { search: Search; owner: Owner; addressHash: string },
): Promise<VisitWithSegments> {
  const id = randomUUID()
  const segments = buildSegments(bookable, requested, offer)
  await createVisit(tx, {
    id,
    state: 'held',
    start: new Date(offer.start * 60_000),
    end: new Date(offer.end * 60_000),
    ...owner,
    ownerIsNew: ownerIsNew ?? false,
    addressHash,
    ...visitHashes(deps.secret, tenant.id, id),
    currency: bookable.currency,
    price: segments.reduce((sum, one) => sum + one.price, 0),
    holdUntil: new Date(holdEnd(now)),
    createdAt: new Date(now),
  })
  await createSegments(tx, id, segments)
  const held = await reloadVisit(tx, id)
  await bumpCalendar(tx)
  return held
}

/**
 * Lists the free times nearest to one (epoch ms) that is refused, of the services and members that can still
 * be booked.
 */
export async function listAlternativesFor(
  ctx: RequestContext,
  wanted: RequestedServiceIds,
  start: number,
): Promise<Alternatives> {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const search = await searchFor(ctx, tx, wanted, { onlyBookable: true })
    if (!search) return noAlternatives
    const { bookable, requested } = search
    const offers = await listAlternatives(tx, search, Math.round(start / 60_000))
    return {
      services: requested.map(({ service }) => service.id),
      teamMember: requested.map(({ memberId }) => memberId),
      alternatives: offers.map((offer) => toOfferResponse(bookable, requested, offer)),
    }
  })
}

async function searchFor(
  ctx: RequestContext,
  tx: Tx,
  wanted: RequestedServiceIds,
  { onlyBookable = false } = {},
): Promise<Search | null> {
  const bookable = await loadBookable(
    ctx,
    tx,
    wanted.map((one) => one.serviceId),
  )
  const left = onlyBookable ? stillBookable(bookable, wanted) : wanted
  const requested = resolveRequestedServices(bookable, left)
  return requested && { bookable, requested, now: ctx.deps.now(), own: holderOf(ctx) }
}

/** The services of a visit with the members that the guest requested, not those who were assigned. */
export const toRequestedServices = (visit: VisitWithSegments): RequestedServiceIds =>
  visit.segments.map((one) => ({ serviceId: one.serviceId, memberId: one.anyone ? null : one.memberId }))

const isFor = (visit: VisitWithSegments, wanted: RequestedServiceIds) =>
  JSON.stringify(toRequestedServices(visit)) === JSON.stringify(wanted)

/**
 * Handles a lost race. The exclusion constraint rejects overlaps (23P01), and a concurrent import may remove
 * a row that was just read (23503, foreign key): both are an expected outcome. Other errors are rethrown.
 */
export function takenOnConstraintViolation(error: unknown): 'taken' {
  if (['23P01', '23503'].includes(sqlState(error) ?? '')) return 'taken'
  throw error
}
