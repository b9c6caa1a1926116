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
import type { Contact, VisitBefore } from '#contract/visit/visit.ts'
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
    /**
     * Whom a hold keeps the time for: a guest who books, the waitlist while it looks for the next entry, or
     * the holder of an offer.
     */
    heldFor: text('held_for').$type<'guest' | 'queue' | 'offer'>().notNull().default('guest'),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    guestId: text('guest_id'),
    /** SHA-256 of the secret in an anonymous browser's cookie during booking. */
    ownerHash: text('owner_hash'),
    /** SHA-256 of the handle in links that show this visit, and of the handle that cancels it. */
    handleHash: text('handle_hash').notNull(),
    cancelHash: text('cancel_hash').notNull(),
    /**
     * The request of this hold had no such secret: the second half of a double click may take the hold over.
     */
    ownerIsNew: boolean('owner_is_new').notNull().default(false),
    /** Keyed hash of the client IP of the hold, to limit holds per client; null once the hold ends. */
    addressHash: text('address_hash'),
    contact: jsonb('contact').$type<Contact>(),
    /** The name of the person who comes, where the guest has booked for another person. */
    visitor: text('visitor'),
    /** What the guest has written to the salon: lines of plain text. */
    note: text('note'),
    currency: text('currency').notNull(),
    /** Minor units including VAT, like paid, fee, movedLateFee and refunded. */
    price: integer('price').notNull(),
    paid: integer('paid').notNull().default(0),
    /** The cancellation fee: of a cancelled visit, or of a booked one that its guest has moved late. */
    fee: integer('fee').notNull().default(0),
    /** What cancelling would have cost at a free move inside the limit; null: it was not moved so. */
    movedLateFee: integer('moved_late_fee'),
    /** How often its guest has moved it. */
    moves: integer('moves').notNull().default(0),
    /** The visit before a change by the salon that its guest has not answered. */
    changedFrom: jsonb('changed_from').$type<VisitBefore>(),
    refunded: integer('refunded').notNull().default(0),
    holdUntil: instant('hold_until'),
    prolonged: boolean('prolonged').notNull().default(false),
    /** Number of changes, for calendars (RFC 5545 SEQUENCE). */
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
    // Finds typed contacts of visits that now belong to an account, to delete them with the handles.
    index('visit_typed')
      .on(t.tenantId, t.end)
      .where(sql`guest_id is not null and contact is not null`),
    index('visit_hold')
      .on(t.tenantId, t.holdUntil)
      .where(sql`state = 'held'`),
    check('visit_state', sql`${t.state} in ('held', 'booked', 'cancelled')`),
    check('visit_held_for', sql`${t.heldFor} in ('guest', 'queue', 'offer')`),
    check('visit_hold_until', sql`(${t.state} = 'held') = (${t.holdUntil} is not null)`),
    check('visit_amounts', sql`${t.paid} >= 0 and ${t.fee} >= 0 and ${t.refunded} between 0 and ${t.paid}`),
    check('visit_moves', sql`${t.moves} >= 0 and ${t.movedLateFee} >= 0`),
    isolated('visit'),
  ],
)

/**
 * One service of a visit, by one member. An exclusion constraint (`db/migrations/0001_guards.sql`) prevents
 * double booking when two guests take one slot: `busy` of rows that are `taken` never overlap for a member.
 */
export const segment = pgTable(
  'segment',
  {
    tenantId: tenantId(),
    visitId: uuid('visit_id').notNull(),
    position: integer('position').notNull(),
    serviceId: text('service_id').notNull(),
    memberId: text('member_id').notNull(),
    /** The guest did not request a specific member. */
    anyone: boolean('anyone').notNull().default(false),
    /** As of the booking: a later import does not change it. */
    serviceName: text('service_name').notNull(),
    /** Minor units, including VAT. */
    price: integer('price').notNull(),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    /** The member's busy time: the service without its processing gap, with its buffers. */
    busy: multirange('busy').notNull(),
    /** False once the visit is cancelled or its hold has expired: the time is free again. */
    taken: boolean('taken').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.visitId, t.position] }),
    foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.id] }),
    foreignKey({ columns: [t.tenantId, t.serviceId], foreignColumns: [service.tenantId, service.id] }),
    // Row-level security keeps the planner from using the exclusion constraint's index: reads go by start.
    index('segment_start').on(t.tenantId, t.memberId, t.start),
    check(
      'segment_reach',
      sql`lower(${t.busy}) >= ${t.start} - interval '24 hours' and upper(${t.busy}) <= ${t.start} + interval '48 hours'`,
    ),
    isolated('segment'),
  ],
)
