import { and, eq, gte, isNull, ne, or, sql } from 'drizzle-orm'
import { guest } from '#db/schema/guest.ts'
import type { Tx } from '../database/db.ts'
import type { GuestRow } from './queries.ts'

/** Finds the guest with this verified number (E.164); a number is verified for one guest at a time. */
export async function findGuestByMobile(tx: Tx, mobile: string): Promise<GuestRow | null> {
  const [row] = await tx
    .select()
    .from(guest)
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.mobile, mobile), eq(guest.mobileVerified, true)))
  return row ?? null
}

/**
 * Marks a guest's number as verified, and as unverified for every other guest, because operators reassign
 * numbers.
 * @returns false when it is not the guest's present number.
 */
export async function verifyGuestMobile(tx: Tx, uid: string, mobile: string, at: Date): Promise<boolean> {
  const own = and(eq(guest.tenantId, tx.tenantId), eq(guest.mobile, mobile))
  await tx
    .update(guest)
    .set({ mobileVerified: false, updatedAt: at })
    .where(and(own, ne(guest.id, uid), eq(guest.mobileVerified, true)))
  // Keep the time of the first verification: a later message to the same number adds no evidence.
  const verifiedAt = sql`case when ${guest.mobileVerified} then ${guest.mobileVerifiedAt}
    else ${at.toISOString()}::timestamptz end`
  const changed = await tx
    .update(guest)
    .set({ mobileVerified: true, mobileVerifiedAt: verifiedAt, updatedAt: at })
    .where(and(own, eq(guest.id, uid)))
  return changed.rowCount === 1
}

/**
 * Marks a guest's number as unverified if it was verified at or after `since`, or at an unknown time.
 * @param since null: regardless of the time.
 */
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
