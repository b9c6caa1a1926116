import { and, asc, eq } from 'drizzle-orm'
import { passkey } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'

export type PasskeyRow = typeof passkey.$inferSelect

const own = (tx: Tx, uid: string, id: string) =>
  and(eq(passkey.tenantId, tx.tenantId), eq(passkey.userId, uid), eq(passkey.id, id))

/** A guest's passkeys, the oldest first. */
export const listPasskeys = (tx: Tx, uid: string): Promise<PasskeyRow[]> =>
  tx
    .select()
    .from(passkey)
    .where(and(eq(passkey.tenantId, tx.tenantId), eq(passkey.userId, uid)))
    .orderBy(asc(passkey.createdAt), asc(passkey.id))

/** By the id that the authenticator knows it by. */
export async function findPasskey(tx: Tx, credentialID: string): Promise<PasskeyRow | null> {
  const [row] = await tx
    .select()
    .from(passkey)
    .where(and(eq(passkey.tenantId, tx.tenantId), eq(passkey.credentialID, credentialID)))
  return row ?? null
}

/** @returns null where this tenant knows the credential already. */
export async function createPasskey(tx: Tx, row: Omit<PasskeyRow, 'tenantId'>): Promise<PasskeyRow | null> {
  const [made] = await tx
    .insert(passkey)
    .values({ ...row, tenantId: tx.tenantId })
    .onConflictDoNothing({ target: [passkey.tenantId, passkey.credentialID] })
    .returning()
  return made ?? null
}

/** Null for one that is not this guest's. */
export async function updatePasskey(
  tx: Tx,
  uid: string,
  id: string,
  name: string,
): Promise<PasskeyRow | null> {
  const [row] = await tx
    .update(passkey)
    .set({ name })
    .where(own(tx, uid, id))
    .returning()
  return row ?? null
}

/** Forgets a passkey. @returns false for one that is not this guest's. */
export async function removePasskey(tx: Tx, uid: string, id: string): Promise<boolean> {
  const { rowCount } = await tx.delete(passkey).where(own(tx, uid, id))
  return rowCount === 1
}

/** Notes a use; false where another has come in between, as a copied authenticator's would. */
export async function countPasskeyUse(
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
