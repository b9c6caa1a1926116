import type { Handler } from '../context/context.ts'
import { listAuditRows } from './audit-queries.ts'
import { listStaffNames } from './queries.ts'

const PAGE_SIZE = 50

/** A page of the audit log, newest first. */
export const listAudit: Handler<'listAudit'> = async (ctx, { staffId, before }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const found = await listAuditRows(tx, { staffId, before, limit: PAGE_SIZE + 1 })
    const rows = found.slice(0, PAGE_SIZE)
    const last = found.length > PAGE_SIZE ? rows.at(-1) : undefined
    return {
      documents: rows.map((row) => ({
        id: row.id,
        at: row.at.getTime(),
        actor: row.staffId && row.actor,
        device: row.device,
        method: row.method,
        what: row.what,
        subject: row.subjectName || null,
        before: row.before,
        after: row.after,
      })),
      next: last ? `${last.at.getTime()}.${last.id}` : null,
      people: await listStaffNames(tx),
    }
  })
