import { and, asc, eq, inArray } from 'drizzle-orm'
import { member } from '#db/schema/service.ts'
import type { Tx } from './db.ts'

type MemberRow = typeof member.$inferSelect

/** The active members in the tenant's order. */
export const listMembers = (tx: Tx): Promise<MemberRow[]> =>
  tx
    .select()
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), eq(member.active, true)))
    .orderBy(asc(member.position), asc(member.id))

/**
 * Locks the members' rows in id order, so that writers over the same people queue up instead of deadlocking on the
 * overlap rule.
 */
export const lockMembers = async (tx: Tx, ids: string[]) => {
  await tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), inArray(member.id, ids)))
    .orderBy(asc(member.id))
    .for('no key update')
}
