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
import type { Contact } from '#contract/visit.ts'
import { instant, isolated, multirange, tenantId } from './column.ts'
import { guest } from './guest.ts'
import { member, service } from './service.ts'
import { tenant } from './tenant.ts'

export const visit = pgTable(
  'visit',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    state: text('state').$type<'held' | 'booked' | 'cancelled'>().notNull(),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    guestId: text('guest_id'),
    /** SHA-256 of the secret that an anonymous browser keeps in a cookie while it books. */
    ownerHash: text('owner_hash'),
    /** SHA-256 of the handle in links that show this visit, and of the one that cancels it. */
    handleHash: text('handle_hash').notNull(),
    cancelHash: text('cancel_hash').notNull(),
    /** The request that holds this brought no such secret: the second half of a double click may take the hold over. */
    ownerIsNew: boolean('owner_is_new').notNull().default(false),
    /** Keyed hash of the address that holds this time, so that one client cannot hold a whole day; gone once the hold ends. */
    addressHash: text('address_hash'),
    contact: jsonb('contact').$type<Contact>(),
    currency: text('currency').notNull(),
    /** Minor units including VAT, as are paid, fee and refunded. */
    price: integer('price').notNull(),
    paid: integer('paid').notNull().default(0),
    fee: integer('fee').notNull().default(0),
    refunded: integer('refunded').notNull().default(0),
    holdUntil: instant('hold_until'),
    prolonged: boolean('prolonged').notNull().default(false),
    /** Counts changes, for calendars (RFC 5545 SEQUENCE). */
    sequence: integer('sequence').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    bookedAt: instant('booked_at'),
    cancelledAt: instant('cancelled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }),
    unique('visit_handle').on(t.tenantId, t.handleHash),
    unique('visit_cancel').on(t.tenantId, t.cancelHash),
    index('visit_guest').on(t.tenantId, t.guestId, t.start),
    // What was typed for a visit that belongs to an account by now is forgotten with its handles.
    index('visit_typed')
      .on(t.tenantId, t.end)
      .where(sql`guest_id is not null and contact is not null`),
    index('visit_hold')
      .on(t.tenantId, t.holdUntil)
      .where(sql`state = 'held'`),
    check('visit_state', sql`${t.state} in ('held', 'booked', 'cancelled')`),
    check('visit_hold_until', sql`(${t.state} = 'held') = (${t.holdUntil} is not null)`),
    check('visit_amounts', sql`${t.paid} >= 0 and ${t.fee} >= 0 and ${t.refunded} between 0 and ${t.paid}`),
    isolated('visit'),
  ],
)

export const segment = pgTable(
  'segment',
  {
    tenantId: tenantId(),
    visitId: uuid('visit_id').notNull(),
    position: integer('position').notNull(),
    serviceId: text('service_id').notNull(),
    memberId: text('member_id').notNull(),
    /** The guest left it open who does this. */
    anyone: boolean('anyone').notNull().default(false),
    /** As it stood when it was booked: a later import does not rewrite history. */
    serviceName: text('service_name').notNull(),
    /** Minor units, including VAT. */
    price: integer('price').notNull(),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    /** What the member is not free for: the service without its processing gap, with its buffers. */
    busy: multirange('busy').notNull(),
    /** False once the visit is cancelled or its hold has run out: the time is free again. */
    taken: boolean('taken').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.visitId, t.position] }),
    foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.id] }),
    foreignKey({ columns: [t.tenantId, t.serviceId], foreignColumns: [service.tenantId, service.id] }),
    // Row security keeps the planner from using the overlap rule's own index for reading: a month is found by its starts.
    index('segment_start').on(t.tenantId, t.memberId, t.start),
    check(
      'segment_reach',
      sql`lower(${t.busy}) >= ${t.start} - interval '24 hours' and upper(${t.busy}) <= ${t.start} + interval '48 hours'`,
    ),
    isolated('segment'),
  ],
)
