import { and, asc, eq, gte, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { account, actionCode, guest, invite, verification } from '#db/schema/guest.ts'
import { mail, sms } from '#db/schema/message.ts'
import { visit } from '#db/schema/visit.ts'
import type { Tx } from './db.ts'
import type { GuestRow } from './guest.ts'

type Told = { occasion: string; subject: string; createdAt: Date; sentAt: Date | null }

/** The ways in that a guest has, without any secret. */
export const listWaysIn = (tx: Tx, uid: string): Promise<{ provider: string; createdAt: Date }[]> =>
  tx
    .select({ provider: account.providerId, createdAt: account.createdAt })
    .from(account)
    .where(and(eq(account.tenantId, tx.tenantId), eq(account.userId, uid)))
    .orderBy(asc(account.createdAt))

/** What was written to a guest's address since they are one. */
export async function listTold(
  tx: Tx,
  { email, createdAt }: Pick<GuestRow, 'email' | 'createdAt'>,
): Promise<Told[]> {
  if (!email) return []
  const rows = await tx
    .select({ key: mail.key, subject: mail.subject, createdAt: mail.createdAt, sentAt: mail.sentAt })
    .from(mail)
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.to, email), gte(mail.createdAt, createdAt)))
    .orderBy(asc(mail.createdAt))
    .limit(10_000)
  return rows.map(({ key, ...row }) => ({ occasion: key.split(':')[0] ?? '', ...row }))
}

/** Text messages to a guest's number, by time alone: some carried codes. */
export async function listTexted(
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

/** How many visits of a guest stay as amounts when the guest is gone. */
export async function countKept(tx: Tx, uid: string): Promise<number> {
  return tx.$count(
    visit,
    and(eq(visit.tenantId, tx.tenantId), eq(visit.guestId, uid), sql`${visit.state} <> 'held'`),
  )
}

/**
 * Forgets a guest. Of visits the times and amounts stay, for the books, without the person; what is still on its way to them is
 * forgotten when it has left. All else goes: account, sessions, passkeys, codes, picture, mails.
 */
export async function removeGuest(
  tx: Tx,
  { id, email, mobile }: Pick<GuestRow, 'id' | 'email' | 'mobile'>,
): Promise<void> {
  const ofGuest = and(eq(visit.tenantId, tx.tenantId), eq(visit.guestId, id))
  await tx.delete(visit).where(and(ofGuest, eq(visit.state, 'held')))
  const kept = await tx
    .update(visit)
    .set({ guestId: null, contact: null, ownerHash: null, addressHash: null })
    .where(ofGuest)
    .returning({ id: visit.id })
  await removeMessages(
    tx,
    { email, mobile },
    kept.map((one) => one.id),
  )
  const named = [
    ...(email
      ? [sql`${actionCode.data} ->> 'email' = ${email}`, sql`${actionCode.data} ->> 'newEmail' = ${email}`]
      : []),
    ...(mobile ? [sql`${actionCode.data} ->> 'mobile' = ${mobile}`] : []),
  ]
  await tx
    .delete(actionCode)
    .where(and(eq(actionCode.tenantId, tx.tenantId), or(eq(actionCode.guestId, id), ...named)))
  await tx
    .delete(invite)
    .where(
      and(
        eq(invite.tenantId, tx.tenantId),
        or(eq(invite.id, id), ...(email ? [sql`${invite.prefill} ->> 'email' = ${email}`] : [])),
      ),
    )
  if (email)
    await tx
      .delete(verification)
      .where(and(eq(verification.tenantId, tx.tenantId), eq(verification.identifier, email)))
  await tx.delete(guest).where(and(eq(guest.tenantId, tx.tenantId), eq(guest.id, id)))
}

async function removeMessages(
  tx: Tx,
  { email, mobile }: Pick<GuestRow, 'email' | 'mobile'>,
  visits: string[],
): Promise<void> {
  const about = visits.length ? inArray(sql`split_part(${mail.key}, ':', 2)`, visits) : undefined
  const theirs = and(
    eq(mail.tenantId, tx.tenantId),
    or(...(email ? [eq(mail.to, email)] : []), ...(about ? [about] : [])),
  )
  if (email || about) {
    await tx.delete(mail).where(and(theirs, isNotNull(mail.sentAt)))
    await tx.update(mail).set({ secret: true }).where(theirs)
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
