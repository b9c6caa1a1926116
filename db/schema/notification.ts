import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { NotificationMessages } from '#contract/guest/notification.ts'
import type { Outcome } from '#domain/notification/delivery.ts'
import type { Channel, NotificationType } from '#domain/notification/kinds.ts'
import { instant, isolated, tenantId } from './column.ts'
import { guest } from './guest.ts'

/** The notifications of guests: events with one id each, for their list and on every channel. */
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
    /** SHA-256 of the token of the session whose guest caused the event: its browser has shown it already. */
    sessionHash: text('session_hash'),
    /** Idempotency key: one notification per event, however often the event is handled. */
    key: text('key'),
    /** Its text message and its mail, until they are sent or of no use. */
    messages: jsonb('messages').$type<NotificationMessages>(),
    /** Whether the delivery has a step left. */
    pending: boolean('pending').notNull().default(false),
    /** Until when it is of use, where something is sent. */
    usefulUntil: instant('useful_until'),
    /** Before this time push and text messages wait, also outside of the quiet hours. */
    loudFrom: instant('loud_from'),
    /** Not held back by quiet hours. */
    urgent: boolean('urgent').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    unique('notification_key').on(t.tenantId, t.key),
    index('notification_guest').on(t.tenantId, t.guestId, t.createdAt),
    index('notification_pending')
      .on(t.tenantId, t.createdAt)
      .where(sql`pending`),
    index('notification_messages')
      .on(t.tenantId, t.usefulUntil)
      .where(sql`messages is not null`),
    check(
      'notification_type',
      sql`${t.type} in ('cancellation', 'waitlistOpening', 'bookingChanged', 'new_booking_confirmation',
        'reminder', 'success', 'af')`,
    ),
    isolated('notification'),
  ],
)

/** The attempts for a notification on each channel. */
export const notificationDelivery = pgTable(
  'notification_delivery',
  {
    tenantId: tenantId(),
    notificationId: uuid('notification_id').notNull(),
    channel: text('channel').$type<Channel>().notNull(),
    /** Null while an attempt runs. */
    outcome: text('outcome').$type<Outcome>(),
    attempts: integer('attempts').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.notificationId, t.channel] }),
    foreignKey({
      columns: [t.tenantId, t.notificationId],
      foreignColumns: [notification.tenantId, notification.id],
    }).onDelete('cascade'),
    check('notification_delivery_channel', sql`${t.channel} in ('push', 'sms', 'mail')`),
    check(
      'notification_delivery_outcome',
      sql`${t.outcome} in ('ok', 'none', 'refused', 'limit', 'failed', 'uncertain', 'slow')`,
    ),
    isolated('notification_delivery'),
  ],
)
