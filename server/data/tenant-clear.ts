import { eq } from 'drizzle-orm'
import { guest, mail, verification, visit } from '#db/schema.ts'
import type { Tx } from './db.ts'

/** Forgets the tenant's guests, with their sessions, and all their visits and mail; what its file says stays. */
export async function clearTenant(tx: Tx): Promise<void> {
  for (const table of [mail, visit, guest, verification]) await tx.delete(table).where(eq(table.tenantId, tx.tenantId))
}
