import { and, eq } from 'drizzle-orm'
import { account, guest, passkey, session } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'
import { findGuest, removeKnownBrowsers, type GuestRow } from './guest.ts'

/** The guest of an address, in whatever case it is written. */
export async function findGuestByEmail(tx: Tx, email: string): Promise<GuestRow | null> {
  const [row] = await tx
    .select()
    .from(guest)
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.email, email.toLowerCase())))
  return row ?? null
}

/** Ends all of a guest's sessions, and forgets the browsers that the account knows. */
export async function endSessions(tx: Tx, uid: string): Promise<void> {
  await removeKnownBrowsers(tx, uid)
  await tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid)))
}

/** Takes a guest's password, providers, passkeys, sessions and the proof of the mobile away: whoever put them there never showed that the address is theirs. */
export async function removeWaysIn(tx: Tx, uid: string): Promise<void> {
  await removeKnownBrowsers(tx, uid)
  for (const table of [session, account, passkey])
    await tx.delete(table).where(and(eq(table.tenantId, tx.tenantId), eq(table.userId, uid)))
  // A message to a proved number would let its owner in.
  await tx
    .update(guest)
    .set({ mobileVerified: false })
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid)))
}

/** Notes that the guest's address receives mail; `elsewhere`: that was shown by a browser that the account does not know. */
export const verifyGuestEmail = (tx: Tx, uid: string, at: Date, elsewhere = false) =>
  tx
    .update(guest)
    .set({ emailVerified: true, emailVerifiedElsewhere: elsewhere, updatedAt: at })
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid)))

/** Gives a guest another, confirmed address; `elsewhere` as above. @throws with SQLSTATE 23505 when the tenant has a guest of that address. */
export async function changeGuestEmail(
  tx: Tx,
  uid: string,
  email: string,
  at: Date,
  elsewhere = false,
): Promise<GuestRow | null> {
  await tx
    .update(guest)
    .set({
      email: email.toLowerCase(),
      emailVerified: true,
      emailVerifiedElsewhere: elsewhere,
      updatedAt: at,
    })
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid)))
  return findGuest(tx, uid)
}
