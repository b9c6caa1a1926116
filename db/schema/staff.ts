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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Audited, AuditValues } from '#domain/staff/audit.ts'
import type { RightOverrides, Role, SignInMethod } from '#domain/staff/rights.ts'
import { instant, isolated, tenantId } from './column.ts'
import { tenant } from './tenant.ts'

/** Who works in the salon's own site. A removed person's row stays: what they did keeps its name. */
export const staff = pgTable(
  'staff',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    language: text('language'),
    role: text('role').$type<Role>().notNull(),
    /** Differences from the role. */
    rights: jsonb('rights').$type<RightOverrides>().notNull().default({}),
    /** The member that the person is, if any; without a foreign key: a file may drop them. */
    memberId: text('member_id'),
    /** Argon2id, of the PIN under a key of the server. */
    pinHash: text('pin_hash'),
    /** Null for the operator. */
    invitedBy: uuid('invited_by'),
    /** Whether single keys do something on the day's page. */
    shortcuts: boolean('shortcuts').notNull().default(true),
    /** When the hints of the day's page were seen; they are shown once. */
    hintsSeenAt: instant('hints_seen_at'),
    createdAt: instant('created_at').notNull(),
    /** When the invitation was accepted; null until then. */
    joinedAt: instant('joined_at'),
    removedAt: instant('removed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('staff_email')
      .on(t.tenantId, t.email)
      .where(sql`removed_at is null`),
    isolated('staff'),
  ],
)

/** A desk device: a browser in which each person unlocks by a PIN. */
export const staffDevice = pgTable(
  'staff_device',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    name: text('name').notNull(),
    /** SHA-256 of the cookie's value. */
    secretHash: text('secret_hash').notNull(),
    lockMinutes: integer('lock_minutes').notNull(),
    enrolledBy: uuid('enrolled_by').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('staff_device_secret').on(t.tenantId, t.secretHash),
    foreignKey({ columns: [t.tenantId, t.enrolledBy], foreignColumns: [staff.tenantId, staff.id] }),
    check('staff_device_lock', sql`${t.lockMinutes} between 1 and 30`),
    isolated('staff_device'),
  ],
)

export const staffSession = pgTable(
  'staff_session',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    /** SHA-256. */
    token: text('token').notNull(),
    staffId: uuid('staff_id').notNull(),
    /** The desk device it is on; null on a person's own device. */
    deviceId: uuid('device_id'),
    method: text('method').$type<SignInMethod>().notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: instant('created_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
    /** When the person last signed in by link or passkey, or confirmed by a passkey; null with a PIN. */
    confirmedAt: instant('confirmed_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('staff_session_token').on(t.tenantId, t.token),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    foreignKey({
      columns: [t.tenantId, t.deviceId],
      foreignColumns: [staffDevice.tenantId, staffDevice.id],
    }).onDelete('cascade'),
    index('staff_session_staff').on(t.tenantId, t.staffId),
    isolated('staff_session'),
  ],
)

/** Wrong PINs of a person at a desk device since they last signed in there. */
export const staffPinTry = pgTable(
  'staff_pin_try',
  {
    tenantId: tenantId(),
    deviceId: uuid('device_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    failures: integer('failures').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.deviceId, t.staffId] }),
    foreignKey({
      columns: [t.tenantId, t.deviceId],
      foreignColumns: [staffDevice.tenantId, staffDevice.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    isolated('staff_pin_try'),
  ],
)

export const staffPasskey = pgTable(
  'staff_passkey',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    staffId: uuid('staff_id').notNull(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('staff_passkey_credential').on(t.tenantId, t.credentialID),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    index('staff_passkey_staff').on(t.tenantId, t.staffId),
    isolated('staff_passkey'),
  ],
)

/**
 * The audit log. The application's role may add rows and delete those that are older than their retention,
 * and change none (`server/database/role.ts`).
 */
export const audit = pgTable(
  'audit',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    at: instant('at').notNull(),
    /** Null for the command line. Without foreign keys: what is recorded outlives its subject. */
    staffId: uuid('staff_id'),
    deviceId: uuid('device_id'),
    /** The names of both, as they were. */
    actor: text('actor').notNull(),
    device: text('device'),
    /** Null for the command line. */
    method: text('method').$type<SignInMethod>(),
    what: text('what').$type<Audited>().notNull(),
    /** The id of what it concerns, and its name, as it was. */
    subject: text('subject'),
    subjectName: text('subject_name'),
    before: jsonb('before').$type<AuditValues>(),
    after: jsonb('after').$type<AuditValues>(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('audit_at').on(t.tenantId, t.at),
    isolated('audit'),
  ],
)
