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

/** The name that guests see of a member, also of one who has left; null for none. */
export async function findMemberName(tx: Tx, id: string): Promise<string | null> {
  const [row] = await tx
    .select({ firstname: member.firstname, displayname: member.displayname })
    .from(member)
    .where(and(eq(member.tenantId, tx.tenantId), eq(member.id, id)))
  return row ? (row.displayname ?? row.firstname) : null
}

/** Whether the tenant has this member, also one who has left. */
export const memberExists = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.$count(member, and(eq(member.tenantId, tx.tenantId), eq(member.id, id)))) > 0

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
