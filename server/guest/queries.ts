import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { fullName } from '#domain/guest.ts'
import { account, guest, session, trustedDevice } from '#db/schema/guest.ts'
import type { Tx } from '../database/db.ts'

export type GuestRow = typeof guest.$inferSelect
/** The columns that a guest may change. */
export type GuestDetails = Partial<
  Pick<
    GuestRow,
    | 'firstname'
    | 'lastname'
    | 'mobile'
    | 'countryCode'
    | 'dialCode'
    | 'address'
    | 'city'
    | 'postalcode'
    | 'preferredLanguage'
    | 'termsAcceptedAt'
    | 'marketingAcceptedAt'
    | 'notifications'
    | 'timeZone'
    | 'avatar'
    | 'mobileVerified'
  >
>
type NewGuest = GuestDetails & {
  id?: string
  email: string
  emailVerified?: boolean
  passwordHash?: string
  createdAt: Date
}

const byId = (tx: Tx, uid: string) => and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid))

/** @returns the guest, or null. */
export async function findGuest(tx: Tx, uid: string): Promise<GuestRow | null> {
  const [row] = await tx.select().from(guest).where(byId(tx, uid))
  return row ?? null
}

/** Finds a guest and locks the row until the transaction ends. */
export async function findGuestForUpdate(tx: Tx, uid: string): Promise<GuestRow | null> {
  const [row] = await tx.select().from(guest).where(byId(tx, uid)).for('no key update')
  return row ?? null
}

/**
 * Creates a guest, with a password when `passwordHash` is given (see `hashPassword`).
 * @returns the uid.
 * @throws with SQLSTATE 23505 when the tenant has a guest with this e-mail or id.
 */
export async function createGuest(
  tx: Tx,
  { id = randomUUID(), email, passwordHash, createdAt, ...details }: NewGuest,
): Promise<string> {
  const name = fullName({ firstname: details.firstname ?? '', lastname: details.lastname ?? '' })
  await tx.insert(guest).values({
    ...details,
    tenantId: tx.tenantId,
    id,
    name,
    email: toStoredEmail(email),
    createdAt,
    updatedAt: createdAt,
  })
  if (passwordHash) await insertCredential(tx, id, passwordHash, createdAt)
  return id
}

/** Updates a guest; the column `name` is computed from `firstname` and `lastname`. */
export async function updateGuest(
  tx: Tx,
  { id, firstname, lastname }: GuestRow,
  changes: GuestDetails,
  at: Date,
): Promise<GuestRow> {
  const name = fullName({ firstname, lastname, ...changes })
  const [row] = await tx
    .update(guest)
    .set({ ...changes, name, updatedAt: at })
    .where(byId(tx, id))
    .returning()
  if (!row) throw new Error('the guest was deleted meanwhile')
  return row
}

const credentialOf = (tx: Tx, uid: string) =>
  and(eq(account.tenantId, tx.tenantId), eq(account.providerId, 'credential'), eq(account.accountId, uid))

/** Sets or replaces a guest's password, and deletes all sessions and known devices. */
export async function setPassword(tx: Tx, uid: string, passwordHash: string, at: Date): Promise<void> {
  await tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid)))
  await removeTrustedDevices(tx, uid)
  const changed = await tx
    .update(account)
    .set({ password: passwordHash, passwordUsedAt: null, updatedAt: at })
    .where(credentialOf(tx, uid))
  if (changed.rowCount === 0) await insertCredential(tx, uid, passwordHash, at)
}

/** Stores the time of a sign-in or check with the right password. */
export const markPasswordUsed = (tx: Tx, uid: string, at: Date) =>
  tx.update(account).set({ passwordUsedAt: at }).where(credentialOf(tx, uid))

/**
 * @returns the time of the last correct use of a guest's password; null when never used, or without a
 * password.
 */
export async function findPasswordUse(tx: Tx, uid: string): Promise<Date | null> {
  const [row] = await tx.select({ at: account.passwordUsedAt }).from(account).where(credentialOf(tx, uid))
  return row?.at ?? null
}

/** Deletes a guest's known devices, which have sign-in attempts of their own in the rate limit. */
export async function removeTrustedDevices(tx: Tx, uid: string): Promise<void> {
  await tx
    .delete(trustedDevice)
    .where(and(eq(trustedDevice.tenantId, tx.tenantId), eq(trustedDevice.guestId, uid)))
}

/** @returns a guest's e-mail and password hash, each null when absent; null for an unknown guest. */
export async function findPassword(
  tx: Tx,
  uid: string,
): Promise<{ email: string | null; password: string | null } | null> {
  const credential = and(
    eq(account.tenantId, guest.tenantId),
    eq(account.userId, guest.id),
    eq(account.providerId, 'credential'),
  )
  const [row] = await tx
    .select({ email: guest.email, password: account.password })
    .from(guest)
    .leftJoin(account, credential)
    .where(byId(tx, uid))
  return row ?? null
}

const insertCredential = (tx: Tx, uid: string, password: string, at: Date) =>
  tx.insert(account).values({
    tenantId: tx.tenantId,
    id: randomUUID(),
    accountId: uid,
    providerId: 'credential',
    userId: uid,
    password,
    createdAt: at,
    updatedAt: at,
  })

/** What a message to a guest needs of their account. */
export const contactColumns = {
  firstname: guest.firstname,
  lastname: guest.lastname,
  email: guest.email,
  mobile: guest.mobile,
  mobileVerified: guest.mobileVerified,
  preferredLanguage: guest.preferredLanguage,
  notifications: guest.notifications,
  timeZone: guest.timeZone,
}

export type GuestContact = Pick<typeof guest.$inferSelect, keyof typeof contactColumns>
