import { and, desc, eq, notInArray } from 'drizzle-orm'
import { guest, knownBrowser } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'
import { findGuestByEmail } from './guest-access.ts'
import { findGuestForUpdate } from './guest.ts'

/** How many browsers an account knows. */
const MAX_KNOWN_BROWSERS = 3

const ofGuest = (tx: Tx, uid: string) =>
  and(eq(knownBrowser.tenantId, tx.tenantId), eq(knownBrowser.guestId, uid))

/** Whether the account of this address knows the browser; one query, whether or not there is such an account. */
export async function isKnownBrowser(tx: Tx, email: string, hash: string): Promise<boolean> {
  const rows = await tx
    .select({ hash: knownBrowser.hash })
    .from(knownBrowser)
    .innerJoin(guest, and(eq(guest.tenantId, knownBrowser.tenantId), eq(guest.id, knownBrowser.guestId)))
    .where(
      and(
        eq(knownBrowser.tenantId, tx.tenantId),
        eq(knownBrowser.hash, hash),
        eq(guest.email, email.toLowerCase()),
      ),
    )
  return rows.length > 0
}

/** Knows a browser from now on, in the place of the one that was seen longest ago where there are enough. Nothing without such an account. */
export async function rememberBrowser(tx: Tx, email: string, hash: string, seenAt: Date): Promise<void> {
  const found = await findGuestByEmail(tx, email)
  // One at a time for each account, so that no two make a fourth.
  const owner = found && (await findGuestForUpdate(tx, found.id))
  if (!owner) return
  await tx
    .insert(knownBrowser)
    .values({ tenantId: tx.tenantId, guestId: owner.id, hash, seenAt })
    .onConflictDoUpdate({
      target: [knownBrowser.tenantId, knownBrowser.guestId, knownBrowser.hash],
      set: { seenAt },
    })
  const rest = await tx
    .select({ hash: knownBrowser.hash })
    .from(knownBrowser)
    .where(and(ofGuest(tx, owner.id), notInArray(knownBrowser.hash, [hash])))
    .orderBy(desc(knownBrowser.seenAt), knownBrowser.hash)
    .limit(MAX_KNOWN_BROWSERS - 1)
  await tx
    .delete(knownBrowser)
    .where(and(ofGuest(tx, owner.id), notInArray(knownBrowser.hash, [hash, ...rest.map((one) => one.hash)])))
}
