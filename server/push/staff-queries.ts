import { and, desc, eq, gt, inArray, lte, ne, notInArray, sql } from 'drizzle-orm'
import { staffPush } from '#db/schema/staff-message.ts'
import { staffSession } from '#db/schema/staff.ts'
import { MAX_AGE_MS } from '#domain/staff/session.ts'
import type { Tx } from '../database/db.ts'
import type { PushTarget } from '../providers/push/port.ts'
import { sha256 } from '../secret/hash.ts'
import type { Subscriptions } from './send.ts'

/** Subscriptions per person of the salon. */
const MAX_SUBSCRIPTIONS = 16

const ofStaff = (tx: Tx, staffId: string) =>
  and(eq(staffPush.tenantId, tx.tenantId), eq(staffPush.staffId, staffId))

/**
 * Saves the subscription of the browser with this session of a person, which replaces the browser's earlier
 * one, also of somebody else. The least recently saved ones beyond the limit are deleted.
 */
export async function upsertStaffPush(
  tx: Tx,
  staffId: string,
  { endpoint, ...keys }: PushTarget,
  { token, at }: { token: string; at: Date },
): Promise<void> {
  // The row lock serialises the browser's writes.
  const [session] = await tx
    .select({ id: staffSession.id })
    .from(staffSession)
    .where(
      and(
        eq(staffSession.tenantId, tx.tenantId),
        eq(staffSession.staffId, staffId),
        eq(staffSession.token, sha256(token)),
      ),
    )
    .for('update')
  if (!session) return
  await tx
    .delete(staffPush)
    .where(
      and(
        eq(staffPush.tenantId, tx.tenantId),
        eq(staffPush.sessionId, session.id),
        ne(staffPush.endpoint, endpoint),
      ),
    )
  const change = { ...keys, staffId, sessionId: session.id, renewedAt: at, pausedUntil: null }
  await tx
    .insert(staffPush)
    .values({ ...change, tenantId: tx.tenantId, endpoint })
    .onConflictDoUpdate({ target: [staffPush.tenantId, staffPush.endpoint], set: change })
  const newest = tx
    .select({ endpoint: staffPush.endpoint })
    .from(staffPush)
    .where(ofStaff(tx, staffId))
    .orderBy(desc(staffPush.renewedAt), desc(staffPush.endpoint))
    .limit(MAX_SUBSCRIPTIONS)
  await tx.delete(staffPush).where(and(ofStaff(tx, staffId), sql`${staffPush.endpoint} not in ${newest}`))
}

/** Deletes a person's subscription, if it is theirs. */
export const deleteStaffPush = (tx: Tx, staffId: string, endpoint: string) =>
  tx.delete(staffPush).where(and(ofStaff(tx, staffId), eq(staffPush.endpoint, endpoint)))

const sessionOf = (tx: Tx, token: string) =>
  tx
    .select({ id: staffSession.id })
    .from(staffSession)
    .where(and(eq(staffSession.tenantId, tx.tenantId), eq(staffSession.token, sha256(token))))

/** Deletes the subscription of the browser with this session. */
export const removePushOfSession = (tx: Tx, token: string) =>
  tx
    .delete(staffPush)
    .where(and(eq(staffPush.tenantId, tx.tenantId), inArray(staffPush.sessionId, sessionOf(tx, token))))

/**
 * Deletes a person's subscriptions, but that of the session with the token `kept`; or that of session `id`.
 */
export const removePushOfStaff = (
  tx: Tx,
  staffId: string,
  { kept, id }: { kept?: string | undefined; id?: string | undefined },
) =>
  tx
    .delete(staffPush)
    .where(
      and(
        ofStaff(tx, staffId),
        kept === undefined ? undefined : notInArray(staffPush.sessionId, sessionOf(tx, kept)),
        id === undefined ? undefined : eq(staffPush.sessionId, id),
      ),
    )

/** Deletes the subscriptions that no browser has saved since. @returns their number. */
export async function removeOldStaffPush(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(staffPush)
    .where(and(eq(staffPush.tenantId, tx.tenantId), lte(staffPush.renewedAt, before)))
  return rowCount ?? 0
}

/** The browsers of a person of the salon, for sending: those that were used in the last 30 days. */
export const staffSubscriptions = (staffId: string): Subscriptions => ({
  list: (tx, now) =>
    tx
      .select({
        endpoint: staffPush.endpoint,
        p256dh: staffPush.p256dh,
        auth: staffPush.auth,
        pausedUntil: staffPush.pausedUntil,
      })
      .from(staffPush)
      .where(and(ofStaff(tx, staffId), gt(staffPush.renewedAt, new Date(now.getTime() - MAX_AGE_MS))))
      .orderBy(desc(staffPush.renewedAt), desc(staffPush.endpoint)),
  removeGone: (tx, endpoints) =>
    tx.delete(staffPush).where(and(ofStaff(tx, staffId), inArray(staffPush.endpoint, endpoints))),
  pause: (tx, endpoint, until) =>
    tx
      .update(staffPush)
      .set({ pausedUntil: until })
      .where(and(ofStaff(tx, staffId), eq(staffPush.endpoint, endpoint))),
})
