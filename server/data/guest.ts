import { and, eq } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { fullName } from '#domain/guest.ts'
import { account, guest, session, knownBrowser } from '#db/schema/guest.ts'
import type { Tx } from './db.ts'

export type GuestRow = typeof guest.$inferSelect
/** What a guest may change about themselves; everything else is not theirs to write. */
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

const one = (tx: Tx, uid: string) => and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid))

/** The guest of an account, or null. */
export async function findGuest(tx: Tx, uid: string): Promise<GuestRow | null> {
  const [row] = await tx.select().from(guest).where(one(tx, uid))
  return row ?? null
}

/** Kept from other changes of this guest until the transaction ends. */
export async function findGuestForUpdate(tx: Tx, uid: string): Promise<GuestRow | null> {
  const [row] = await tx.select().from(guest).where(one(tx, uid)).for('no key update')
  return row ?? null
}

/**
 * A guest with all that is known of them, and a way in where there is a password hash (`hashPassword`).
 * @returns the uid. @throws on an e-mail or id that the tenant has already.
 */
export async function createGuest(
  tx: Tx,
  { id = randomUUID(), email, passwordHash, createdAt, ...details }: NewGuest,
): Promise<string> {
  const name = fullName({ firstname: details.firstname ?? '', lastname: details.lastname ?? '' })
  await tx
    .insert(guest)
    .values({
      ...details,
      tenantId: tx.tenantId,
      id,
      name,
      email: email.toLowerCase(),
      createdAt,
      updatedAt: createdAt,
    })
  if (passwordHash) await insertCredential(tx, id, passwordHash, createdAt)
  return id
}

/** The name that the auth library knows follows the two that the guest writes. */
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
    .where(one(tx, id))
    .returning()
  if (!row) throw new Error('the guest is gone')
  return row
}

const credentialOf = (tx: Tx, uid: string) =>
  and(eq(account.tenantId, tx.tenantId), eq(account.providerId, 'credential'), eq(account.accountId, uid))

/** Gives a guest a password in place of any earlier one, and ends every session that the earlier one had opened. */
export async function setPassword(tx: Tx, uid: string, passwordHash: string, at: Date): Promise<void> {
  await tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid)))
  await removeKnownBrowsers(tx, uid)
  const changed = await tx
    .update(account)
    .set({ password: passwordHash, passwordUsedAt: null, updatedAt: at })
    .where(credentialOf(tx, uid))
  if (changed.rowCount === 0) await insertCredential(tx, uid, passwordHash, at)
}

/** Notes that somebody has proved to know a guest's password. */
export const markPasswordUsed = (tx: Tx, uid: string, at: Date) =>
  tx.update(account).set({ passwordUsedAt: at }).where(credentialOf(tx, uid))

/** When somebody last proved to know a guest's password; null where nobody has, or there is none. */
export async function findPasswordUse(tx: Tx, uid: string): Promise<Date | null> {
  const [row] = await tx.select({ at: account.passwordUsedAt }).from(account).where(credentialOf(tx, uid))
  return row?.at ?? null
}

/** Forgets the browsers that a guest's account knows: they have no attempts of their own any more. */
export async function removeKnownBrowsers(tx: Tx, uid: string): Promise<void> {
  await tx
    .delete(knownBrowser)
    .where(and(eq(knownBrowser.tenantId, tx.tenantId), eq(knownBrowser.guestId, uid)))
}

/** A guest's address and the hash of their password, null where they have none; null for nobody. */
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
    .where(one(tx, uid))
  return row ?? null
}

const insertCredential = (tx: Tx, uid: string, password: string, at: Date) =>
  tx
    .insert(account)
    .values({
      tenantId: tx.tenantId,
      id: randomUUID(),
      accountId: uid,
      providerId: 'credential',
      userId: uid,
      password,
      createdAt: at,
      updatedAt: at,
    })
