import { and, eq } from 'drizzle-orm'
import { avatar } from '#db/schema/guest.ts'
import type { Tx } from '../database/db.ts'

type Picture = { version: string; webp: Uint8Array }

const byGuest = (tx: Tx, uid: string) => and(eq(avatar.tenantId, tx.tenantId), eq(avatar.guestId, uid))

/** @returns the guest's picture, or null. */
export async function findAvatar(tx: Tx, uid: string): Promise<Picture | null> {
  const [row] = await tx
    .select({ version: avatar.version, webp: avatar.webp })
    .from(avatar)
    .where(byGuest(tx, uid))
  return row ?? null
}

/** Inserts or replaces the guest's picture. */
export const setAvatar = async (tx: Tx, uid: string, picture: Picture, at: Date): Promise<void> => {
  const row = { ...picture, updatedAt: at }
  await tx
    .insert(avatar)
    .values({ ...row, tenantId: tx.tenantId, guestId: uid })
    .onConflictDoUpdate({ target: [avatar.tenantId, avatar.guestId], set: row })
}

export const deleteAvatar = async (tx: Tx, uid: string): Promise<void> => {
  await tx.delete(avatar).where(byGuest(tx, uid))
}
