import type { ChangeKind, ChangeMessage, Informing, VisitFacts } from '#contract/schedule/visit-change.ts'
import { noticedChanges } from '#domain/staff/notice.ts'
import { bumpSchedule } from '../availability/calendar-queries.ts'
import type { Actor } from '../context/actor.ts'
import type { Tx } from '../database/db.ts'
import type { VisitJobs } from '../jobs/jobs.ts'
import { recordAudit } from '../staff/audit.ts'
import {
  createVisitChange,
  createVisitChanges,
  findVisitFacts,
  type NewVisitChange,
} from './change-queries.ts'
import { findVisit } from './queries.ts'

type Context = {
  deps: { now: () => number; jobs: Pick<VisitJobs, 'reportVisitChange' | 'noticeVisitChange'> }
}

/** What is recorded of a change. `before`: null for a booking. */
type Recorded = {
  actor: Actor
  kind: ChangeKind
  before: VisitFacts | null
  notified?: ChangeMessage[]
  informing?: Informing
  /** When the guest is told; absent: at once, or not at all. */
  reportAt?: Date | null
} & Pick<NewVisitChange, 'batch' | 'instead' | 'undoes'>

/**
 * Records a change of a visit that this transaction has written: who, when, before and after, and the
 * messages about it. It shows the change on the salon's open days, has the salon's people told of it, and, at
 * `reportAt`, the guest. Every write of a visit since it was booked calls it. @returns the id of the change.
 */
export async function recordVisitChange(
  { deps }: Context,
  tx: Tx,
  visitId: string,
  { actor, kind, before, notified = [], informing = 'none', reportAt = null, ...rest }: Recorded,
): Promise<string> {
  const after = await findVisitFacts(tx, visitId)
  const id = await createVisitChange(tx, {
    visitId,
    at: new Date(deps.now()),
    ...whoOf(actor),
    kind,
    before,
    after,
    memberIds: [...new Set([before, after].flatMap((one) => one?.segments ?? []).map((one) => one.memberId))],
    notified,
    informing,
    reportAt,
    ...rest,
  })
  if (actor.kind !== 'job' && isOverbooked(before, after))
    await recordOverbooking({ deps }, tx, visitId, actor)
  if (reportAt) await deps.jobs.reportVisitChange(tx, id, reportAt)
  if (noticedChanges.some((one) => one === kind))
    await deps.jobs.noticeVisitChange(tx, id, reportAt ?? undefined)
  await bumpSchedule(tx)
  return id
}

/** Whether a service is over another visit since this change. */
const isOverbooked = (before: VisitFacts | null, after: VisitFacts | null): boolean =>
  countOver(after) > countOver(before)
const countOver = (facts: VisitFacts | null): number =>
  facts?.segments.filter(({ overReason }) => overReason !== null).length ?? 0

/** Adds it to the audit log as well, which also says it once the visit has been deleted. */
async function recordOverbooking(
  ctx: { deps: { now: () => number } },
  tx: Tx,
  visitId: string,
  actor: Actor,
): Promise<void> {
  const visit = await findVisit(tx, { id: visitId })
  await recordAudit(ctx, tx, {
    what: 'overbooked',
    subject: { id: visitId, name: visit?.number ?? '' },
    ...(visit ? { after: { start: visit.start.getTime() } } : {}),
    actor: actor.kind === 'staff' ? actor.staff : null,
  })
}

/** Records a change of many visits by the server itself, of which nothing but the fact is kept. */
export async function recordVisitChanges(
  tx: Tx,
  visitIds: string[],
  { actor, kind, at }: { actor: Actor; kind: ChangeKind; at: Date },
): Promise<void> {
  if (visitIds.length === 0) return
  await createVisitChanges(tx, visitIds, { actor: actor.kind, kind, at })
  await bumpSchedule(tx)
}

const whoOf = (actor: Actor): Pick<NewVisitChange, 'actor' | 'staffId' | 'staffName' | 'deviceName'> =>
  actor.kind === 'staff'
    ? {
        actor: 'staff',
        staffId: actor.staff.id,
        staffName: actor.staff.name,
        deviceName: actor.staff.device?.name ?? null,
      }
    : { actor: actor.kind }
