import { isDeepStrictEqual } from 'node:util'
import type { Offer } from '#domain/availability/request.ts'
import { sortAddons, type WantedAddon } from '#domain/visit/addons.ts'
import { salonRefusal } from '#domain/visit/move.ts'
import { memberAt } from '#domain/visit/services.ts'
import { CallError } from '#contract/errors.ts'
import type { Informing } from '#contract/schedule/visit-change.ts'
import { isSalon, type Actor } from '#server/context/actor.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { listAlternatives } from '#server/availability/offer.ts'
import { lockCapacity } from '#server/availability/resource-queries.ts'
import {
  capacityOf,
  createSegments,
  releaseSegments,
  removeSegments,
  usedTime,
  type Capacity,
} from '#server/availability/segment-queries.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { Tx } from '#server/database/db.ts'
import { findVisitFacts } from '../change-queries.ts'
import { toVisitBefore, refusalFor } from '../changes.ts'
import { isReachable } from '../contact.ts'
import { takenOnConstraintViolation } from '../hold/hold-together.ts'
import { keepForWaitlist, lockWaitlist, takeFromQueue } from '../hold/queue-hold.ts'
import { finishChange } from '../mail/finish-change.ts'
import { endChangeNotifications } from '../mail/notify-visit.ts'
import { lockVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import { recordVisitChange } from '../record-change.ts'
import { verifySequence } from '../verify-sequence.ts'
import { planGuestMove } from './guest-move.ts'
import { salonPlace, type Decided, type MoveContext, type Refusal, type Target } from './move-plan.ts'
import { minutesOf, movedSegments, searchToMove, sumPrices } from './move-search.ts'
import { listNearestPlaces, type FreePlace } from './placement.ts'
import { planSalonMove } from './salon-move.ts'

/** `moved` is false where the visit was at that time already. */
export type MoveResult =
  | { ok: true; moved: boolean; visit: VisitWithSegments; changeId: string | null }
  | ({ ok: false; alternatives: MoveOffer[] } & Refusal)
type MoveOffer = { start: number; end: number; price: number; members: string[] }

/** A visit that another request changes while this one waits for its row is read again, so often. */
const MAX_READS = 4

/**
 * Moves a visit, gives it to others, or changes its length or its add-ons, for its guest, the holder of its
 * link, and the salon alike: new segments in, the old time to the waitlist, in one transaction, with the same
 * id and handles. Idempotent: a visit that is so already stays. A guest gets free times only, and pays what
 * that costs. The salon places a visit where it wants, also a running one, as far as `planPlacement` lets it;
 * that costs nothing but what new add-ons do, and the guest may answer it.
 * @param find finds the visit, and throws where the caller may not move it.
 * @throws CallError as `find` does, `visit/not-movable` with its reason, `not-found` for a member who does
 * not perform a service, for the guest `amount/changed` with fee, price and currency, and for the salon
 * `visit/changed` as `verifySequence` does.
 */
export async function moveVisitTo(
  ctx: MoveContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  target: Target,
  actor: Actor,
): Promise<MoveResult> {
  const { deps, tenant } = ctx
  let refusal: Refusal = { reason: 'taken', inTheWay: [], warnings: [] }
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const outcome = await deps.db
      .write(tenant.id, (tx) => move(ctx, tx, find, { ...target, actor }))
      .catch(takenOnConstraintViolation)
    if (outcome === 'changed') continue
    if (outcome !== 'taken') {
      if ('moved' in outcome) return outcome
      refusal = outcome
    }
    break
  }
  const alternatives = await deps.db.read(tenant.id, async (tx) =>
    listOtherTimes(ctx, tx, await find(tx), { ...target, actor }),
  )
  return { ok: false, ...refusal, alternatives }
}

type Moving = Target & { actor: Actor }

