import { and, asc, eq, inArray } from 'drizzle-orm'
import { member } from '#db/schema/service.ts'
import type { Tx } from '../database/db.ts'

type MemberRow = typeof member.$inferSelect

/** Lists the active members in the tenant's order. */
export const listMembers = (tx: Tx): Promise<MemberRow[]> =>
  tx
    .select()
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), eq(member.active, true)))
    .orderBy(asc(member.position), asc(member.id))

/**
 * Locks the members' rows in id order, so that concurrent bookings of the same members wait for each other
 * instead of deadlocking on the exclusion constraint.
 */
export const lockMembers = async (tx: Tx, ids: string[]) => {
  await tx
    .select({ id: member.id })
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), inArray(member.id, ids)))
    .orderBy(asc(member.id))
    .for('no key update')
}
