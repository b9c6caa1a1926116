import { foreignKey, index, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'
import { guest, session } from './guest.ts'

/** Where push messages for one browser of a guest are sent. It ends with the session. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    tenantId: tenantId(),
    endpoint: text('endpoint').notNull(),
    guestId: text('guest_id').notNull(),
    sessionId: text('session_id').notNull(),
    /** The browser's public key and secret, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When the browser last sent it. */
    renewedAt: instant('renewed_at').notNull(),
    /** Until when the push service accepts nothing for it. */
    pausedUntil: instant('paused_until'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.endpoint] }),
    unique('push_subscription_session').on(t.tenantId, t.sessionId),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.tenantId, t.sessionId],
      foreignColumns: [session.tenantId, session.id],
    }).onDelete('cascade'),
    index('push_subscription_guest').on(t.tenantId, t.guestId, t.renewedAt),
    isolated('push_subscription'),
  ],
)
