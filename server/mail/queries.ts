import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { mail } from '#db/schema/message.ts'
import type { Tx } from '../database/db.ts'

/** The keys of mails to the salon about a guest begin so. */
export const SALON_MAIL = 'salon-'
/** Whether a mail is one of these. */
export const isToSalon = sql<boolean>`starts_with(${mail.key}, ${SALON_MAIL})`

export type MailRow = typeof mail.$inferSelect
/**
 * `icsMethod`: null where `ics` is published (PUBLISH). `secret`: the mail contains a code. `wipeAt`: the end
 * of the visit that it is about; then the mail is redacted.
 */
export type NewMail = Pick<MailRow, 'key' | 'to' | 'subject' | 'text' | 'html' | 'createdAt'> &
  Partial<Pick<MailRow, 'ics' | 'icsMethod' | 'secret' | 'wipeAt' | 'unsubscribe'>>

/** Lists the newest 200 mails, the newest first; of those of one moment the guest's before the salon's. */
export const listMail = (tx: Tx): Promise<MailRow[]> =>
  tx
    .select()
    .from(mail)
    .where(eq(mail.tenantId, tx.tenantId))
    .orderBy(desc(mail.createdAt), isToSalon)
    .limit(200)

/** Finds a mail by its id. */
export async function findMail(tx: Tx, id: string): Promise<MailRow | null> {
  const [row] = await tx
    .select()
    .from(mail)
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id)))
  return row ?? null
}

/** Stores a mail. @returns its id, or null if a mail with this idempotency key exists. */
export async function createMail(tx: Tx, row: NewMail): Promise<string | null> {
  const [inserted] = await tx
    .insert(mail)
    .values({ ...row, tenantId: tx.tenantId, id: randomUUID() })
    .onConflictDoNothing({ target: [mail.tenantId, mail.key] })
    .returning({ id: mail.id })
  return inserted?.id ?? null
}

/** Counts the mails whose idempotency keys begin so. */
export const countMails = (tx: Tx, key: string): Promise<number> =>
  tx.$count(mail, and(eq(mail.tenantId, tx.tenantId), sql`starts_with(${mail.key}, ${key})`))

/** Redacts a sent mail that contained a code, so that stored mails grant no access. */
export const redactMail = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .update(mail)
    .set(redactedFields(tx))
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id), eq(mail.secret, true)))
}

/** Redacts all mails, sent or not, whose visit ended by `now`. @returns the number of mails. */
export async function redactEndedMails(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx
    .update(mail)
    .set({ ...redactedFields(tx), wipeAt: null })
    .where(and(eq(mail.tenantId, tx.tenantId), lte(mail.wipeAt, now)))
  return rowCount ?? 0
}

const redactedFields = (tx: Tx) => ({
  // It names the guest.
  subject: sql`case when ${isToSalon} then '' else ${mail.subject} end`,
  text: '',
  html: '',
  ics: null,
  icsMethod: null,
  unsubscribe: null,
  // The address is cleared as well, unless it belongs to an account.
  to: sql`case when exists (select 1 from guest
    where guest.tenant_id = ${tx.tenantId} and guest.email = ${mail.to}) then ${mail.to} else '' end`,
})

/** Lists the ids of the mails with these idempotency keys that have not been sent. */
export async function listUnsentMail(tx: Tx, keys: string[]): Promise<string[]> {
  const rows = await tx
    .select({ id: mail.id })
    .from(mail)
    .where(and(eq(mail.tenantId, tx.tenantId), inArray(mail.key, keys), isNull(mail.sentAt)))
  return rows.map(({ id }) => id)
}

/** Records when a mail was sent; a recorded time stays. */
export const markSent = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx
    .update(mail)
    .set({ sentAt: at })
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id), isNull(mail.sentAt)))
}
