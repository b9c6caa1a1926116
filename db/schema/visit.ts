import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  ChangeActor,
  ChangeKind,
  ChangeMessage,
  Informing,
  VisitFacts,
} from '#contract/schedule/visit-change.ts'
import type { Contact, VisitBefore } from '#contract/visit/visit.ts'
import type { BookedAddon } from '#domain/visit/addons.ts'
import type { Progress } from '#domain/visit/day-state.ts'
import type { ProgressTimes } from '#domain/visit/progress.ts'
import type { VatRate } from '#domain/vat.ts'
import type { VisitSource } from '#domain/visit/source.ts'
import { instant, isolated, lastDigits, multirange, searchKey, searchKeyOf, tenantId } from './column.ts'
import { guest } from './guest.ts'
import { party } from './party.ts'
import { member, service } from './service.ts'
import { tenant } from './tenant.ts'

/**
 * What the visits of a series were booked from: every so many weeks at a minute of the day, by the salon's
 * clock. Each of them is a visit of its own.
 */
export const series = pgTable(
  'series',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    weeks: integer('weeks').notNull(),
    firstDate: date('first_date', { mode: 'string' }).notNull(),
    minute: integer('minute').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    check('series_weeks', sql`${t.weeks} between 1 and 26`),
    check('series_minute', sql`${t.minute} between 0 and 1439`),
    isolated('series'),
  ],
)

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
    /** The series that it was booked with. */
    seriesId: uuid('series_id'),
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
    /** When the salon has asked its guest to choose another time, which the guest has not answered. */
    askedAt: instant('asked_at'),
    /** The short number of a booked visit, which people can say. */
    number: text('number'),
    source: text('source').$type<VisitSource>().notNull().default('web'),
    /** Who of the salon has booked it. */
    bookedBy: uuid('booked_by'),
    /** What has happened with it on its day. */
    progress: text('progress').$type<Progress>().notNull().default('expected'),
    progressAt: jsonb('progress_at').$type<ProgressTimes>().notNull().default({}),
    refunded: integer('refunded').notNull().default(0),
    holdUntil: instant('hold_until'),
    prolonged: boolean('prolonged').notNull().default(false),
    /** With whom it was booked, and its place among their visits; null: by itself. */
    partyId: uuid('party_id'),
    partyPosition: integer('party_position'),
    /** Number of changes, for calendars (RFC 5545 SEQUENCE). */
    sequence: integer('sequence').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    bookedAt: instant('booked_at'),
    cancelledAt: instant('cancelled_at'),
    /** By which people of the salon find who has booked without an account. */
    firstKey: searchKey('first_key').generatedAlwaysAs(searchKeyOf(sql`contact ->> 'firstname'`)),
    lastKey: searchKey('last_key').generatedAlwaysAs(searchKeyOf(sql`contact ->> 'lastname'`)),
    mobileEnd: text('mobile_end').generatedAlwaysAs(lastDigits(sql`contact ->> 'mobile'`)),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }),
    foreignKey({ columns: [t.tenantId, t.partyId], foreignColumns: [party.tenantId, party.id] }),
    uniqueIndex('visit_party')
      .on(t.tenantId, t.partyId, t.partyPosition)
      .where(sql`party_id is not null`),
    foreignKey({ columns: [t.tenantId, t.seriesId], foreignColumns: [series.tenantId, series.id] }),
    index('visit_series')
      .on(t.tenantId, t.seriesId)
      .where(sql`series_id is not null`),
    unique('visit_handle').on(t.tenantId, t.handleHash),
    unique('visit_cancel').on(t.tenantId, t.cancelHash),
    index('visit_guest').on(t.tenantId, t.guestId, t.start),
    // Finds what was booked without an account by an address.
    index('visit_contact_email')
      .on(t.tenantId, sql`lower(contact ->> 'email')`)
      .where(sql`guest_id is null and contact is not null`),
    // Finds typed contacts of visits that now belong to an account, to delete them with the handles.
    index('visit_typed')
      .on(t.tenantId, t.end)
      .where(sql`guest_id is not null and contact is not null`),
    unique('visit_number').on(t.tenantId, t.number),
    index('visit_first_key').on(t.tenantId, t.firstKey),
    index('visit_last_key').on(t.tenantId, t.lastKey),
    index('visit_mobile_end').on(t.tenantId, t.mobileEnd),
    // Finds visits of earlier days that nobody has closed.
    index('visit_unclosed')
      .on(t.tenantId, t.end)
      .where(sql`state = 'booked' and progress in ('expected', 'arrived', 'started')`),
    index('visit_hold')
      .on(t.tenantId, t.holdUntil)
      .where(sql`state = 'held'`),
    check('visit_state', sql`${t.state} in ('held', 'booked', 'cancelled')`),
    check('visit_held_for', sql`${t.heldFor} in ('guest', 'queue', 'offer')`),
    check('visit_hold_until', sql`(${t.state} = 'held') = (${t.holdUntil} is not null)`),
    check('visit_amounts', sql`${t.paid} >= 0 and ${t.fee} >= 0 and ${t.refunded} between 0 and ${t.paid}`),
    check('visit_moves', sql`${t.moves} >= 0 and ${t.movedLateFee} >= 0`),
    check('visit_party_place', sql`(${t.partyId} is null) = (${t.partyPosition} is null)`),
    check('visit_progress', sql`${t.progress} in ('expected', 'arrived', 'started', 'done', 'noShow')`),
    check('visit_source', sql`${t.source} in ('web', 'phone', 'walkIn', 'waitlist', 'command')`),
    isolated('visit'),
  ],
)

