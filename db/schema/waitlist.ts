import { and, gt, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { WantedAddon } from '#domain/visit/addons.ts'
import { CONFIRM_MS, openStates, type EntryState, type OfferState } from '#domain/waitlist/states.ts'
import type { PassReason } from '#domain/waitlist/match.ts'
import type { TimeWindow } from '#domain/waitlist/window.ts'
import type { OfferedSegment, WaitlistContact } from '#contract/visit/waitlist.ts'
import { instant, isolated, tenantId } from './column.ts'
import { guest } from './guest.ts'
import { tenant } from './tenant.ts'

/** What one guest, or one contact without an account, waits for. */
export const waitlistEntry = pgTable(
  'waitlist_entry',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    state: text('state').$type<EntryState>().notNull(),
    /**
     * The tenant's order: lower first, then `joinedAt` and `id`. A lost offer moves an entry between two
     * others.
     */
    rank: numeric('rank').notNull(),
    guestId: text('guest_id'),
    /** Of an entry without an account. */
    contact: jsonb('contact').$type<WaitlistContact>(),
    /** SHA-256 of the handles in links: to show and edit, to leave, to extend, and to confirm the contact. */
    handleHash: text('handle_hash').notNull(),
    leaveHash: text('leave_hash').notNull(),
    extendHash: text('extend_hash').notNull(),
    confirmHash: text('confirm_hash').notNull(),
    /** Ids of the services of one visit, in order. */
    services: text('services').array().notNull(),
    /** The add-ons of each service, in the same order; empty: none. */
    addons: jsonb('addons').$type<WantedAddon[][]>().notNull().default([]),
    /** Ids of the members who may perform them; null is anyone. */
    members: text('members').array(),
    windows: jsonb('windows').$type<TimeWindow[]>().notNull(),
    /** Minutes between an offer and the start of its visit, at least. */
    noticeMinutes: integer('notice_minutes').notNull(),
    /** Offers reach the guest at night too. */
    atNight: boolean('at_night').notNull(),
    endsAt: instant('ends_at').notNull(),
    /** Until when a paused entry pauses; null: until the guest resumes it. */
    pausedUntil: instant('paused_until'),
    joinedAt: instant('joined_at').notNull(),
    /** When the contact confirmed; that of an account is its joining. */
    confirmedAt: instant('confirmed_at'),
    /** Offers in a row that ended without any answer. */
    unanswered: integer('unanswered').notNull().default(0),
    /** The latest freed times that went past this entry, newest first, at most ten. `start` in epoch ms. */
    passed: jsonb('passed')
      .$type<{ start: number; reason: PassReason; at: number }[]>()
      .notNull()
      .default([]),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    unique('waitlist_entry_handle').on(t.tenantId, t.handleHash),
    unique('waitlist_entry_leave').on(t.tenantId, t.leaveHash),
    unique('waitlist_entry_extend').on(t.tenantId, t.extendHash),
    unique('waitlist_entry_confirm').on(t.tenantId, t.confirmHash),
    index('waitlist_entry_guest').on(t.tenantId, t.guestId),
    index('waitlist_entry_open')
      .on(t.tenantId, t.rank)
      .where(sql`state in ('waiting', 'paused', 'offered')`),
    check(
      'waitlist_entry_state',
      sql`${t.state} in ('waiting', 'paused', 'offered', 'booked', 'left', 'ended')`,
    ),
    check(
      'waitlist_entry_owner',
      sql`${t.guestId} is not null or ${t.contact} is not null or ${t.state} in ('booked', 'left', 'ended')`,
    ),
    isolated('waitlist_entry'),
  ],
)

/** `isEntryOpen` of `domain/waitlist/states.ts`. */
export const openEntryAt = (now: Date): SQL | undefined =>
  and(
    inArray(waitlistEntry.state, openStates),
    gt(waitlistEntry.endsAt, now),
    or(
      isNotNull(waitlistEntry.confirmedAt),
      gt(waitlistEntry.joinedAt, new Date(now.getTime() - CONFIRM_MS)),
    ),
  )

/** Every change of an entry: who, when, from and to which state. */
export const waitlistChange = pgTable(
  'waitlist_change',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    entryId: uuid('entry_id').notNull(),
    /** What happened, in the words of `domain/waitlist/states.ts`. */
    event: text('event').notNull(),
    by: text('by').$type<'guest' | 'link' | 'tenant' | 'system'>().notNull(),
    from: text('from').$type<EntryState>(),
    to: text('to').$type<EntryState>().notNull(),
    at: instant('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      columns: [t.tenantId, t.entryId],
      foreignColumns: [waitlistEntry.tenantId, waitlistEntry.id],
    }).onDelete('cascade'),
    index('waitlist_change_entry').on(t.tenantId, t.entryId, t.at),
    isolated('waitlist_change'),
  ],
)

/**
 * A freed time offered to one entry. Its visit holds the time: a visit in state `held` with `heldFor`
 * `offer`, which accepting books. The hold lasts a minute longer than the offer: that minute is the queue's.
 */
export const waitlistOffer = pgTable(
  'waitlist_offer',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    entryId: uuid('entry_id').notNull(),
    state: text('state').$type<OfferState>().notNull(),
    /** The visit that holds the time, and is booked by accepting; null once the offer has ended without. */
    visitId: uuid('visit_id'),
    /** SHA-256 of the message's handle in the offer's links. */
    messageHash: text('message_hash').notNull(),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    /** Minor units including VAT, frozen. */
    price: integer('price').notNull(),
    currency: text('currency').notNull(),
    /** The services with their members and prices, frozen; the visit's segments may be gone. */
    segments: jsonb('segments').$type<OfferedSegment[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    /** The entry has moved ahead for this lost offer: at most once. */
    compensated: boolean('compensated').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({
      columns: [t.tenantId, t.entryId],
      foreignColumns: [waitlistEntry.tenantId, waitlistEntry.id],
    }).onDelete('cascade'),
    unique('waitlist_offer_message').on(t.tenantId, t.messageHash),
    unique('waitlist_offer_visit').on(t.tenantId, t.visitId),
    uniqueIndex('waitlist_offer_single')
      .on(t.tenantId, t.entryId)
      .where(sql`state = 'open'`),
    index('waitlist_offer_entry').on(t.tenantId, t.entryId, t.start),
    index('waitlist_offer_open')
      .on(t.tenantId, t.expiresAt)
      .where(sql`state = 'open'`),
    check(
      'waitlist_offer_state',
      sql`${t.state} in ('open', 'accepted', 'declined', 'expired', 'withdrawn')`,
    ),
    isolated('waitlist_offer'),
  ],
)
