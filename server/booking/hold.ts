import { randomUUID } from 'node:crypto'
import type { Offer } from '#domain/availability/request.ts'
import {
  DOUBLE_CLICK_MS,
  holdEnd,
  MAX_HELD_MINUTES_AT_ADDRESS,
  MOST_HOLDS,
  MOST_HOLDS_AT_ADDRESS,
} from '#domain/visit/hold.ts'
import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { bumpCalendar } from '../data/calendar.ts'
import { sqlState, type Tx } from '../data/db.ts'
import { lockMembers } from '../data/member.ts'
import { createSegments, sumHeldMinutes } from '../data/segment.ts'
import {
  createVisit,
  getVisit,
  listOpenHolds,
  lockVisit,
  queueUp,
  updateVisit,
  type Owner,
  type VisitWithSegments,
} from '../data/visit.ts'
import { candidatesFor, loadBookable, wishFor } from './bookable.ts'
import { addressHashOf, handleOf, hashOf } from './handle.ts'
import { findOffer, isOffered, listAlternatives, segmentsOf, shownOffer, type Search } from './offer.ts'
import { ensureOwner, ownerOf, owns } from './owner.ts'

type Wanted = { serviceId: string; memberId: string | null }[]
export type ShownOffer = ReturnType<typeof shownOffer>
type Refusal = 'taken' | 'too-many-holds' | 'too-many-at-address'
type HoldResult =
  { ok: true; hold: VisitWithSegments } | { ok: false; reason: Refusal; alternatives: ShownOffer[] }

/**
 * Holds a time (epoch ms) for this guest. The same time asked for again, as a double click does, is the same hold.
 * @throws CallError `not-found` for a service that does not exist, or a person who does not do it, and `request/invalid` for the same
 * service twice where the tenant does not allow that.
 */
export async function holdVisit(scope: Scope, wanted: Wanted, start: number): Promise<HoldResult> {
  ensureOwner(scope)
  const held = await scope.deps.db
    .write(scope.tenant.id, (tx) => hold(tx, scope, wanted, start))
    .catch(lostRace)
  if (held === 'taken')
    return { ok: false, reason: 'taken', alternatives: await alternativesTo(scope, wanted, start) }
  return typeof held === 'string' ? { ok: false, reason: held, alternatives: [] } : { ok: true, hold: held }
}

async function hold(
  tx: Tx,
  scope: Scope,
  wanted: Wanted,
  start: number,
): Promise<VisitWithSegments | Refusal> {
  const search = await searchFor(tx, scope, wanted)
  if (!search) throw new CallError('not-found')
  if (!search.bookable.sameServiceTwice && new Set(wanted.map((one) => one.serviceId)).size < wanted.length)
    throw new CallError('request/invalid', { fields: ['services'] })
  const owner = ownerOf(scope)
  const addressHash = addressHashOf(scope.deps.secret, scope.tenant.id, scope.address)
  const listOpen = () => listOpenHolds(tx, owner, addressHash, new Date(search.now))
  const isSame = (one: VisitWithSegments) => one.start.getTime() === start && isFor(one, wanted)
  const isDoubleClick = (one: VisitWithSegments) =>
    scope.ownerIsNew === true &&
    one.ownerIsNew &&
    one.addressHash === addressHash &&
    search.now - one.createdAt.getTime() <= DOUBLE_CLICK_MS
  // Whoever comes too late need not queue for the locks. What is in the way may be the guest's own hold: looked for only now,
  // so that it cannot have come in between.
  if (!(await isOffered(tx, search, start / 60_000)))
    return (await listOpen()).find((one) => owns(scope, one) && isSame(one)) ?? 'taken'
  await queueUp(tx, [`owner ${owner.guestId ?? owner.ownerHash}`, `address ${addressHash}`])
  const open = await listOpen()
  const same = open.find((one) => owns(scope, one) && isSame(one))
  if (same) return same
  const other = open.find((one) => isDoubleClick(one) && isSame(one))
  if (other) return takeOver(tx, other, owner)
  if (open.filter((one) => owns(scope, one)).length >= MOST_HOLDS) return 'too-many-holds'
  if (open.filter((one) => one.addressHash === addressHash).length >= MOST_HOLDS_AT_ADDRESS)
    return 'too-many-at-address'
  await lockMembers(tx, candidatesFor(search.bookable, search.wish))
  const offer = await findOffer(tx, search, start / 60_000)
  if (!offer) return 'taken'
  // A long visit alone is nobody's abuse: the first hold of an address may take as long as it takes.
  const held = await sumHeldMinutes(tx, addressHash, new Date(search.now))
  if (held > 0 && held + minutesOf(offer) > MAX_HELD_MINUTES_AT_ADDRESS) return 'too-many-at-address'
  return createHold(tx, scope, search, offer, { owner, addressHash })
}

