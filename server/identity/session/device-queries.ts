import { and, desc, eq, notInArray } from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { guest, deviceCookie } from '#db/schema/guest.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findGuestForUpdate } from '#server/guest/queries.ts'

/** Device cookies per account. */
const MAX_DEVICE_COOKIES = 3

const ofGuest = (tx: Tx, uid: string) =>
  and(eq(deviceCookie.tenantId, tx.tenantId), eq(deviceCookie.guestId, uid))

/**
 * Whether the account of this address has a device cookie with this hash. One query for unknown addresses,
 * too.
 */
export async function hasDeviceCookie(tx: Tx, email: string, hash: string): Promise<boolean> {
  const rows = await tx
    .select({ hash: deviceCookie.hash })
    .from(deviceCookie)
    .innerJoin(guest, and(eq(guest.tenantId, deviceCookie.tenantId), eq(guest.id, deviceCookie.guestId)))
    .where(
      and(
        eq(deviceCookie.tenantId, tx.tenantId),
        eq(deviceCookie.hash, hash),
        eq(guest.email, toStoredEmail(email)),
      ),
    )
  return rows.length > 0
}

/**
 * Upserts a device cookie of the account with this address and deletes the account's least recently seen
 * ones beyond the limit. Does nothing for an unknown address.
 */
export async function saveDeviceCookie(tx: Tx, email: string, hash: string, seenAt: Date): Promise<void> {
  const found = await findGuestByEmail(tx, email)
  // The row lock serialises writes of one account, so that two concurrent ones cannot exceed the limit.
  const owner = found && (await findGuestForUpdate(tx, found.id))
  if (!owner) return
  await tx
    .insert(deviceCookie)
    .values({ tenantId: tx.tenantId, guestId: owner.id, hash, seenAt })
    .onConflictDoUpdate({
      target: [deviceCookie.tenantId, deviceCookie.guestId, deviceCookie.hash],
      set: { seenAt },
    })
  const rest = await tx
    .select({ hash: deviceCookie.hash })
    .from(deviceCookie)
    .where(and(ofGuest(tx, owner.id), notInArray(deviceCookie.hash, [hash])))
    .orderBy(desc(deviceCookie.seenAt), deviceCookie.hash)
    .limit(MAX_DEVICE_COOKIES - 1)
  await tx
    .delete(deviceCookie)
    .where(and(ofGuest(tx, owner.id), notInArray(deviceCookie.hash, [hash, ...rest.map((one) => one.hash)])))
}
