import { sql } from 'drizzle-orm'
import {
  bigint, boolean, check, customType, foreignKey, index, integer, jsonb, numeric, pgPolicy, pgTable, primaryKey, text, timestamp, unique, uniqueIndex, uuid,
} from 'drizzle-orm/pg-core'
import type { BookingRules, LateFee, MemberHours, TenantProfile } from '#contract/tenant.ts'
import type { Contact } from '#contract/visit.ts'

const multirange = customType<{ data: string }>({ dataType: () => 'tstzmultirange' })
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 })
const tenantId = () => text('tenant_id').notNull()
const own = sql`tenant_id = nullif(current_setting('app.tenant_id', true), '')`
// For every role, the owner's too: an import sets its tenant like a request does.
const isolated = (table: string) => pgPolicy(`${table}_own`, { as: 'permissive', for: 'all', using: own, withCheck: own })

export const tenant = pgTable('tenant', {
  id: text('id').primaryKey(),
  firstpath: text('firstpath').unique(),
  vanityHost: text('vanity_host').unique(),
  profile: jsonb('profile').$type<TenantProfile>().notNull(),
  /** Counts imports: the key of every cached page and answer. */
  contentVersion: bigint('content_version', { mode: 'number' }).notNull().default(1),
})

export const finance = pgTable('finance', {
  tenantId: tenantId().primaryKey().references(() => tenant.id, { onDelete: 'cascade' }),
  currency: text('currency'),
  currencySymbol: text('currency_symbol'),
  vatPercent: numeric('vat_percent', { mode: 'number' }).notNull(),
  lateFee: jsonb('late_fee').$type<LateFee>().notNull(),
}, () => [isolated('finance')])

export const calendar = pgTable('calendar', {
  tenantId: tenantId().primaryKey().references(() => tenant.id, { onDelete: 'cascade' }),
  rules: jsonb('rules').$type<BookingRules>().notNull(),
  /** Moves with every change to what can be booked: the key of the availability ETag. */
  version: bigint('version', { mode: 'number' }).notNull().default(1),
}, () => [isolated('calendar')])

export const serviceType = pgTable('service_type', {
  tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
  id: text('id').notNull(),
  svctype: text('svctype').notNull(),
  weight: integer('weight').notNull(),
  active: boolean('active').notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('service_type')])

export const service = pgTable('service', {
  tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
  id: text('id').notNull(),
  svctype: text('svctype').notNull(),
  name: text('name').notNull(),
  description: text('description').notNull(),
  weight: integer('weight').notNull(),
  active: boolean('active').notNull(),
  /** Minor units, excluding VAT. */
  price: integer('price').notNull(),
  fromprice: boolean('fromprice').notNull(),
  /** Minutes, as are the buffers and the processing gap. */
  duration: integer('duration').notNull(),
  bufferBefore: integer('buffer_before').notNull(),
  bufferAfter: integer('buffer_after').notNull(),
  processingAfter: integer('processing_after'),
  processingMinutes: integer('processing_minutes'),
  preVisit: text('pre_visit'),
  onlyMember: boolean('only_member').notNull(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.id] }),
  foreignKey({ columns: [t.tenantId, t.svctype], foreignColumns: [serviceType.tenantId, serviceType.id] }),
  isolated('service'),
])

export const member = pgTable('member', {
  tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
  id: text('id').notNull(),
  position: integer('position').notNull(),
  firstname: text('firstname').notNull(),
  lastname: text('lastname').notNull(),
  displayname: text('displayname'),
  role: text('role'),
  bio: text('bio'),
  avatar: text('avatar'),
  active: boolean('active').notNull(),
  hours: jsonb('hours').$type<MemberHours>().notNull(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('member')])

/** Who performs a service, and at which own price where it differs. */
export const serviceMember = pgTable('service_member', {
  tenantId: tenantId(),
  serviceId: text('service_id').notNull(),
  memberId: text('member_id').notNull(),
  /** Minor units excluding VAT; null: the service's own price. */
  price: integer('price'),
  priceActive: boolean('price_active').notNull().default(false),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.serviceId, t.memberId] }),
  foreignKey({ columns: [t.tenantId, t.serviceId], foreignColumns: [service.tenantId, service.id] }).onDelete('cascade'),
  foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.id] }).onDelete('cascade'),
  isolated('service_member'),
])

