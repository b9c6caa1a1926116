import type { Handler } from '../context/context.ts'
import { hashSession } from '../secret/hash.ts'
import { listDeliveries, listNotificationsOf, markRead } from './queries.ts'

/** The guest's notifications, each with the channels on which it was sent. */
export const listNotifications: Handler<'listNotifications'> = async (ctx, { uid }) =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const own = hashSession(ctx)
    const rows = await listNotificationsOf(tx, uid)
    const deliveries = Map.groupBy(
      await listDeliveries(
        tx,
        rows.map(({ id }) => id),
      ),
      (one) => one.notificationId,
    )
    return {
      documents: rows.map((row) => ({
        id: row.id,
        tenantId: row.tenantId,
        type: row.type,
        title: row.title,
        body: row.body,
        link: row.link,
        waitlist: row.waitlist,
        waitlistHandle: row.waitlistHandle,
        destination: row.destination,
        createdAt: row.createdAt.getTime(),
        // The browser that caused an event has shown it: only the guest's other devices get it as news.
        readAt:
          (
            row.readAt ?? (row.sessionHash !== null && row.sessionHash === own ? row.createdAt : null)
          )?.getTime() ?? null,
        usefulUntil: row.usefulUntil?.getTime() ?? null,
        deliveries: (deliveries.get(row.id) ?? []).flatMap(({ channel, outcome, lastAt }) =>
          outcome ? [{ channel, outcome, at: lastAt }] : [],
        ),
      })),
    }
  })

/** Marks notifications as read. Ids of another guest are treated like unknown ones. */
export const markNotificationsRead: Handler<'markNotificationsRead'> = async (ctx, { uid, ids }) => {
  return {
    read: await ctx.deps.db.write(ctx.tenant.id, (tx) => markRead(tx, uid, ids, new Date(ctx.deps.now()))),
  }
}
