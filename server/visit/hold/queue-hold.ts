import { randomUUID } from 'node:crypto'
import { QUEUE_MS } from '#domain/visit/hold.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Dependencies, Tenant } from '#server/context/context.ts'
import {
  copySegments,
  cutSegments,
  holdsTime,
  usedTime,
  type NewSegment,
  type UsedTime,
} from '#server/availability/segment-queries.ts'
import { lockKeys } from '#server/database/advisory-lock.ts'
import type { Tx } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { visitHashes } from '#server/secret/handle.ts'
import {
  createVisit,
  hasOpenWaitlist,
  lockHolds,
  removeVisit,
  updateVisit,
  type VisitRow,
  type VisitWithSegments,
} from '../queries.ts'

type Context = {
  tenant: Tenant
  deps: Pick<Dependencies, 'now' | 'secret'> & { jobs: Pick<Jobs, 'matchFreedTime'> }
}

/**
 * Everything that changes the tenant's order or an offer, or what is kept for the queue, runs one after the
 * other: take this lock first, before rows of entries, offers, members and visits.
 */
export const lockWaitlist = (tx: Tx): Promise<void> => lockKeys(tx, ['waitlist'])

/** What giving a held time back to the waitlist needs. */
export type ReturnContext = { deps: { now: () => number; jobs: Pick<Jobs, 'matchFreedTime'> } }

/**
 * Keeps the time of a visit that has just been cancelled or moved for the waitlist, in the same transaction,
 * and has it matched: what a person of the salon has freed once that can no longer be taken back. Does
 * nothing without open entries, or if the time has passed. Call it once the visit's own segments are
 * released.
 * @param freed `by`: who has freed it, null where they take something back; `movedTo`: the visit's new
 * segments, since what they take of its old time is not free.
 */
export async function keepForWaitlist(
  { tenant, deps }: Context,
  tx: Tx,
  visit: Pick<VisitWithSegments, 'id' | 'start' | 'end' | 'currency' | 'segments'>,
  { by, movedTo = [] }: { by: Actor | null; movedTo?: readonly NewSegment[] },
): Promise<void> {
  const now = deps.now()
  if (visit.start.getTime() <= now || !(await hasOpenWaitlist(tx, new Date(now)))) return
  const id = randomUUID()
  const at = by?.kind === 'staff' ? now + REPORT_MS : now
  await createVisit(tx, {
    id,
    state: 'held',
    heldFor: 'queue',
    start: visit.start,
    end: visit.end,
    ...visitHashes(deps.secret, tenant.id, id),
    currency: visit.currency,
    price: 0,
    holdUntil: new Date(at + QUEUE_MS),
    createdAt: new Date(now),
  })
  const hasUnits = visit.segments.some(({ units }) => units.length > 0)
  await copySegments(tx, { from: visit.id, to: id, hasUnits }, usedTime(movedTo))
  await deps.jobs.matchFreedTime(tx, id, at > now ? new Date(at) : undefined)
}

/**
 * Gives the held time of an offer that has ended back to the waitlist, and has it matched. If the hold has
 * expired by now, any guest may book the time: it is matched only as far as it is free.
 */
export async function returnToWaitlist(
  { deps }: ReturnContext,
  tx: Tx,
  visit: Pick<VisitRow, 'id' | 'holdUntil'>,
): Promise<void> {
  const now = deps.now()
  const live = (visit.holdUntil?.getTime() ?? 0) > now && (await holdsTime(tx, visit.id))
  await updateVisit(tx, visit.id, {
    heldFor: 'queue',
    ...(live ? { holdUntil: new Date(now + QUEUE_MS) } : {}),
  })
  await deps.jobs.matchFreedTime(tx, visit.id)
}

/**
 * Takes time away from what is kept for the queue: the salon has placed a visit there. The caller holds the
 * lock of the waitlist.
 */
export async function takeFromQueue(tx: Tx, holds: string[], time: UsedTime): Promise<void> {
  for (const id of await lockHolds(tx, holds))
    if (!(await cutSegments(tx, id, time))) await removeVisit(tx, id)
}
