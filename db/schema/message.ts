import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/** waiting: queued; sending: at the provider; sent: accepted; delivered: on the device; failed: rejected. */
export type SmsState = 'waiting' | 'sending' | 'sent' | 'delivered' | 'failed'

export const mail = pgTable(
  'mail',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Idempotency key: one mail per event, however often the event is handled. */
    key: text('key').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    ics: text('ics'),
    icsMethod: text('ics_method').$type<'REQUEST' | 'CANCEL'>(),
    /** Path of the link that ends mails of its kind (`List-Unsubscribe`); null where every guest gets it. */
    unsubscribe: text('unsubscribe'),
    /** Contains a code: its texts are redacted once it has been sent. */
    secret: boolean('secret').notNull().default(false),
    /** When its texts are redacted, sent or not: the end of the visit of its links. */
    wipeAt: instant('wipe_at'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('mail_wipe')
      .on(t.tenantId, t.wipeAt)
      .where(sql`wipe_at is not null`),
    unique('mail_key').on(t.tenantId, t.key),
    isolated('mail'),
  ],
)

export const sms = pgTable(
  'sms',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** Idempotency key: one message per event, however often the event is handled. */
    key: text('key').notNull(),
    /** E.164. */
    to: text('to').notNull(),
    text: text('text').notNull(),
    segments: integer('segments').notNull(),
    /** Contains a code: its text is redacted once it has been sent. */
    secret: boolean('secret').notNull().default(false),
    state: text('state').$type<SmsState>().notNull(),
    /** The provider's id of the message. */
    providerId: text('provider_id'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('sms_key').on(t.tenantId, t.key),
    index('sms_day').on(t.tenantId, t.createdAt),
    index('sms_secret')
      .on(t.tenantId, t.createdAt)
      .where(sql`secret and text <> ''`),
    check('sms_state', sql`${t.state} in ('waiting', 'sending', 'sent', 'delivered', 'failed')`),
    isolated('sms'),
  ],
)
