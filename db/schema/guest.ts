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
import type { ActionCodeData } from '#contract/identity/action-code.ts'
import type { NotificationChoice } from '#contract/guest/guest.ts'
import type { InviteOutcome, InvitePrefill } from '#contract/identity/invite.ts'
import type { ActionCodeKind } from '#domain/action-code.ts'
import { bytes, instant, isolated, lastDigits, searchKey, searchKeyOf, tenantId } from './column.ts'
import { staff } from './staff.ts'
import { tenant } from './tenant.ts'

export const guest = pgTable(
  'guest',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    name: text('name').notNull(),
    email: text('email'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Verified from an unknown browser, which may belong to an attacker whose victim opened the mail. */
    emailVerifiedElsewhere: boolean('email_verified_elsewhere').notNull().default(false),
    mobileVerified: boolean('mobile_verified').notNull().default(false),
    /** When the number was verified; null if it is not. */
    mobileVerifiedAt: instant('mobile_verified_at'),
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
    /** The guest's notification settings; null means the defaults. */
    notifications: jsonb('notifications').$type<NotificationChoice>(),
    /** The zone that the guest's browser named last; null means the tenant's. */
    timeZone: text('time_zone'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /** By which people of the salon find a guest. */
    firstKey: searchKey('first_key').generatedAlwaysAs(searchKeyOf(sql`firstname`)),
    lastKey: searchKey('last_key').generatedAlwaysAs(searchKeyOf(sql`lastname`)),
    mobileEnd: text('mobile_end').generatedAlwaysAs(lastDigits(sql`mobile`)),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('guest_first_key').on(t.tenantId, t.firstKey),
    index('guest_last_key').on(t.tenantId, t.lastKey),
    index('guest_mobile_end').on(t.tenantId, t.mobileEnd),
    uniqueIndex('guest_email').on(t.tenantId, t.email),
    isolated('guest'),
  ],
)

export const session = pgTable(
  'session',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    token: text('token').notNull(),
    userId: text('user_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('session_token').on(t.tenantId, t.token),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    isolated('session'),
  ],
)

export const account = pgTable(
  'account',
  {
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
    /** When the password was last entered correctly. */
    passwordUsedAt: instant('password_used_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('account_provider').on(t.tenantId, t.providerId, t.accountId),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    isolated('account'),
  ],
)

export const passkey = pgTable(
  'passkey',
  {
    tenantId: tenantId(),
    id: text('id').notNull(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    userId: text('user_id').notNull(),
    credentialID: text('credential_id').notNull(),
    counter: integer('counter').notNull(),
    deviceType: text('device_type').notNull(),
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('passkey_credential').on(t.tenantId, t.credentialID),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    isolated('passkey'),
  ],
)

/** Browsers that have signed in to an account; they have attempts of their own at its password. */
export const trustedDevice = pgTable(
  'trusted_device',
  {
    tenantId: tenantId(),
    guestId: text('guest_id').notNull(),
    /** SHA-256 of the cookie's value. */
    hash: text('hash').notNull(),
    seenAt: instant('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.guestId, t.hash] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    isolated('trusted_device'),
  ],
)

export const avatar = pgTable(
  'avatar',
  {
    tenantId: tenantId(),
    guestId: text('guest_id').notNull(),
    /** Part of the URL, so that a new picture has a new one. */
    version: text('version').notNull(),
    webp: bytes('webp').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.guestId] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    isolated('avatar'),
  ],
)

export const actionCode = pgTable(
  'action_code',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code. */
    hash: text('hash').notNull(),
    kind: text('kind').$type<ActionCodeKind>().notNull(),
    /** Null before an account exists. */
    guestId: text('guest_id'),
    /** Of a code of the salon's own site: who works there. */
    staffId: uuid('staff_id'),
    data: jsonb('data').$type<ActionCodeData>().notNull(),
    /** SHA-256 of the browser-binding cookie; the link acts automatically only in that browser. */
    browserHash: text('browser_hash'),
    usesLeft: integer('uses_left').notNull(),
    /** Failed attempts, for codes that are short enough to be guessed. */
    failures: integer('failures').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.hash] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.tenantId, t.staffId], foreignColumns: [staff.tenantId, staff.id] }).onDelete(
      'cascade',
    ),
    index('action_code_guest').on(t.tenantId, t.guestId, t.kind),
    index('action_code_staff').on(t.tenantId, t.staffId, t.kind),
    index('action_code_end').on(t.tenantId, t.expiresAt),
    check('action_code_uses', sql`${t.usesLeft} >= 0`),
    isolated('action_code'),
  ],
)

export const invite = pgTable(
  'invite',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    prefill: jsonb('prefill').$type<InvitePrefill>().notNull(),
    /** Null before the first attempt. */
    outcome: jsonb('outcome').$type<InviteOutcome>(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.id] }), isolated('invite')],
)