async function move(
  ctx: MoveContext,
  tx: Tx,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  target: Moving,
): Promise<Extract<MoveResult, { ok: true }> | Refusal | 'changed'> {
  const { start, members, minutes, addons, actor, sequence } = target
  await target.prepare?.(tx)
  const found = await find(tx)
  if (members && members.length !== 1 && members.length !== found.segments.length)
    throw new CallError('request/invalid', { fields: ['teamMember'] })
  if (addons && addons.length !== found.segments.length)
    throw new CallError('request/invalid', { fields: ['addons'] })
  await verifySequence(tx, found, sequence)
  const plan = await (isSalon(actor) ? planSalonMove : planGuestMove)(ctx, tx, found, target)
  if (isAlreadyAt(found, start, { members, minutes, addons }))
    return { ok: true, moved: false, visit: found, changeId: null }
  verifyMovable(ctx, found, actor)
  if (plan === 'unavailable') throw new CallError('visit/not-movable', { reason: plan })
  if ('reason' in plan) return plan
  if (plan.queue.length > 0) await lockWaitlist(tx)
  // The old members and resources too: their time goes to the waitlist.
  await lockCapacity(tx, withThose(plan.capacity, found))
  const visit = await lockVisit(tx, found.id)
  if (visit?.sequence !== found.sequence) return 'changed'
  // Its guest may have answered the salon meanwhile.
  verifyMovable(ctx, visit, actor)
  const decided = await plan.decide(visit)
  if ('reason' in decided) return decided
  // Somebody has cancelled since: the lock of the waitlist comes before those of members.
  if (decided.queue.length > 0 && plan.queue.length === 0) return 'changed'
  return place(ctx, tx, visit, { decided, target })
}

/** A capacity with that of a visit. */
function withThose({ memberIds, resourceIds }: Capacity, { segments }: VisitWithSegments): Capacity {
  const own = capacityOf(segments)
  return {
    memberIds: [...new Set([...memberIds, ...own.memberIds])],
    resourceIds: [...new Set([...resourceIds, ...own.resourceIds])],
  }
}

/** Writes a visit to where it was decided. */
async function place(
  ctx: MoveContext,
  tx: Tx,
  visit: VisitWithSegments,
  { decided: { offer, segments, terms, queue }, target }: { decided: Decided; target: Moving },
): Promise<Extract<MoveResult, { ok: true }>> {
  const { actor, batch } = target
  const before = await findVisitFacts(tx, visit.id)
  await releaseSegments(tx, visit.id)
  await keepForWaitlist(ctx, tx, visit, { by: actor, movedTo: segments })
  await removeSegments(tx, visit.id)
  await takeFromQueue(tx, queue, usedTime(segments))
  await createSegments(tx, visit.id, segments)
  const informing = informingFor(ctx, visit, offer, target)
  await updateVisit(tx, visit.id, {
    start: new Date(offer.start * 60_000),
    end: new Date(offer.end * 60_000),
    price: sumPrices(segments),
    fee: visit.fee + terms.fee,
    movedLateFee: terms.movedLateFee,
    moves: visit.moves + (terms.counts ? 1 : 0),
    changedFrom: changedFromAfter(visit, informing),
    askedAt: null,
    sequence: visit.sequence + 1,
  })
  const shown = toVisitBefore(visit)
  const moved = await finishChange(ctx, tx, visit.id, {
    actor,
    kind: 'moved',
    before,
    message: isSalon(actor)
      ? { about: informing === 'agreed' ? 'agreed' : 'changed', before: shown }
      : { about: 'moved', before: shown, segments: visit.segments },
    informing: informing ?? 'agreed',
    batch,
  })
  await bumpCalendar(tx)
  return { ok: true, moved: true, ...moved }
}

/**
 * Whether the guest is asked, told, or not told of a change by the salon; null: the guest has made it. Who
 * can be sent nothing is not asked.
 */
function informingFor(
  { deps }: MoveContext,
  visit: VisitWithSegments,
  offer: Offer,
  { actor, informing = 'ask' }: Moving,
): Informing | null {
  if (!isSalon(actor)) return null
  const hasBegun = Math.max(visit.start.getTime(), offer.start * 60_000) <= deps.now()
  const cannotAsk = informing === 'ask' && !isReachable(visit)
  return hasBegun || cannotAsk ? 'none' : informing
}

