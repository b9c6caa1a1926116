import { and, asc, eq, gte, inArray, isNotNull, isNull, not, notInArray, or, sql } from 'drizzle-orm'
import { receipt } from '#db/schema/cart.ts'
import { paymentAttempt } from '#db/schema/payment.ts'
import { account, actionCode, guest, invite } from '#db/schema/guest.ts'
import { mail, sms } from '#db/schema/message.ts'
import { message } from '#db/schema/page.ts'
import { visit } from '#db/schema/visit.ts'
import { waitlistEntry, waitlistOffer } from '#db/schema/waitlist.ts'
import { noDetails } from '#contract/shop/checkout.ts'
import type { Tx } from '../database/db.ts'
import type { GuestRow } from '../guest/queries.ts'
import { isToSalon } from '../mail/queries.ts'
import { removeStaffNotes } from '../visit/staff-note-queries.ts'

type SentMail = { type: string; subject: string; createdAt: Date; sentAt: Date | null }

/** A guest's password and providers, without secrets. */
export const listSignInMethods = (tx: Tx, uid: string): Promise<{ provider: string; createdAt: Date }[]> =>
  tx
    .select({ provider: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(and(eq(account.tenantId, tx.tenantId), eq(account.userId, uid)))
    .orderBy(asc(account.createdAt))

/**
 * The mails to a guest's e-mail since the account was created, oldest first, at most 10 000; without those to
 * a person of the salon, which are about other guests.
 */
export async function listMailsTo(
  tx: Tx,
  { email, createdAt }: Pick<GuestRow, 'email' | 'createdAt'>,
): Promise<SentMail[]> {
  if (!email) return []
  const rows = await tx
    .select({ key: mail.key, subject: mail.subject, createdAt: mail.createdAt, sentAt: mail.sentAt })
    .from(mail)
    .where(
      and(eq(mail.tenantId, tx.tenantId), eq(mail.to, email), gte(mail.createdAt, createdAt), not(isToSalon)),
    )
    .orderBy(asc(mail.createdAt))
    .limit(10_000)
  return rows.map(({ key, ...row }) => ({ type: key.split(':')[0] ?? '', ...row }))
}

/**
 * The text messages to a guest's number, oldest first, at most 10 000; times only, because some contained
 * codes.
 */
export async function listSmsTo(
  tx: Tx,
  { mobile, createdAt }: Pick<GuestRow, 'mobile' | 'createdAt'>,
): Promise<{ createdAt: Date; sentAt: Date | null }[]> {
  if (!mobile) return []
  return tx
    .select({ createdAt: sms.createdAt, sentAt: sms.sentAt })
    .from(sms)
    .where(and(eq(sms.tenantId, tx.tenantId), eq(sms.to, mobile), gte(sms.createdAt, createdAt)))
    .orderBy(asc(sms.createdAt))
    .limit(10_000)
}

/** Counts the visits that remain, anonymised, after the guest is deleted. */
export async function countRetainedVisits(tx: Tx, uid: string): Promise<number> {
  return tx.$count(
    visit,
    and(eq(visit.tenantId, tx.tenantId), eq(visit.guestId, uid), sql`${visit.state} <> 'held'`),
  )
}

/**
 * Deletes a guest with account, sessions, passkeys, codes, picture, photos, waitlist entries and messages.
 * Visits and orders remain for bookkeeping with times and amounts, without personal data. Mails and text
 * messages that are still queued are sent and then redacted. @returns the ids of the visits that remain.
 */
export async function removeGuest(
  tx: Tx,
  { id, email, mobile }: Pick<GuestRow, 'id' | 'email' | 'mobile'>,
): Promise<string[]> {
  const ofGuest = and(eq(visit.tenantId, tx.tenantId), eq(visit.guestId, id))
  await tx.delete(visit).where(and(ofGuest, eq(visit.state, 'held')))
  const retained = await tx
    .update(visit)
    .set({ guestId: null, contact: null, visitor: null, note: null, ownerHash: null, addressHash: null })
    .where(ofGuest)
    .returning({ id: visit.id })
  const visitIds = retained.map((one) => one.id)
  await removeStaffNotes(tx, visitIds)
  const orders = await anonymiseOrders(tx, id)
  await removeMessages(tx, { email, mobile }, [...visitIds, ...orders.map((one) => one.id)])
  const namesGuest = [
    ...(email
      ? [sql`${actionCode.data} ->> 'email' = ${email}`, sql`${actionCode.data} ->> 'newEmail' = ${email}`]
      : []),
    ...(mobile ? [sql`${actionCode.data} ->> 'mobile' = ${mobile}`] : []),
  ]
  await tx
    .delete(actionCode)
    .where(and(eq(actionCode.tenantId, tx.tenantId), or(eq(actionCode.guestId, id), ...namesGuest)))
  await tx
    .delete(invite)
    .where(
      and(
        eq(invite.tenantId, tx.tenantId),
        or(eq(invite.id, id), ...(email ? [sql`${invite.prefill} ->> 'email' = ${email}`] : [])),
      ),
    )
  await removeOfferMessages(tx, id)
  await tx.delete(guest).where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, id)))
  return visitIds
}

