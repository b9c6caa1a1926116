import { domainToUnicode } from 'node:url'
import { and, eq, inArray } from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { account, avatar, guest, passkey, session } from '#db/schema/guest.ts'
import type { Tx } from '../database/db.ts'
import { findGuest, removeTrustedDevices, type GuestRow } from './queries.ts'

/** An address as it is stored, and with the letters of its domain, as an older row may have it. */
function listSpellings(email: string): string[] {
  const stored = toStoredEmail(email)
  const domain = stored.lastIndexOf('@') + 1
  return [stored, stored.slice(0, domain) + domainToUnicode(stored.slice(domain))]
}

/** Finds a guest by e-mail, in any spelling. */
export async function findGuestByEmail(tx: Tx, email: string): Promise<GuestRow | null> {
  const [row] = await tx
    .select()
    .from(guest)
    .where(and(eq(guest.tenantId, tx.tenantId), inArray(guest.email, listSpellings(email))))
  return row ?? null
}

/**
 * The uid and password hash (null without a password) of the account of an e-mail, in any spelling; one
 * query.
 */
export async function findCredential(
  tx: Tx,
  email: string,
): Promise<{ uid: string; password: string | null } | null> {
  const credential = and(
    eq(account.tenantId, guest.tenantId),
    eq(account.userId, guest.id),
    eq(account.providerId, 'credential'),
  )
  const [row] = await tx
    .select({ uid: guest.id, password: account.password })
    .from(guest)
    .leftJoin(account, credential)
    .where(and(eq(guest.tenantId, tx.tenantId), inArray(guest.email, listSpellings(email))))
  return row ?? null
}

/** Deletes all sessions and known devices of a guest. */
export async function endSessions(tx: Tx, uid: string): Promise<void> {
  await removeTrustedDevices(tx, uid)
  await tx.delete(session).where(and(eq(session.tenantId, tx.tenantId), eq(session.userId, uid)))
}

/** A guest's details before any are entered. */
const noDetails = {
  name: '',
  firstname: '',
  lastname: '',
  mobile: null,
  // The owner of a verified number can sign in by text message.
  mobileVerified: false,
  mobileVerifiedAt: null,
  countryCode: null,
  dialCode: null,
  address: null,
  city: null,
  postalcode: null,
  avatar: null,
  termsAcceptedAt: null,
  marketingAcceptedAt: null,
}

/**
 * Deletes a guest's password, providers, passkeys, sessions and known devices, and the name, number, address,
 * picture and consents: all were added before the owner of the e-mail came, so they may be those of
 * an attacker who has registered it before them.
 */
export async function removeEarlierOwner(tx: Tx, uid: string, at: Date): Promise<void> {
  await removeTrustedDevices(tx, uid)
  for (const table of [session, account, passkey])
    await tx.delete(table).where(and(eq(table.tenantId, tx.tenantId), eq(table.userId, uid)))
  await tx.delete(avatar).where(and(eq(avatar.tenantId, tx.tenantId), eq(avatar.guestId, uid)))
  await tx
    .update(guest)
    .set({ ...noDetails, updatedAt: at })
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid)))
}

/**
 * Marks a guest's e-mail as verified.
 * @param elsewhere the link was opened in a browser without the guest's session.
 */
export const verifyGuestEmail = (tx: Tx, uid: string, at: Date, elsewhere = false) =>
  tx
    .update(guest)
    .set({ emailVerified: true, emailVerifiedElsewhere: elsewhere, updatedAt: at })
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid)))

/**
 * Changes a guest's e-mail to a verified one.
 * @param elsewhere as in `verifyGuestEmail`.
 * @throws with SQLSTATE 23505 when another guest of the tenant has the e-mail.
 */
export async function changeGuestEmail(
  tx: Tx,
  uid: string,
  email: string,
  { at, elsewhere = false }: { at: Date; elsewhere?: boolean },
): Promise<GuestRow | null> {
  await tx
    .update(guest)
    .set({
      email: toStoredEmail(email),
      emailVerified: true,
      emailVerifiedElsewhere: elsewhere,
      updatedAt: at,
    })
    .where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, uid)))
  return findGuest(tx, uid)
}
