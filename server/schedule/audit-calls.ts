import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listAuditRows, type AuditRow } from '../staff/audit-queries.ts'
import { listStaffNames } from '../staff/queries.ts'
import { listAuditedVisits } from './queries.ts'
import { readerOf, UNNAMED } from './reader.ts'

const PAGE_SIZE = 50

/** A page of the audit log, newest first. */
export const listAudit: Handler<'listAudit'> = async (ctx, { staffId, before }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const found = await listAuditRows(tx, { staffId, before, limit: PAGE_SIZE + 1 })
    const rows = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
    const visitOf = await findVisits(ctx, tx, rows)
    return {
      documents: rows.map((row) => ({
        id: row.id,
        at: row.at.getTime(),
        actor: row.staffId && row.actor,
        device: row.device,
        method: row.method,
        what: row.what,
        subject: row.subjectName || null,
        visit: visitOf(row),
        before: row.before,
        after: row.after,
      })),
      next: last ? `${last.at.getTime()}.${last.id}` : null,
      people: await listStaffNames(tx),
    }
  })

/**
 * Finds the visits that rows of the log concern. Their guests are not kept in the log, so that erasing a
 * guest erases them once.
 */
async function findVisits(ctx: RequestContext, tx: Tx, rows: readonly AuditRow[]) {
  const ids = rows.flatMap(({ what, subject }) =>
    (what === 'overbooked' || what === 'noteAdded') && subject !== null ? [subject] : [],
  )
  if (ids.length === 0 || ctx.staff?.rights.day === undefined) return () => null
  const reader = readerOf(ctx)
  const visits = new Map((await listAuditedVisits(tx, [...new Set(ids)])).map((one) => [one.id, one]))
  return ({ subject, after }: AuditRow) => {
    const visit = subject === null ? undefined : visits.get(subject)
    if (!visit?.memberIds.some((one) => reader.sees(one))) return null
    const { firstname, name } = reader.guest({ ...UNNAMED, ...visit }, visit)
    return { firstname, name, start: typeof after?.start === 'number' ? after.start : visit.start }
  }
}
