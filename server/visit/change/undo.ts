import type { VisitFacts } from '#contract/schedule/visit-change.ts'
import { CallError } from '#contract/errors.ts'
import { findConflicts, workOf, type PlacedPart } from '#domain/availability/placement.ts'
import { placeUnits } from '#domain/availability/placed-units.ts'
import { UNDO_MS, type UndoRefusal } from '#domain/visit/undo.ts'
import type { SignedInStaff } from '#contract/staff/staff.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { listBookableResources, lockCapacity } from '#server/availability/resource-queries.ts'
import {
  capacityOf,
  createSegments,
  releaseExpiredHolds,
  releaseSegments,
  removeSegments,
  usedTime,
} from '#server/availability/segment-queries.ts'
import type { Tx } from '#server/database/db.ts'
import {
  findVisitChange,
  findVisitFacts,
  hasLaterChange,
  isUndone,
  markReported,
  type VisitChangeRow,
} from '../change-queries.ts'
import { takenOnConstraintViolation } from '../hold/hold-together.ts'
import { keepForWaitlist, lockWaitlist, takeFromQueue } from '../hold/queue-hold.ts'
import { finishChange } from '../mail/finish-change.ts'
import { lockVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import type { MoveContext } from './move-plan.ts'
import { reachOf, roomOf, toInTheWay, type InTheWay } from './placement.ts'
import { listTaken, listTakenUnits } from './placement-queries.ts'

type Refused = { ok: false; reason: UndoRefusal | 'taken' | 'held' | 'offered'; inTheWay: InTheWay[] }
type Undone = { ok: true; visit: VisitWithSegments }

/**
 * Takes back what a person of the salon has done with a visit, within twenty seconds: it is as before, but
 * for the number of its changes, and nobody is told. A place that is not free any more is refused with what
 * is there.
 * @throws CallError `not-found` for a change that is unknown or another person's.
 */
export async function undoChange(
  ctx: MoveContext,
  changeId: string,
  staff: SignedInStaff,
): Promise<Undone | Refused> {
  const undone = await ctx.deps.db
    .write(ctx.tenant.id, (tx) => undo(ctx, tx, changeId, staff))
    .catch(takenOnConstraintViolation)
  return undone === 'taken' ? refused('taken') : undone
}

const refused = (reason: Refused['reason'], inTheWay: InTheWay[] = []): Refused => ({
  ok: false,
  reason,
  inTheWay,
})

async function undo(
  ctx: MoveContext,
  tx: Tx,
  changeId: string,
  staff: SignedInStaff,
): Promise<Undone | Refused> {
  const change = await findVisitChange(tx, changeId)
  if (!change || change.staffId !== staff.id || change.kind === 'undone') throw new CallError('not-found')
  const now = ctx.deps.now()
  if (now > change.at.getTime() + UNDO_MS) return refused('over')
  // The time from before may be kept for the queue.
  await lockWaitlist(tx)
  const { resourceIds } = capacityOf([change.before, change.after].flatMap((one) => one?.segments ?? []))
  const capacity = { memberIds: change.memberIds, resourceIds }
  await lockCapacity(tx, capacity)
  const visit = await lockVisit(tx, change.visitId)
  if (!visit) throw new CallError('not-found')
  if (await isUndone(tx, changeId)) return refused('undone')
  if (await hasLaterChange(tx, change)) return refused('later')
  await releaseExpiredHolds(tx, capacity, new Date(now))
  const before = await findVisitFacts(tx, visit.id)
  const refusal = await restore(ctx, tx, visit, change)
  if (refusal) return refusal
  // Nobody is told of what was taken back.
  await markReported(tx, [changeId], [])
  const finished = await finishChange(ctx, tx, visit.id, {
    actor: { kind: 'staff', staff },
    kind: 'undone',
    before,
    message: null,
    undoes: changeId,
  })
  await bumpCalendar(tx)
  return { ok: true, visit: finished.visit }
}

/** Writes a visit as it was before a change. @returns why it cannot be. */
async function restore(
  ctx: MoveContext,
  tx: Tx,
  visit: VisitWithSegments,
  { kind, before }: VisitChangeRow,
): Promise<Refused | null> {
  const sequence = visit.sequence + 1
  if (kind === 'booked' || before === null) {
    await updateVisit(tx, visit.id, { state: 'cancelled', cancelledAt: new Date(ctx.deps.now()), sequence })
    await releaseSegments(tx, visit.id)
    await keepForWaitlist(ctx, tx, visit, { by: null })
    return null
  }
  if (kind === 'moved' || kind === 'cancelled') {
    const refusal = await takeBack(ctx, tx, visit, before)
    if (refusal) return refusal
  }
  await updateVisit(tx, visit.id, { ...columnsOf(before), sequence })
  return null
}

const columnsOf = (before: VisitFacts): Partial<VisitRow> => ({
  state: before.state,
  start: new Date(before.start),
  end: new Date(before.end),
  price: before.price,
  fee: before.fee,
  refunded: before.refunded,
  movedLateFee: before.movedLateFee,
  moves: before.moves,
  changedFrom: before.changedFrom,
  askedAt: before.askedAt === null ? null : new Date(before.askedAt),
  progress: before.progress,
  progressAt: before.progressAt,
  ...(before.state === 'booked' ? { cancelledAt: null } : {}),
})

/** Takes the time from before again, from the queue if it has it. @returns what has it otherwise. */
async function takeBack(
  { deps }: MoveContext,
  tx: Tx,
  visit: VisitWithSegments,
  { segments }: VisitFacts,
): Promise<Refused | null> {
  const times = segments.map((one) => ({ ...one, start: one.start / 60_000, end: one.end / 60_000 }))
  const parts: PlacedPart[] = times.map((one) => ({ ...one, work: workOf(one) }))
  const { memberIds, resourceIds } = capacityOf(segments)
  const ignored = { now: new Date(deps.now()), except: visit.id }
  const found = findConflicts(parts, await listTaken(tx, memberIds, reachOf(parts), ignored))
  const resources = await listBookableResources(tx, resourceIds)
  const units = segments.flatMap((one) => one.units ?? [])
  const rooms = placeUnits(times, {
    resources,
    taken: await listTakenUnits(tx, resourceIds, reachOf(units), ignored),
    kept: segments.map((one) => one.units ?? []),
  })
  const isOver = (part: number, resourceId: string) =>
    segments[part]?.units?.some((one) => one.resourceId === resourceId && one.over)
  const people = found.filter(
    ({ taken: { kind }, part }) => kind !== 'queue' && !(kind === 'visit' && times[part]?.over),
  )
  const inRooms = rooms.conflicts.filter(
    ({ taken: { kind, resourceId }, part }) =>
      kind !== 'queue' && !(kind === 'visit' && isOver(part, resourceId)),
  )
  if (people.length + inRooms.length > 0) {
    const kinds = [...people, ...inRooms].map(({ taken: { kind } }) => kind)
    const reason = kinds.includes('hold') ? 'held' : kinds.includes('offer') ? 'offered' : 'taken'
    return refused(reason, [
      ...people.map(({ taken: one, over }) => toInTheWay(one, over)),
      ...(inRooms.length > 0 ? rooms.inTheWay : []).map(({ taken: one, over }) =>
        toInTheWay(one, over, roomOf(resources, one)),
      ),
    ])
  }
  const queue = [...found, ...rooms.conflicts].flatMap(({ taken: { kind, visitId } }) =>
    kind === 'queue' ? [visitId] : [],
  )
  const placed = times.map(({ memberName: _name, ...one }, index) => ({ ...one, units: rooms.units[index] }))
  await removeSegments(tx, visit.id)
  await takeFromQueue(tx, [...new Set(queue)], usedTime(placed))
  await createSegments(tx, visit.id, placed)
  return null
}