/** A guest with an account; also the user row of the auth library. */
export const guest = pgTable('guest', {
  tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
  id: text('id').notNull(),
  name: text('name').notNull(),
  email: text('email'),
  emailVerified: boolean('email_verified').notNull().default(false),
  firstname: text('firstname').notNull().default(''),
  lastname: text('lastname').notNull().default(''),
  /** E.164. */
  mobile: text('mobile'),
  countryCode: text('country_code'),
  dialCode: text('dial_code'),
  address: text('address'),
  city: text('city'),
  postalcode: text('postalcode'),
  preferredLanguage: text('preferred_language'),
  avatar: text('avatar'),
  termsAcceptedAt: instant('terms_accepted_at'),
  marketingAcceptedAt: instant('marketing_accepted_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.id] }),
  uniqueIndex('guest_email').on(t.tenantId, t.email),
  isolated('guest'),
])

export const session = pgTable('session', {
  tenantId: tenantId(),
  id: text('id').notNull(),
  token: text('token').notNull(),
  userId: text('user_id').notNull(),
  expiresAt: instant('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.id] }),
  unique('session_token').on(t.tenantId, t.token),
  foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [guest.tenantId, guest.id] }).onDelete('cascade'),
  isolated('session'),
])

export const account = pgTable('account', {
  tenantId: tenantId(),
  id: text('id').notNull(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  userId: text('user_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: instant('access_token_expires_at'),
  refreshTokenExpiresAt: instant('refresh_token_expires_at'),
  scope: text('scope'),
  password: text('password'),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.id] }),
  unique('account_provider').on(t.tenantId, t.providerId, t.accountId),
  foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [guest.tenantId, guest.id] }).onDelete('cascade'),
  isolated('account'),
])

export const verification = pgTable('verification', {
  tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
  id: text('id').notNull(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
}, (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('verification')])

export const visit = pgTable('visit', {
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
  /** Keyed hash of the address that holds this time, so that one client cannot hold a whole day; gone once it is booked. */
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
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.id] }),
  foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }),
  unique('visit_handle').on(t.tenantId, t.handleHash),
  unique('visit_cancel').on(t.tenantId, t.cancelHash),
  index('visit_guest').on(t.tenantId, t.guestId, t.start),
  index('visit_hold').on(t.tenantId, t.holdUntil).where(sql`state = 'held'`),
  check('visit_state', sql`${t.state} in ('held', 'booked', 'cancelled')`),
  check('visit_hold_until', sql`(${t.state} = 'held') = (${t.holdUntil} is not null)`),
  check('visit_amounts', sql`${t.paid} >= 0 and ${t.fee} >= 0 and ${t.refunded} between 0 and ${t.paid}`),
  isolated('visit'),
])

export const segment = pgTable('segment', {
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
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.visitId, t.position] }),
  foreignKey({ columns: [t.tenantId, t.visitId], foreignColumns: [visit.tenantId, visit.id] }).onDelete('cascade'),
  foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.id] }),
  foreignKey({ columns: [t.tenantId, t.serviceId], foreignColumns: [service.tenantId, service.id] }),
  // Row security keeps the planner from using the overlap rule's own index for reading: a month is found by its starts.
  index('segment_start').on(t.tenantId, t.memberId, t.start),
  check('segment_reach', sql`lower(${t.busy}) >= ${t.start} - interval '24 hours' and upper(${t.busy}) <= ${t.start} + interval '48 hours'`),
  isolated('segment'),
])

/** Mail to send, written in the transaction of what it tells about. */
export const mail = pgTable('mail', {
  tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
  id: uuid('id').notNull(),
  /** One mail for one occasion, however often the occasion is handled. */
  key: text('key').notNull(),
  to: text('to').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull(),
  ics: text('ics'),
  icsMethod: text('ics_method').$type<'REQUEST' | 'CANCEL'>(),
  createdAt: instant('created_at').notNull(),
  sentAt: instant('sent_at'),
}, (t) => [
  primaryKey({ columns: [t.tenantId, t.id] }),
  unique('mail_key').on(t.tenantId, t.key),
  isolated('mail'),
])
