import { and, asc, eq } from 'drizzle-orm'
import { staffPasskey } from '#db/schema/staff.ts'
import type { Tx } from '#server/database/db.ts'

export type StaffPasskeyRow = typeof staffPasskey.$inferSelect

const isOwn = (tx: Tx) => eq(staffPasskey.tenantId, tx.tenantId)

/** A person's passkeys, oldest first. */
export const listStaffPasskeys = (tx: Tx, staffId: string): Promise<StaffPasskeyRow[]> =>
  tx
    .select()
    .from(staffPasskey)
    .where(and(isOwn(tx), eq(staffPasskey.staffId, staffId)))
    .orderBy(asc(staffPasskey.createdAt), asc(staffPasskey.id))

/** The ids of those who have a passkey. */
export async function listPasskeyOwners(tx: Tx): Promise<Set<string>> {
  const rows = await tx.select({ id: staffPasskey.staffId }).from(staffPasskey).where(isOwn(tx))
  return new Set(rows.map(({ id }) => id))
}

/** Finds a passkey of any person by the authenticator's credential id. */
export async function findStaffPasskey(tx: Tx, credentialID: string): Promise<StaffPasskeyRow | null> {
  const [row] = await tx
    .select()
    .from(staffPasskey)
    .where(and(isOwn(tx), eq(staffPasskey.credentialID, credentialID)))
  return row ?? null
}

/** @returns whether it is new: the tenant has none with this credential id. */
export async function createStaffPasskey(tx: Tx, row: Omit<StaffPasskeyRow, 'tenantId'>): Promise<boolean> {
  const { rowCount } = await tx
    .insert(staffPasskey)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoNothing({ target: [staffPasskey.tenantId, staffPasskey.credentialID] })
  return rowCount === 1
}

/** @returns false for a passkey of somebody else. */
export async function deleteStaffPasskey(tx: Tx, staffId: string, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(staffPasskey)
    .where(and(isOwn(tx), eq(staffPasskey.staffId, staffId), eq(staffPasskey.id, id)))
  return rowCount === 1
}

/**
 * Stores the new signature counter of a passkey.
 * @returns false when the counter has changed meanwhile, as by a cloned authenticator.
 */
export async function recordStaffPasskeyUse(
  tx: Tx,
  { id, counter }: Pick<StaffPasskeyRow, 'id' | 'counter'>,
  used: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(staffPasskey)
    .set(used)
    .where(and(isOwn(tx), eq(staffPasskey.id, id), eq(staffPasskey.counter, counter)))
  return rowCount === 1
}

/** Deletes all passkeys of a person. */
export const removePasskeysOf = (tx: Tx, staffId: string) =>
  tx.delete(staffPasskey).where(and(isOwn(tx), eq(staffPasskey.staffId, staffId)))
