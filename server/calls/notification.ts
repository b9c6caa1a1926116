import type { Handler } from '../context.ts'
import {
  listNotifications as listRows,
  readNotifications,
  type NotificationRow,
} from '../data/notification.ts'
import { ownTenant } from './tenant.ts'

export const listNotifications: Handler<'listNotifications'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  const rows = await scope.deps.db.read(scope.tenant.id, (tx) => listRows(tx, uid))
  return { documents: rows.map(shown) }
}

/** One of another guest's counts like one that never was. */
export const markNotificationsRead: Handler<'markNotificationsRead'> = async (
  scope,
  { tenantId, uid, ids },
) => {
  ownTenant(scope, tenantId)
  return {
    read: await scope.deps.db.write(scope.tenant.id, (tx) =>
      readNotifications(tx, uid, ids, new Date(scope.deps.now())),
    ),
  }
}

const shown = ({ guestId: _guestId, createdAt, readAt, ...row }: NotificationRow) => ({
  ...row,
  createdAt: createdAt.getTime(),
  readAt: readAt?.getTime() ?? null,
})
