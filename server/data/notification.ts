import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { parse } from 'valibot'
import { NewNotification } from '#contract/notification.ts'
import { MOST_NOTIFICATIONS } from '#domain/notification.ts'
import { notification } from '#db/schema/notification.ts'
import type { Tx } from './db.ts'
import { announce } from './news.ts'

export type NotificationRow = typeof notification.$inferSelect

const of = (tx: Tx, uid: string) => and(eq(notification.tenantId, tx.tenantId), eq(notification.guestId, uid))

/** What a guest was told, the newest first. */
export const listNotifications = (tx: Tx, uid: string): Promise<NotificationRow[]> =>
  tx
    .select()
    .from(notification)
    .where(of(tx, uid))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MOST_NOTIFICATIONS)

/** Tells a guest: it is in their list, and on every page of theirs that is open. The oldest leave a list that is full. @throws ValiError for a link that could lead anywhere. */
export async function createNotification(
  tx: Tx,
  uid: string,
  told: NewNotification,
  at: Date,
): Promise<NotificationRow | null> {
  const [row] = await tx
    .insert(notification)
    .values({
      ...parse(NewNotification, told),
      tenantId: tx.tenantId,
      id: randomUUID(),
      guestId: uid,
      createdAt: at,
      readAt: null,
    })
    .returning()
  const kept = tx
    .select({ id: notification.id })
    .from(notification)
    .where(of(tx, uid))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MOST_NOTIFICATIONS)
  await tx.delete(notification).where(and(of(tx, uid), sql`${notification.id} not in ${kept}`))
  await announce(tx, 'notifications', uid)
  return row ?? null
}

/** Marks those named, or all of them. @returns how many were unread until now. */
export async function readNotifications(
  tx: Tx,
  uid: string,
  ids: string[] | undefined,
  at: Date,
): Promise<number> {
  const { rowCount } = await tx
    .update(notification)
    .set({ readAt: at })
    .where(and(of(tx, uid), isNull(notification.readAt), ids && inArray(notification.id, ids)))
  if (rowCount) await announce(tx, 'notifications', uid)
  return rowCount ?? 0
}
