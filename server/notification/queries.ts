import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { parse } from 'valibot'
import { NewNotification } from '#contract/notification.ts'
import { MAX_NOTIFICATIONS } from '#domain/notification.ts'
import { notification } from '#db/schema/notification.ts'
import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'

export type NotificationRow = typeof notification.$inferSelect

const ofGuest = (tx: Tx, uid: string) =>
  and(eq(notification.tenantId, tx.tenantId), eq(notification.guestId, uid))

/** Lists a guest's notifications, the newest first. */
export const listNotifications = (tx: Tx, uid: string): Promise<NotificationRow[]> =>
  tx
    .select()
    .from(notification)
    .where(ofGuest(tx, uid))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MAX_NOTIFICATIONS)

/**
 * Adds a notification to a guest's list, shows it on the guest's open pages, and deletes the oldest beyond
 * MAX_NOTIFICATIONS.
 * @throws ValiError for a link that leaves the site.
 */
export async function createNotification(
  tx: Tx,
  uid: string,
  newNotification: NewNotification,
  at: Date,
): Promise<NotificationRow | null> {
  const [row] = await tx
    .insert(notification)
    .values({
      ...parse(NewNotification, newNotification),
      tenantId: tx.tenantId,
      id: randomUUID(),
      guestId: uid,
      createdAt: at,
      readAt: null,
    })
    .returning()
  const newest = tx
    .select({ id: notification.id })
    .from(notification)
    .where(ofGuest(tx, uid))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MAX_NOTIFICATIONS)
  await tx.delete(notification).where(and(ofGuest(tx, uid), sql`${notification.id} not in ${newest}`))
  await publishChange(tx, 'notifications', uid)
  return row ?? null
}

/** Marks the named or all notifications as read. @returns how many were unread. */
export async function markRead(tx: Tx, uid: string, ids: string[] | undefined, at: Date): Promise<number> {
  const { rowCount } = await tx
    .update(notification)
    .set({ readAt: at })
    .where(and(ofGuest(tx, uid), isNull(notification.readAt), ids && inArray(notification.id, ids)))
  if (rowCount) await publishChange(tx, 'notifications', uid)
  return rowCount ?? 0
}
