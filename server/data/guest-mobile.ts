import { and, eq, gte, isNull, ne, or, sql } from 'drizzle-orm'
import { guest } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'
import type { GuestRow } from './guest.ts'

/** The guest who has shown that a number (E.164) is theirs; there is never more than one. */
export async function findGuestByMobile(tx: Tx, mobile: string): Promise<GuestRow | null> {
  const [row] = await tx
    .select()
    .from(guest)
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.mobile, mobile), eq(guest.mobileVerified, true)))
  return row ?? null
}

/** Notes that the number which a guest has given is theirs, and nobody else's any more: numbers are handed on. False where it is not what they have given. */
export async function verifyGuestMobile(tx: Tx, uid: string, mobile: string, at: Date): Promise<boolean> {
  const own = and(eq(guest.tenantId, tx.tenantId), eq(guest.mobile, mobile))
  await tx
    .update(guest)
    .set({ mobileVerified: false, updatedAt: at })
    .where(and(own, ne(guest.id, uid), eq(guest.mobileVerified, true)))
  // The first time stands: a later message to the same number shows nothing new.
  const since = sql`case when ${guest.mobileVerified} then ${guest.mobileVerifiedAt} else ${at.toISOString()}::timestamptz end`
  const changed = await tx
    .update(guest)
    .set({ mobileVerified: true, mobileVerifiedAt: since, updatedAt: at })
    .where(and(own, eq(guest.id, uid)))
  return changed.rowCount === 1
}

/** Takes the proof of a guest's number back if it was given at or after `since`, or nobody knows when; always where `since` is null. */
export const unverifyGuestMobile = (tx: Tx, uid: string, since: Date | null) =>
  tx
    .update(guest)
    .set({ mobileVerified: false })
    .where(
      and(
        eq(guest.tenantId, tx.tenantId),
        eq(guest.id, uid),
        eq(guest.mobileVerified, true),
        since === null ? undefined : or(isNull(guest.mobileVerifiedAt), gte(guest.mobileVerifiedAt, since)),
      ),
    )
