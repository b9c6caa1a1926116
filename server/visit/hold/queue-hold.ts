import { randomUUID } from 'node:crypto'
import { QUEUE_MS } from '#domain/visit/hold.ts'
import type { Dependencies, Tenant } from '#server/context/context.ts'
import { copySegments, holdsTime, type TimeRange } from '#server/availability/segment-queries.ts'
import type { Tx } from '#server/database/db.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { createVisit, hasOpenWaitlist, updateVisit, type VisitRow } from '../queries.ts'

type Context = {
  tenant: Tenant
  deps: Pick<Dependencies, 'now' | 'secret'> & { jobs: Pick<Jobs, 'matchFreedTime'> }
}

/** What giving a held time back to the waitlist needs. */
export type ReturnContext = { deps: { now: () => number; jobs: Pick<Jobs, 'matchFreedTime'> } }

/**
 * Keeps the time of a visit that has just been cancelled or moved for the waitlist, in the same transaction,
 * and has it matched. Does nothing without open entries, or if the time has passed. Call it once the visit's
 * own segments are released.
 * @param movedTo the visit's new segments: what they take of its old time is not free.
 */
export async function keepForWaitlist(
  { tenant, deps }: Context,
  tx: Tx,
  visit: Pick<VisitRow, 'id' | 'start' | 'end' | 'currency'>,
  movedTo: readonly { memberId: string; busy: TimeRange[] }[] = [],
): Promise<void> {
  const now = deps.now()
  if (visit.start.getTime() <= now || !(await hasOpenWaitlist(tx, new Date(now)))) return
  const id = randomUUID()
  await createVisit(tx, {
    id,
    state: 'held',
    heldFor: 'queue',
    start: visit.start,
    end: visit.end,
    handleHash: sha256(deriveHandle(deps.secret, 'visit', tenant.id, id)),
    cancelHash: sha256(deriveHandle(deps.secret, 'cancel', tenant.id, id)),
    currency: visit.currency,
    price: 0,
    holdUntil: new Date(now + QUEUE_MS),
    createdAt: new Date(now),
  })
  const ranges = movedTo.flatMap(({ memberId, busy }) => busy.map((range) => ({ memberId, ...range })))
  await copySegments(tx, visit.id, id, ranges)
  await deps.jobs.matchFreedTime(tx, id)
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
