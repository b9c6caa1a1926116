import { and, asc, eq } from 'drizzle-orm'
import { passkey } from '#db/schema/guest.ts'
import type { Tx } from '#server/database/db.ts'

export type PasskeyRow = typeof passkey.$inferSelect

const byId = (tx: Tx, uid: string, id: string) =>
  and(eq(passkey.tenantId, tx.tenantId), eq(passkey.userId, uid), eq(passkey.id, id))

/** A guest's passkeys, oldest first. */
export const listPasskeys = (tx: Tx, uid: string): Promise<PasskeyRow[]> =>
  tx
    .select()
    .from(passkey)
    .where(and(eq(passkey.tenantId, tx.tenantId), eq(passkey.userId, uid)))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))

/** Finds a passkey of any guest by the authenticator's credential id. */
export async function findPasskey(tx: Tx, credentialID: string): Promise<PasskeyRow | null> {
  const [row] = await tx
    .select()
    .from(passkey)
    .where(and(eq(passkey.tenantId, tx.tenantId), eq(passkey.credentialID, credentialID)))
  return row ?? null
}

/** @returns null when the tenant has a passkey with this credential id already. */
export async function createPasskey(tx: Tx, row: Omit<PasskeyRow, 'tenantId'>): Promise<PasskeyRow | null> {
  const [created] = await tx
    .insert(passkey)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoNothing({ target: [passkey.tenantId, passkey.credentialID] })
    .returning()
  return created ?? null
}

/** Renames a passkey. @returns null for a passkey of another guest. */
export async function updatePasskey(
  tx: Tx,
  uid: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await tx
    .update(passkey)
    .set({ name })
    .where(byId(tx, uid, id))
    .returning()
  return row ?? null
}

/** @returns false for a passkey of another guest. */
export async function deletePasskey(tx: Tx, uid: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(passkey).where(byId(tx, uid, id))
  return rowCount === 1
}

/**
 * Stores the new signature counter of a passkey.
 * @returns false when the counter has changed meanwhile, as by a cloned authenticator.
 */
export async function recordPasskeyUse(
  tx: Tx,
  { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>,
  used: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const { rowCount } = await tx
    .update(passkey)
    .set(used)
    .where(and(eq(passkey.tenantId, tx.tenantId), eq(passkey.id, id), eq(passkey.counter, counter)))
  return rowCount === 1
}