/** What the guest has yet to answer: nothing once they have agreed, or have moved it themselves. */
function changedFromAfter(visit: VisitWithSegments, informing: Informing | null): VisitRow['changedFrom'] {
  if (informing === 'ask') return visit.changedFrom ?? toVisitBefore(visit)
  return informing === 'none' ? visit.changedFrom : null
}

/** @throws CallError `visit/not-movable` with the reason. */
function verifyMovable(ctx: MoveContext, visit: VisitWithSegments, actor: Actor): void {
  const [end, now] = [visit.end.getTime(), ctx.deps.now()]
  const reason = isSalon(actor) ? salonRefusal({ state: visit.state, end, now }) : refusalFor(ctx, visit)
  if (reason) throw new CallError('visit/not-movable', { reason })
}

/** Whether a visit is at this start (epoch ms) already, with these members and add-ons, and as long. */
export const isAlreadyAt = (
  { state, start, segments }: VisitWithSegments,
  at: number,
  {
    members,
    minutes,
    addons,
  }: Pick<Target, 'members'> & {
    minutes?: readonly (number | undefined)[] | undefined
    addons?: readonly (readonly WantedAddon[] | undefined)[] | undefined
  },
) =>
  state === 'booked' &&
  start.getTime() === at &&
  segments.every((segment, index) => {
    const wanted = members && memberAt(members, index)
    const length = minutes?.[index] ?? minutesOf(segment)
    const hasThose = isDeepStrictEqual(
      sortAddons(addons?.[index] ?? segment.addons),
      sortAddons(segment.addons),
    )
    return (!wanted || wanted === segment.memberId) && length === minutesOf(segment) && hasThose
  })

/** The free times nearest to one (epoch ms) that is refused; for the salon none overlaps another. */
async function listOtherTimes(
  ctx: MoveContext,
  tx: Tx,
  visit: VisitWithSegments,
  target: Moving,
): Promise<MoveOffer[]> {
  const { start, members, own, actor } = target
  if (isSalon(actor)) {
    const isPresent = (one: FreePlace) => isAlreadyAt(visit, one.start, one)
    const existing = { except: visit.id, isPresent }
    const places = await listNearestPlaces(ctx, tx, salonPlace(visit, target), existing)
    return places.map((one) => ({ ...one, price: visit.price }))
  }
  const search = await searchToMove(ctx, tx, visit, { members, own })
  if (typeof search === 'string') return []
  const wanted = search.requested.map(({ memberId }) => memberId)
  const offers = await listAlternatives(tx, search, Math.round(start / 60_000), {
    unwanted: (offer) => isAlreadyAt(visit, offer.start * 60_000, { members: wanted }),
  })
  return offers.map((offer) => toMoveOffer(visit, search, offer))
}

/** A time to which a guest can move a visit: epoch ms, minor units including VAT. */
export const toMoveOffer = (
  visit: VisitWithSegments,
  search: Parameters<typeof movedSegments>[1],
  offer: Offer,
): MoveOffer => ({
  start: offer.start * 60_000,
  end: offer.end * 60_000,
  price: sumPrices(movedSegments(visit, search, offer, { bySalon: false })),
  members: offer.segments.map(({ memberId }) => memberId),
})

/**
 * Accepts the salon's change of a visit: the ordinary rules hold again. Idempotent.
 * @param sequence of the visit as the guest has seen it; a later change is not accepted.
 * @returns whether there was one.
 */
export async function acceptChange(
  ctx: MoveContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  sequence?: number,
): Promise<boolean> {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const visit = await lockVisit(tx, (await find(tx)).id)
    if (visit?.state !== 'booked' || !visit.changedFrom) return false
    if (sequence !== undefined && sequence !== visit.sequence) return false
    const before = await findVisitFacts(tx, visit.id)
    await updateVisit(tx, visit.id, { changedFrom: null })
    await endChangeNotifications(ctx, tx, visit)
    await recordVisitChange(ctx, tx, visit.id, { actor: { kind: 'guest' }, kind: 'accepted', before })
    if (visit.guestId) await publishChange(tx, 'visits', visit.guestId)
    return true
  })
}
