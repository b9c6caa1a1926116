import { boolean, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'
import { staff } from './staff.ts'

/** How a person of the salon is told of changes of visits, and up to when they have seen them. */
export const staffNotice = pgTable(
  'staff_notice',
  {
    tenantId: tenantId(),
    staffId: uuid('staff_id').notNull(),
    push: boolean('push').notNull(),
    mail: boolean('mail').notNull(),
    /** The list of the next day, by mail at 18:00. */
    tomorrow: boolean('tomorrow').notNull(),
    seenAt: instant('seen_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.staffId] }),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    isolated('staff_notice'),
  ],
)

/**
 * Where push messages for one browser of a person of the salon are sent. It ends when the session is ended by
 * somebody, but not with a session that was not used for some hours: else nobody would be told in the
 * evening.
 */
export const staffPush = pgTable(
  'staff_push',
  {
    tenantId: tenantId(),
    endpoint: text('endpoint').notNull(),
    staffId: uuid('staff_id').notNull(),
    sessionId: uuid('session_id').notNull(),
    /** The browser's public key and secret, in base64url. */
    p256dh: text('p256dh').notNull(),
    auth: text('auth').notNull(),
    /** When the browser last saved it. */
    renewedAt: instant('renewed_at').notNull(),
    /** Until when the push service accepts nothing for it. */
    pausedUntil: instant('paused_until'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.endpoint] }),
    unique('staff_push_session').on(t.tenantId, t.sessionId),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    index('staff_push_staff').on(t.tenantId, t.staffId),
    isolated('staff_push'),
  ],
)

/** The calendar feed of a person of the salon: whoever has its token reads it. A new one replaces it. */
export const staffFeed = pgTable(
  'staff_feed',
  {
    tenantId: tenantId(),
    staffId: uuid('staff_id').notNull(),
    /** SHA-256 of the token in its address. */
    tokenHash: text('token_hash').notNull(),
    /** Whether it names guests by their first names. */
    withNames: boolean('with_names').notNull(),
    createdAt: instant('created_at').notNull(),
    /** When a calendar last read it. */
    readAt: instant('read_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.staffId] }),
    unique('staff_feed_token').on(t.tenantId, t.tokenHash),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    isolated('staff_feed'),
  ],
)
