import type { TimeRefusal } from '#domain/availability/horizon.ts'
import { moveTerms, salonRefusal, type MoveTerms } from '#domain/visit/move.ts'
import { memberAt } from '#domain/visit/services.ts'
import { CallError } from '#contract/errors.ts'
import type { Owner } from '#server/context/booking-owner.ts'
import type { Dependencies, Tenant } from '#server/context/context.ts'
import { candidatesFor } from '#server/availability/bookable.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { findFreeTime, isOffered, listAlternatives, computeRefusal } from '#server/availability/offer.ts'
import { createSegments, releaseSegments, removeSegments } from '#server/availability/segment-queries.ts'
import { publishChange } from '#server/database/change-events.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { findCancellationFee } from '#server/tenant/finance.ts'
import { getFinance, type FinanceRow } from '#server/tenant/queries.ts'
import { toVisitBefore, changesOf, policyOf, refusalFor } from '../changes.ts'
import { takenOnConstraintViolation } from '../hold/hold.ts'
import { movedSegments, searchToMove, sumPrices, type Mover, type WantedMembers } from './move-search.ts'
import { endChangeNotifications, notifyVisitChange } from '../mail/notify-visit.ts'
import { lockVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import { lockOwnHolds, overlappedBy, releaseHolds } from '../hold/own-holds.ts'
import { keepForWaitlist } from '../hold/queue-hold.ts'

type MoveContext = MailContext & { deps: Pick<Dependencies, 'db'> }
/**
 * `start` in epoch ms; `agreed`: what the guest has seen, default the price as booked and no fee. The holds
 * of `own` count as free, and are released where the visit takes their time.
 */
type Target = {
  start: number
  members?: WantedMembers
  agreed?: { price?: number | undefined; fee?: number | undefined }
  own?: Owner
}
/**
 * `moved` is false where the visit was at that time already; `onlyBuffer` says that nothing but a buffer is
 * in the way.
 */
type MoveResult =
  | { ok: true; moved: boolean; visit: VisitWithSegments }
  | { ok: false; reason: TimeRefusal; onlyBuffer: boolean; alternatives: MoveOffer[] }
type MoveOffer = { start: number; end: number; price: number; members: string[] }

/** A visit that another request changes while this one waits for its row is read again, so often. */
const MAX_READS = 4

/** What moving a visit costs its guest now. */
export const moveTermsFor = (
  { tenant, deps }: { tenant: Tenant; deps: { now: () => number } },
  finance: FinanceRow,
  visit: VisitRow,
): MoveTerms =>
  moveTerms({
    ...changesOf(visit),
    policy: policyOf(tenant),
    start: visit.start.getTime(),
    now: deps.now(),
    limitHours: tenant.profile.tenantMessages.cancelLimit,
    price: visit.price,
    lateFee: findCancellationFee(finance, tenant, visit.currency),
  })

/**
 * Moves a visit, for its guest, the holder of its link, and the salon alike: new segments in, the old time to
 * the waitlist, in one transaction, with the same id and handles. Idempotent: a visit that is at that time
 * already stays. A move by the salon costs nothing, and the guest may answer it.
 * @param find finds the visit, and throws where the caller may not move it.
 * @throws CallError as `find` does, `visit/not-movable` with its reason, `not-found` for a member who does
 * not perform a service, and, for the guest, `amount/changed` with fee, price and currency.
 */
export async function moveVisitTo(
  ctx: MoveContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  target: Target,
  by: Mover,
): Promise<MoveResult> {
  const { deps, tenant } = ctx
  let reason: TimeRefusal = 'taken'
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const outcome = await deps.db
      .write(tenant.id, (tx) => move(ctx, tx, find, { ...target, by }))
      .catch(takenOnConstraintViolation)
    if (typeof outcome === 'object') return outcome
    if (outcome === 'changed') continue
    reason = outcome
    break
  }
  const others = await deps.db.read(tenant.id, async (tx) =>
    listOtherTimes(ctx, tx, await find(tx), { ...target, by }),
  )
  return { ok: false, reason, ...others }
}

