import { and, desc, eq, notInArray } from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { guest, trustedDevice } from '#db/schema/guest.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { findGuestForUpdate } from '#server/guest/queries.ts'

/** Trusted devices of an account. */
const MAX_TRUSTED_DEVICES = 3

const ofGuest = (tx: Tx, uid: string) =>
  and(eq(trustedDevice.tenantId, tx.tenantId), eq(trustedDevice.guestId, uid))

/**
 * Whether the account of this address has a trusted device with this hash. One query for unknown addresses,
 * too.
 */
export async function hasTrustedDevice(tx: Tx, email: string, hash: string): Promise<boolean> {
  const rows = await tx
    .select({ hash: trustedDevice.hash })
    .from(trustedDevice)
    .innerJoin(guest, and(eq(guest.tenantId, trustedDevice.tenantId), eq(guest.id, trustedDevice.guestId)))
    .where(
      and(
        eq(trustedDevice.tenantId, tx.tenantId),
        eq(trustedDevice.hash, hash),
        eq(guest.email, toStoredEmail(email)),
      ),
    )
  return rows.length > 0
}

/**
 * Upserts a trusted device of the account with this address and deletes the account's least recently seen
 * ones beyond the limit. Does nothing for an unknown address.
 */
export async function saveTrustedDevice(tx: Tx, email: string, hash: string, seenAt: Date): Promise<void> {
  const found = await findGuestByEmail(tx, email)
  // The row lock serialises writes of one account, so that two concurrent ones cannot exceed the limit.
  const owner = found && (await findGuestForUpdate(tx, found.id))
  if (!owner) return
  await tx
    .insert(trustedDevice)
    .values({ tenantId: tx.tenantId, guestId: owner.id, hash, seenAt })
    .onConflictDoUpdate({
      target: [trustedDevice.tenantId, trustedDevice.guestId, trustedDevice.hash],
      set: { seenAt },
    })
  const rest = await tx
    .select({ hash: trustedDevice.hash })
    .from(trustedDevice)
    .where(and(ofGuest(tx, owner.id), notInArray(trustedDevice.hash, [hash])))
    .orderBy(desc(trustedDevice.seenAt), trustedDevice.hash)
    .limit(MAX_TRUSTED_DEVICES - 1)
  await tx
    .delete(trustedDevice)
    .where(and(ofGuest(tx, owner.id), notInArray(trustedDevice.hash, [hash, ...rest.map((one) => one.hash)])))
}
