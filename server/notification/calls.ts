import type { Handler } from '../context/context.ts'
import { listNotifications as listRows, markRead, type NotificationRow } from './queries.ts'

export const listNotifications: Handler<'listNotifications'> = async (ctx, { uid }) => {
  const rows = await ctx.deps.db.read(ctx.tenant.id, (tx) => listRows(tx, uid))
  return { documents: rows.map(toResponse) }
}

/** Marks notifications as read. Ids of another guest are treated like unknown ones. */
export const markNotificationsRead: Handler<'markNotificationsRead'> = async (ctx, { uid, ids }) => {
  return {
    read: await ctx.deps.db.write(ctx.tenant.id, (tx) => markRead(tx, uid, ids, new Date(ctx.deps.now()))),
  }
}

const toResponse = ({ guestId: _guestId, createdAt, readAt, ...row }: NotificationRow) => ({
  ...row,
  createdAt: createdAt.getTime(),
  readAt: readAt?.getTime() ?? null,
})