/**
 * One service of a visit, by one member. An exclusion constraint (`db/migrations/0001_guards.sql`) prevents
 * double booking when two guests take one slot: `busy` of rows that are `taken` never overlap for a member.
 * The salon may place a visit over another: a row that is `over` is left out of the constraint, and counts as
 * busy like the others.
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
    /** Minor units, including VAT, with its add-ons. */
    price: integer('price').notNull(),
    /** As of the booking, like its name. */
    addons: jsonb('addons').$type<BookedAddon[]>().notNull().default([]),
    /** The VAT in the price, as of the booking; null where it is not known. */
    vat: jsonb('vat').$type<VatRate>(),
    start: instant('start').notNull(),
    end: instant('end').notNull(),
    /** The member's busy time: the service without its processing gap, with its buffers. */
    busy: multirange('busy').notNull(),
    /** False once the visit is cancelled or its hold has expired: the time is free again. */
    taken: boolean('taken').notNull().default(true),
    /** Placed by the salon over time that was not free. */
    over: boolean('over').notNull().default(false),
    /** Why, where it is over the work of another visit; null: over a buffer only. */
    overReason: text('over_reason'),
    /** The salon has given it another length than its service: it keeps it when it is moved. */
    ownLength: boolean('own_length').notNull().default(false),
    /** What stood against it in the schedule where the salon has placed it, as `listAgainst` names it. */
    accepted: text('accepted').array().notNull().default([]),
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
    check('segment_addons', sql`jsonb_array_length(${t.addons}) <= 10`),
    check(
      'segment_reach',
      sql`lower(${t.busy}) >= ${t.start} - interval '24 hours' and upper(${t.busy}) <= ${t.start} + interval '48 hours'`,
    ),
    isolated('segment'),
  ],
)

/** Every change of a visit since it was booked: who, when, before and after, and what was sent about it. */
export const visitChange = pgTable(
  'visit_change',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    visitId: uuid('visit_id').notNull(),
    /** Its place among the changes of the visit, from 0. */
    position: integer('position').notNull(),
    at: instant('at').notNull(),
    actor: text('actor').$type<ChangeActor>().notNull(),
    staffId: uuid('staff_id'),
    /** The names of the person and of the desk device, as they were. */
    staffName: text('staff_name'),
    deviceName: text('device_name'),
    kind: text('kind').$type<ChangeKind>().notNull(),
    /** Null where nothing of it has changed, and before the booking. */
    before: jsonb('before').$type<VisitFacts>(),
    after: jsonb('after').$type<VisitFacts>(),
    /** The members who perform it before or after. */
    memberIds: text('member_ids').array().notNull().default([]),
    informing: text('informing').$type<Informing>().notNull().default('none'),
    /** When the guest is told, while that is to come. */
    reportAt: instant('report_at'),
    /** The changes that were made at once: a guest gets one message about all of theirs. */
    batch: uuid('batch'),
    /** The free times that are offered instead of a cancelled one. */
    instead: jsonb('instead').$type<{ start: number; teamMember: string[] }[]>(),
    notified: text('notified').array().$type<ChangeMessage[]>().notNull().default([]),
    /** The change that this one has taken back. */
    undoes: uuid('undoes'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('visit_change_undoes')
      .on(t.tenantId, t.undoes)
      .where(sql`undoes is not null`),
    unique('visit_change_position').on(t.tenantId, t.visitId, t.position),
    index('visit_change_at').on(t.tenantId, t.at),
    index('visit_change_report')
      .on(t.tenantId, t.reportAt)
      .where(sql`report_at is not null`),
    check('visit_change_actor', sql`${t.actor} in ('guest', 'staff', 'operator', 'job')`),
    check('visit_change_informing', sql`${t.informing} in ('ask', 'agreed', 'none')`),
    isolated('visit_change'),
  ],
)

/** What people of the salon note about a visit, for each other. */
export const staffNote = pgTable(
  'staff_note',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    visitId: uuid('visit_id').notNull(),
    staffId: uuid('staff_id'),
    staffName: text('staff_name').notNull(),
    at: instant('at').notNull(),
    text: text('text').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }).onDelete(
      'cascade',
    ),
    index('staff_note_visit').on(t.tenantId, t.visitId, t.at),
    isolated('staff_note'),
  ],
)
