import { and, eq } from 'drizzle-orm'
import { avatar } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'

type Picture = { version: string; webp: Uint8Array }

const own = (tx: Tx, uid: string) => and(eq(avatar.tenantId, tx.tenantId), eq(avatar.guestId, uid))

/** A guest's picture; null where there is none. */
export async function findAvatar(tx: Tx, uid: string): Promise<Picture | null> {
  const [row] = await tx
    .select({ version: avatar.version, webp: avatar.webp })
    .from(avatar)
    .where(own(tx, uid))
  return row ?? null
}

/** Puts a picture in the place of any earlier one. */
export const updateAvatar = async (tx: Tx, uid: string, picture: Picture, at: Date): Promise<void> => {
  const row = { ...picture, updatedAt: at }
  await tx
    .insert(avatar)
    .values({ ...row, tenantId: tx.tenantId, guestId: uid })
    .onConflictDoUpdate({ target: [avatar.tenantId, avatar.guestId], set: row })
}

/** Forgets a guest's picture; nothing where there is none. */
export const removeAvatar = async (tx: Tx, uid: string): Promise<void> => {
  await tx.delete(avatar).where(own(tx, uid))
}
