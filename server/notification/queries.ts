import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { parse } from 'valibot'
import { NewNotification } from '#contract/guest/notification.ts'
import { MAX_NOTIFICATIONS, channelNames } from '#domain/notification/kinds.ts'
import type { Delivery } from '#domain/notification/delivery.ts'
import { notification, notificationDelivery } from '#db/schema/notification.ts'
import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'

export type NotificationRow = typeof notification.$inferSelect

const ofGuest = (tx: Tx, uid: string) =>
  and(eq(notification.tenantId, tx.tenantId), eq(notification.guestId, uid))

/** Lists a guest's notifications, the newest first. */
export const listNotificationsOf = (tx: Tx, uid: string): Promise<NotificationRow[]> =>
  tx
    .select()
    .from(notification)
    .where(ofGuest(tx, uid))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MAX_NOTIFICATIONS)

/** Which session caused a notification, and how it is sent; not sent where absent. */
export type Sending = Pick<
  NotificationRow,
  'key' | 'messages' | 'usefulUntil' | 'loudFrom' | 'urgent' | 'sessionHash'
>

/**
 * Adds a notification to a guest's list, shows it on the guest's open pages, and deletes the oldest beyond
 * MAX_NOTIFICATIONS.
 * @returns null where one with this key exists already.
 * @throws ValiError for a link that leaves the site.
 */
export async function createNotification(
  tx: Tx,
  uid: string,
  newNotification: NewNotification,
  { at, ...sending }: { at: Date } & Partial<Sending>,
): Promise<NotificationRow | null> {
  const [row] = await tx
    .insert(notification)
    .values({
      ...parse(NewNotification, newNotification),
      ...sending,
      tenantId: tx.tenantId,
      id: randomUUID(),
      guestId: uid,
      createdAt: at,
      readAt: null,
    })
    .onConflictDoNothing({ target: [notification.tenantId, notification.key] })
    .returning()
  if (!row) return null
  const newest = tx
    .select({ id: notification.id })
    .from(notification)
    .where(ofGuest(tx, uid))
    .orderBy(desc(notification.createdAt), desc(notification.id))
    .limit(MAX_NOTIFICATIONS)
  await tx.delete(notification).where(and(ofGuest(tx, uid), sql`${notification.id} not in ${newest}`))
  await publishChange(tx, 'notifications', uid)
  return row
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

const byId = (tx: Tx, id: string) => and(eq(notification.tenantId, tx.tenantId), eq(notification.id, id))

/** Locks a notification's row until the transaction ends. */
export async function lockNotification(tx: Tx, id: string): Promise<NotificationRow | null> {
  const [row] = await tx.select().from(notification).where(byId(tx, id)).for('update')
  return row ?? null
}

/** Records whether a notification has a step left, or that its messages are done with. */
export const updateNotification = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<NotificationRow, 'pending' | 'messages'>>,
): Promise<void> => {
  await tx.update(notification).set(change).where(byId(tx, id))
}

/**
 * Ends the events with these keys, which are of no use any more: nothing more is sent about them, also after
 * a later report, and they are read. @returns the number of events that were of use until now.
 */
export async function endNotifications(tx: Tx, keys: string[], now: Date): Promise<number> {
  const readAt = sql`coalesce(${notification.readAt}, ${now.toISOString()})`
  const ended = await tx
    .update(notification)
    .set({ usefulUntil: now, pending: false, messages: null, readAt })
    .where(
      and(
        eq(notification.tenantId, tx.tenantId),
        inArray(notification.key, keys),
        gt(notification.usefulUntil, now),
      ),
    )
    .returning({ guestId: notification.guestId })
  for (const guestId of new Set(ended.map((one) => one.guestId)))
    await publishChange(tx, 'notifications', guestId)
  return ended.length
}

/** Lists the notifications that have a step left, the earliest first. */
export async function listPending(tx: Tx): Promise<string[]> {
  const rows = await tx
    .select({ id: notification.id })
    .from(notification)
    .where(and(eq(notification.tenantId, tx.tenantId), notification.pending))
    .orderBy(asc(notification.createdAt))
  return rows.map(({ id }) => id)
}

/** Clears text messages and mails that are of no use any more. @returns the number of notifications. */
export async function clearMessages(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx
    .update(notification)
    .set({ messages: null, pending: false })
    .where(
      and(
        eq(notification.tenantId, tx.tenantId),
        isNotNull(notification.messages),
        lte(notification.usefulUntil, now),
      ),
    )
  return rowCount ?? 0
}

/** Lists the attempts for these notifications in their order; times in epoch ms. */
export async function listDeliveries(
  tx: Tx,
  notificationIds: string[],
): Promise<(Delivery & { notificationId: string })[]> {
  if (notificationIds.length === 0) return []
  const rows = await tx
    .select()
    .from(notificationDelivery)
    .where(
      and(
        eq(notificationDelivery.tenantId, tx.tenantId),
        inArray(notificationDelivery.notificationId, notificationIds),
      ),
    )
  return rows
    .map(({ tenantId: _tenantId, firstAt, lastAt, ...row }) => ({
      ...row,
      firstAt: firstAt.getTime(),
      lastAt: lastAt.getTime(),
    }))
    .toSorted(
      (a, b) => a.firstAt - b.firstAt || channelNames.indexOf(a.channel) - channelNames.indexOf(b.channel),
    )
}

/** Stores the attempts on one channel. */
export async function saveDelivery(tx: Tx, notificationId: string, delivery: Delivery): Promise<void> {
  const { channel, ...attempts } = delivery
  const row = { ...attempts, firstAt: new Date(attempts.firstAt), lastAt: new Date(attempts.lastAt) }
  await tx
    .insert(notificationDelivery)
    .values({ ...row, channel, tenantId: tx.tenantId, notificationId })
    .onConflictDoUpdate({
      target: [
        notificationDelivery.tenantId,
        notificationDelivery.notificationId,
        notificationDelivery.channel,
      ],
      set: row,
    })
}
