import type { VisitFacts } from '#contract/schedule/visit-change.ts'
import type { VisitBefore } from '#contract/visit/visit.ts'
import type { Dependencies } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import {
  findVisitChange,
  listReports,
  listUnreported,
  markReported,
  type VisitChangeRow,
} from '../change-queries.ts'
import { lockVisit, type VisitWithSegments } from '../queries.ts'
import type { VisitChange } from './mail.ts'
import { notifyVisitChange } from './notify-visit.ts'
import { enqueueSeveralMail } from './several-mail.ts'

type Context = MailContext & { deps: Pick<Dependencies, 'db'> }

/** A visit of which its guest is to be told, what, and the changes that this is about. */
type Report = { visit: VisitWithSegments; changes: VisitChangeRow[]; message: VisitChange | null }

/**
 * Tells a guest of what people of the salon have done with a visit, once that can no longer be taken back:
 * several changes of a visit are one message, and so are those of several visits of one guest that were made
 * at once. Idempotent.
 */
export async function reportVisitChange(ctx: Context, changeId: string): Promise<void> {
  await ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const change = await findVisitChange(tx, changeId)
    if (!change?.reportAt) return
    const now = ctx.deps.now()
    // The clock of the queue may be ahead.
    if (change.reportAt.getTime() > now) return ctx.deps.jobs.reportVisitChange(tx, changeId, change.reportAt)
    const reports = await loadReports(tx, change, now)
    const pending = reports.flatMap(({ changes }) => changes)
    // The job of the last one tells all of it.
    if (pending.some(({ reportAt }) => reportAt && reportAt.getTime() > now)) return
    const told = reports.filter(isTold)
    const several = told.length > 1 ? await enqueueSeveralMail(ctx, tx, told, changeId) : null
    for (const report of reports) {
      const notified = isTold(report)
        ? (several ??
          (await notifyVisitChange(ctx, tx, report.visit, { change: report.message, bySalon: true })))
        : []
      const ids = report.changes.map(({ id }) => id)
      await markReported(tx, ids, notified)
    }
  })
}

const isTold = (report: Report): report is Report & { message: VisitChange } => report.message !== null

/** The visits of the same guest that were changed at once, locked. */
async function loadReports(tx: Tx, { visitId, batch }: VisitChangeRow, now: number): Promise<Report[]> {
  const others = batch === null ? [] : await listUnreported(tx, { batch })
  const ids = [...new Set([visitId, ...others.map((one) => one.visitId)])].toSorted()
  const visits: VisitWithSegments[] = []
  for (const id of ids) {
    const visit = await lockVisit(tx, id)
    if (visit) visits.push(visit)
  }
  const own = visits.find(({ id }) => id === visitId)
  const reports: Report[] = []
  for (const visit of visits) {
    if (!own || !isSameGuest(visit, own)) continue
    const changes = await listUnreported(tx, { visitId: visit.id })
    if (changes.length > 0) reports.push({ visit, changes, message: messageFor(visit, changes, now) })
  }
  return reports
}

const isSameGuest = (a: VisitWithSegments, b: VisitWithSegments): boolean =>
  a.id === b.id ||
  (a.guestId !== null && a.guestId === b.guestId) ||
  (a.guestId === null &&
    b.guestId === null &&
    [a.contact?.email, a.contact?.mobile].some(Boolean) &&
    a.contact?.email === b.contact?.email &&
    a.contact?.mobile === b.contact?.mobile)

/**
 * What to tell of these changes, which nobody was told of; null: nothing that matters is left of them. `now`:
 * epoch ms.
 */
function messageFor(
  visit: VisitWithSegments,
  changes: readonly VisitChangeRow[],
  now: number,
): VisitChange | null {
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) return null
  const isNew = first.kind === 'booked'
  if (visit.state === 'cancelled') {
    // Its guest has cancelled it meanwhile, or has never heard of it.
    if (last.kind !== 'cancelled' || isNew) return null
    return { about: 'cancelledBySalon', times: last.instead ?? [] }
  }
  if (visit.state !== 'booked') return null
  if (visit.progress === 'noShow') return null
  // A visit that has begun meanwhile needs no confirmation.
  if (isNew) return visit.start.getTime() > now ? { about: 'booked' } : null
  const moved = changes.findLast(({ kind }) => kind === 'moved')
  const before = first.before && toBefore(first.before)
  // Its guest has moved it since, and was told of that.
  if (moved?.after && !isSameTime(moved.after, visit)) return null
  if (moved && before && !isSameTime(first.before, visit))
    // Its guest may have accepted it on an open page meanwhile.
    return { about: moved.informing === 'agreed' || !visit.changedFrom ? 'agreed' : 'changed', before }
  return changes.some(({ kind }) => kind === 'asked') && visit.askedAt ? { about: 'asked' } : null
}

/** A visit as it was, for its guest. */
const toBefore = ({ start, end, segments }: VisitFacts): VisitBefore => ({
  start,
  end,
  members: [...new Set(segments.map(({ memberName }) => memberName))],
})

const isSameTime = (before: VisitFacts | null, { start, end, segments }: VisitWithSegments): boolean =>
  before !== null &&
  before.start === start.getTime() &&
  before.end === end.getTime() &&
  before.segments.every(({ memberId }, index) => segments[index]?.memberId === memberId)

/** Enqueues the jobs of a tenant's reports again: a restored database has none. */
export async function enqueueReportJobs({ deps, tenant }: Context): Promise<void> {
  await deps.db.write(tenant.id, async (tx) => {
    for (const { id, reportAt } of await listReports(tx))
      if (reportAt) await deps.jobs.reportVisitChange(tx, id, reportAt)
  })
}
