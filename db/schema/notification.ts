import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { NotificationType } from '#domain/notification.ts'
import { instant, isolated, tenantId } from './column.ts'
import { guest } from './guest.ts'

/** The notifications of guests, for their list. */
export const notification = pgTable(
  'notification',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    guestId: text('guest_id').notNull(),
    type: text('type').$type<NotificationType>().notNull(),
    title: text('title').notNull(),
    /** As the sender wrote it; split into lines when shown. */
    body: text('body').notNull(),
    link: text('link'),
    waitlist: text('waitlist'),
    waitlistHandle: text('waitlist_handle'),
    destination: text('destination'),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    index('notification_guest').on(t.tenantId, t.guestId, t.createdAt),
    check(
      'notification_type',
      sql`${t.type} in ('cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation', 'success', 'af')`,
    ),
    isolated('notification'),
  ],
)