/**
 * What was never paid is deleted; of an order the goods and the amounts remain, and so does, without personal
 * data, what is being paid at this moment: its money is released. @returns the orders.
 */
async function anonymiseOrders(tx: Tx, guestId: string): Promise<{ id: string }[]> {
  const ofGuest = and(eq(receipt.tenantId, tx.tenantId), eq(receipt.guestId, guestId))
  const attempts = and(
    eq(paymentAttempt.tenantId, tx.tenantId),
    inArray(paymentAttempt.receiptId, tx.select({ id: receipt.id }).from(receipt).where(ofGuest)),
  )
  await tx
    .update(paymentAttempt)
    .set({
      content: sql`${paymentAttempt.content} || ${JSON.stringify({ customer: noDetails, shipping: null })}::jsonb`,
      analyticsClientId: null,
      sessionHash: null,
    })
    .where(attempts)
  const isPaid = tx
    .select({ id: paymentAttempt.receiptId })
    .from(paymentAttempt)
    .where(and(eq(paymentAttempt.tenantId, tx.tenantId), eq(paymentAttempt.provider, 'vipps')))
  await tx.delete(receipt).where(and(ofGuest, isNull(receipt.settledAt), notInArray(receipt.id, isPaid)))
  return tx
    .update(receipt)
    .set({
      guestId: null,
      customer: noDetails,
      email: null,
      mobile: null,
      pickupLocations: [],
      shipping: sql`${receipt.shipping} || '{"pickupLocation": null}'::jsonb`,
    })
    .where(ofGuest)
    .returning({ id: receipt.id })
}

/** The messages of offers, which contain the guest's name; the entries themselves go with the guest. */
async function removeOfferMessages(tx: Tx, guestId: string): Promise<void> {
  const offers = tx
    .select({ hash: waitlistOffer.messageHash })
    .from(waitlistOffer)
    .innerJoin(
      waitlistEntry,
      and(eq(waitlistEntry.tenantId, waitlistOffer.tenantId), eq(waitlistEntry.id, waitlistOffer.entryId)),
    )
    .where(and(eq(waitlistOffer.tenantId, tx.tenantId), eq(waitlistEntry.guestId, guestId)))
  // As `sha256`: the id of such a message is the handle whose hash the offer stores.
  const digest = sql`encode(sha256(convert_to(${message.id}, 'UTF8')), 'base64')`
  const hash = sql`rtrim(translate(${digest}, '+/', '-_'), '=')`
  await tx.delete(message).where(and(eq(message.tenantId, tx.tenantId), inArray(hash, offers)))
}

async function removeMessages(
  tx: Tx,
  { email, mobile }: Pick<GuestRow, 'email' | 'mobile'>,
  ids: string[],
): Promise<void> {
  const about = ids.length ? inArray(sql`split_part(${mail.key}, ':', 2)`, ids) : undefined
  const matching = and(
    eq(mail.tenantId, tx.tenantId),
    or(...(email ? [eq(mail.to, email)] : []), ...(about ? [about] : [])),
  )
  if (email || about) {
    await tx.delete(mail).where(and(matching, isNotNull(mail.sentAt)))
    await tx.update(mail).set({ secret: true }).where(matching)
  }
  if (!mobile) return
  await tx
    .delete(sms)
    .where(
      and(
        eq(sms.tenantId, tx.tenantId),
        eq(sms.to, mobile),
        inArray(sms.state, ['sent', 'delivered', 'failed']),
      ),
    )
  await tx
    .update(sms)
    .set({ secret: true })
    .where(and(eq(sms.tenantId, tx.tenantId), eq(sms.to, mobile)))
}