const minutesOf = ({ segments }: Offer) =>
  segments.flatMap((one) => one.busy).reduce((sum, { start, end }) => sum + end - start, 0)

/** Of a double click without a cookie the browser keeps the last answer and its secret: the hold goes to that one, and takes nobody else's time. */
async function takeOver(
  tx: Tx,
  { id }: VisitWithSegments,
  { ownerHash }: Owner,
): Promise<VisitWithSegments | 'taken'> {
  if ((await lockVisit(tx, id))?.state !== 'held') return 'taken'
  await updateVisit(tx, id, { ownerHash })
  return getVisit(tx, id)
}

async function createHold(
  tx: Tx,
  { deps, tenant, ownerIsNew }: Scope,
  { bookable, wish, now }: Search,
  offer: Offer,
  { owner, addressHash }: { owner: Owner; addressHash: string },
): Promise<VisitWithSegments> {
  const id = randomUUID()
  const segments = segmentsOf(bookable, wish, offer)
  await createVisit(tx, {
    id,
    state: 'held',
    start: new Date(offer.start * 60_000),
    end: new Date(offer.end * 60_000),
    ...owner,
    ownerIsNew: ownerIsNew ?? false,
    addressHash,
    handleHash: hashOf(handleOf(deps.secret, 'visit', tenant.id, id)),
    cancelHash: hashOf(handleOf(deps.secret, 'cancel', tenant.id, id)),
    currency: bookable.currency,
    price: segments.reduce((sum, one) => sum + one.price, 0),
    holdUntil: new Date(holdEnd(now)),
    createdAt: new Date(now),
  })
  await createSegments(tx, id, segments)
  const held = await getVisit(tx, id)
  await bumpCalendar(tx)
  return held
}

/** The times nearest to one (epoch ms) that is gone; none when the wish itself cannot be had any more. */
export async function alternativesTo(scope: Scope, wanted: Wanted, start: number): Promise<ShownOffer[]> {
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const search = await searchFor(tx, scope, wanted)
    if (!search) return []
    const offers = await listAlternatives(tx, search, Math.round(start / 60_000))
    return offers.map((offer) => shownOffer(search.bookable, search.wish, offer))
  })
}

async function searchFor(tx: Tx, scope: Scope, wanted: Wanted): Promise<Search | null> {
  const bookable = await loadBookable(
    tx,
    scope,
    wanted.map((one) => one.serviceId),
  )
  const wish = wishFor(bookable, wanted)
  return wish && { bookable, wish, now: scope.deps.now() }
}

/** What a visit was asked for, as opposed to who came to do it. */
export const wantedOf = (visit: VisitWithSegments): Wanted =>
  visit.segments.map((one) => ({ serviceId: one.serviceId, memberId: one.anyone ? null : one.memberId }))

const isFor = (visit: VisitWithSegments, wanted: Wanted) =>
  JSON.stringify(wantedOf(visit)) === JSON.stringify(wanted)

/**
 * The overlap rule has the last word (23P01), and an import may take away at this moment what was just found (23503): losing
 * to either is an outcome, not a failure.
 */
export function lostRace(error: unknown): 'taken' {
  if (['23P01', '23503'].includes(sqlState(error) ?? '')) return 'taken'
  throw error
}
