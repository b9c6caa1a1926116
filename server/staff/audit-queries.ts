import { randomUUID } from 'node:crypto'
import { and, desc, eq, lt, or } from 'drizzle-orm'
import { audit } from '#db/schema/staff.ts'
import type { Tx } from '../database/db.ts'

export type AuditRow = typeof audit.$inferSelect

export async function createAudit(tx: Tx, row: Omit<AuditRow, 'tenantId' | 'id'>): Promise<void> {
  await tx.insert(audit).values({ ...row, tenantId: tx.tenantId, id: randomUUID() })
}

/** `staffId`: of one person; `before`: the last row of the page before. */
type Wanted = {
  staffId?: string | undefined
  before?: Pick<AuditRow, 'at' | 'id'> | undefined
  limit: number
}

/** The rows before a place, newest first. */
export const listAuditRows = (tx: Tx, { staffId, before, limit }: Wanted): Promise<AuditRow[]> =>
  tx
    .select()
    .from(audit)
    .where(
      and(
        eq(audit.tenantId, tx.tenantId),
        staffId === undefined ? undefined : eq(audit.staffId, staffId),
        before === undefined
          ? undefined
          : or(lt(audit.at, before.at), and(eq(audit.at, before.at), lt(audit.id, before.id))),
      ),
    )
    .orderBy(desc(audit.at), desc(audit.id))
    .limit(limit)

/**
 * Deletes the rows from before `before`, whose retention must be over by the clock of the database as well.
 * @returns their number.
 */
export async function removeOldAudit(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(audit)
    .where(and(eq(audit.tenantId, tx.tenantId), lt(audit.at, before)))
  return rowCount ?? 0
}
