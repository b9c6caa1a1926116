import { and, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { session } from '#db/schema/guest.ts'
import { pushSubscription } from '#db/schema/push.ts'
import type { Tx } from '../database/db.ts'
import { findGuestForUpdate } from '../guest/queries.ts'
import { sha256 } from '../secret/hash.ts'
import type { PushTarget } from '../providers/push/port.ts'
import type { Subscriptions } from './send.ts'

/** Subscriptions per guest. */
const MAX_SUBSCRIPTIONS = 16

const ofGuest = (tx: Tx, uid: string) =>
  and(eq(pushSubscription.tenantId, tx.tenantId), eq(pushSubscription.guestId, uid))

/**
 * Saves the subscription of the browser with this session, which replaces the browser's earlier one. An
 * endpoint that is stored already moves to this guest. The guest's least recently renewed subscriptions
 * beyond the limit are deleted.
 */
export async function upsertPushSubscription(
  tx: Tx,
  uid: string,
  target: PushTarget,
  { token, at }: { token: string; at: Date },
): Promise<void> {
  // The row lock serialises the guest's writes, so that concurrent ones cannot exceed the limit.
  await findGuestForUpdate(tx, uid)
  const [owner] = await tx
    .select({ sessionId: session.id })
    .from(session)
    .where(and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid), eq(session.token, sha256(token))))
  if (!owner) return
  await tx
    .delete(pushSubscription)
    .where(
      and(
        eq(pushSubscription.tenantId, tx.tenantId),
        eq(pushSubscription.sessionId, owner.sessionId),
        ne(pushSubscription.endpoint, target.endpoint),
      ),
    )
  const { endpoint, ...keys } = target
  const change = { ...owner, ...keys, guestId: uid, renewedAt: at }
  await tx
    .insert(pushSubscription)
    .values({ ...change, tenantId: tx.tenantId, endpoint, createdAt: at })
    .onConflictDoUpdate({ target: [pushSubscription.tenantId, pushSubscription.endpoint], set: change })
  const newest = tx
    .select({ endpoint: pushSubscription.endpoint })
    .from(pushSubscription)
    .where(ofGuest(tx, uid))
    .orderBy(desc(pushSubscription.renewedAt), desc(pushSubscription.endpoint))
    .limit(MAX_SUBSCRIPTIONS)
  await tx
    .delete(pushSubscription)
    .where(and(ofGuest(tx, uid), sql`${pushSubscription.endpoint} not in ${newest}`))
}

/** Deletes a guest's subscription, if it is the guest's. */
export const deletePushSubscription = (tx: Tx, uid: string, endpoint: string) =>
  tx.delete(pushSubscription).where(and(ofGuest(tx, uid), eq(pushSubscription.endpoint, endpoint)))

/** A guest's subscriptions with their sessions, the most recently used first. */
export const listPushSubscriptions = (tx: Tx, uid: string, now: Date) =>
  tx
    .select({
      endpoint: pushSubscription.endpoint,
      p256dh: pushSubscription.p256dh,
      auth: pushSubscription.auth,
      createdAt: pushSubscription.createdAt,
      pausedUntil: pushSubscription.pausedUntil,
      userAgent: session.userAgent,
      token: session.token,
    })
    .from(pushSubscription)
    .innerJoin(
      session,
      and(eq(session.tenantId, pushSubscription.tenantId), eq(session.id, pushSubscription.sessionId)),
    )
    .where(and(ofGuest(tx, uid), gt(session.expiresAt, now)))
    .orderBy(desc(pushSubscription.renewedAt), desc(pushSubscription.endpoint))

/** The browsers of a guest, for sending. */
export const guestSubscriptions = (uid: string): Subscriptions => ({
  list: (tx, now) => listPushSubscriptions(tx, uid, now),
  removeGone: (tx, endpoints) =>
    tx.delete(pushSubscription).where(and(ofGuest(tx, uid), inArray(pushSubscription.endpoint, endpoints))),
  pause: (tx, endpoint, until) =>
    tx
      .update(pushSubscription)
      .set({ pausedUntil: until })
      .where(and(ofGuest(tx, uid), eq(pushSubscription.endpoint, endpoint))),
})