async function move(
  ctx: MoveContext,
  tx: Tx,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  { start, members, agreed = {}, own, by }: Target & { by: Mover },
): Promise<Extract<MoveResult, { ok: true }> | TimeRefusal | 'changed'> {
  const found = await find(tx)
  if (members && members.length !== 1 && members.length !== found.segments.length)
    throw new CallError('request/invalid', { fields: ['teamMember'] })
  const search = await searchToMove(ctx, tx, found, { members, by, own })
  if (search === 'unknown-member') throw new CallError('not-found')
  if (isAlreadyAt(found, start, members)) return { ok: true, moved: false, visit: found }
  verifyMovable(ctx, found, by)
  if (search === 'unavailable') throw new CallError('visit/not-movable', { reason: search })
  // Fail fast before waiting for the locks when the time is not free.
  if (!(await isOffered(tx, search, start / 60_000))) return computeRefusal(search, start / 60_000)
  // The old members too: their time goes to the waitlist.
  const concerned = [
    ...candidatesFor(search.bookable, search.requested),
    ...found.segments.map(({ memberId }) => memberId),
  ]
  await lockMembers(tx, [...new Set(concerned)])
  const visit = await lockVisit(tx, found.id)
  if (visit?.sequence !== found.sequence) return 'changed'
  // Its guest may have answered the salon meanwhile.
  verifyMovable(ctx, visit, by)
  const held = own ? await lockOwnHolds(tx, own, search.now) : []
  const offer = await findFreeTime(tx, search, start / 60_000)
  if (!offer) return 'taken'
  const segments = movedSegments(visit, search, offer, by)
  const price = sumPrices(segments)
  const terms =
    by === 'salon'
      ? { fee: 0, movedLateFee: visit.movedLateFee, counts: false }
      : moveTermsFor(ctx, await getFinance(tx), visit)
  if (by === 'guest' && ((agreed.price ?? visit.price) !== price || (agreed.fee ?? 0) !== terms.fee))
    throw new CallError('amount/changed', { fee: terms.fee, price, currency: visit.currency })
  await releaseSegments(tx, visit.id)
  await keepForWaitlist(ctx, tx, visit, segments)
  await removeSegments(tx, visit.id)
  await releaseHolds(tx, await overlappedBy(tx, held, offer))
  await createSegments(tx, visit.id, segments)
  await updateVisit(tx, visit.id, {
    start: new Date(offer.start * 60_000),
    end: new Date(offer.end * 60_000),
    price,
    fee: visit.fee + terms.fee,
    movedLateFee: terms.movedLateFee,
    moves: visit.moves + (terms.counts ? 1 : 0),
    changedFrom: by === 'salon' ? (visit.changedFrom ?? toVisitBefore(visit)) : null,
    sequence: visit.sequence + 1,
  })
  const before = toVisitBefore(visit)
  const moved = await notifyVisitChange(
    ctx,
    tx,
    visit.id,
    by === 'salon' ? { about: 'changed', before } : { about: 'moved', before, segments: visit.segments },
  )
  await bumpCalendar(tx)
  return { ok: true, moved: true, visit: moved }
}

/** @throws CallError `visit/not-movable` with the reason. */
function verifyMovable(ctx: MoveContext, visit: VisitWithSegments, by: Mover): void {
  const [start, now] = [visit.start.getTime(), ctx.deps.now()]
  const reason = by === 'salon' ? salonRefusal({ state: visit.state, start, now }) : refusalFor(ctx, visit)
  if (reason) throw new CallError('visit/not-movable', { reason })
}

/** Whether a visit is at this start (epoch ms) already, with these members. */
export const isAlreadyAt = (
  { state, start, segments }: VisitWithSegments,
  at: number,
  members: WantedMembers,
) =>
  state === 'booked' &&
  start.getTime() === at &&
  segments.every(({ memberId }, index) => {
    const wanted = members && memberAt(members, index)
    return !wanted || wanted === memberId
  })

/**
 * The free times nearest to one (epoch ms) that is refused, on the salon's grid; for the salon none overlaps
 * another. And whether only a buffer is in the way.
 */
async function listOtherTimes(
  ctx: MoveContext,
  tx: Tx,
  visit: VisitWithSegments,
  { start, members, own, by }: Target & { by: Mover },
): Promise<{ onlyBuffer: boolean; alternatives: MoveOffer[] }> {
  const search = await searchToMove(ctx, tx, visit, { members, by, own, onGrid: true })
  const placed = await searchToMove(ctx, tx, visit, { members, by, own })
  if (typeof search === 'string' || typeof placed === 'string') return { onlyBuffer: false, alternatives: [] }
  const onlyBuffer = await isOffered(tx, { ...placed, ignoresBuffers: true }, start / 60_000)
  const offers = await listAlternatives(tx, search, Math.round(start / 60_000), { apart: by === 'salon' })
  const wanted = search.requested.map(({ memberId }) => memberId)
  const others = offers.filter((offer) => !isAlreadyAt(visit, offer.start * 60_000, wanted))
  return { onlyBuffer, alternatives: others.map((offer) => toMoveOffer(visit, search, offer, by)) }
}

/** A time to which a visit can be moved: epoch ms, minor units including VAT. */
export const toMoveOffer = (
  visit: VisitWithSegments,
  search: Parameters<typeof movedSegments>[1],
  offer: Parameters<typeof movedSegments>[2],
  by: Mover,
): MoveOffer => ({
  start: offer.start * 60_000,
  end: offer.end * 60_000,
  price: sumPrices(movedSegments(visit, search, offer, by)),
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
    await updateVisit(tx, visit.id, { changedFrom: null })
    await endChangeNotifications(ctx, tx, visit)
    if (visit.guestId) await publishChange(tx, 'visits', visit.guestId)
    return true
  })
}
