import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm'
import { mail } from '#db/schema/message.ts'
import type { Tx } from './db.ts'

export type MailRow = typeof mail.$inferSelect
/** `secret`: it carries a code. `wipeAt`: when the visit ends that its links are for. */
type NewMail = Pick<MailRow, 'key' | 'to' | 'subject' | 'text' | 'html' | 'ics' | 'icsMethod' | 'createdAt'> &
  Partial<Pick<MailRow, 'secret' | 'wipeAt'>>

/** The newest two hundred, newest first. */
export const listMail = (tx: Tx): Promise<MailRow[]> =>
  tx.select().from(mail).where(eq(mail.tenantId, tx.tenantId)).orderBy(desc(mail.createdAt)).limit(200)

/** A mail of the outbox by its id, or null. */
export async function findMail(tx: Tx, id: string): Promise<MailRow | null> {
  const [row] = await tx
    .select()
    .from(mail)
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id)))
  return row ?? null
}

/** Writes a mail down once. @returns its id, or null when one with this key stands already. */
export async function createMail(tx: Tx, row: NewMail): Promise<string | null> {
  const [made] = await tx
    .insert(mail)
    .values({ ...row, tenantId: tx.tenantId, id: randomUUID() })
    .onConflictDoNothing({ target: [mail.tenantId, mail.key] })
    .returning({ id: mail.id })
  return made?.id ?? null
}

/** Takes the texts of a mail that carried a code, once it has left: what is kept for good must open nothing. */
export const wipeMail = async (tx: Tx, id: string): Promise<void> => {
  await tx
    .update(mail)
    .set(wiped(tx))
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id), eq(mail.secret, true)))
}

/** Takes the texts of all mails, sent or not, whose visit has ended at `now`. @returns how many. */
export async function wipeEndedMails(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx
    .update(mail)
    .set({ ...wiped(tx), wipeAt: null })
    .where(and(eq(mail.tenantId, tx.tenantId), lte(mail.wipeAt, now)))
  return rowCount ?? 0
}

const wiped = (tx: Tx) => ({
  text: '',
  html: '',
  ics: null,
  icsMethod: null,
  // An address that no account has now is nobody's business either.
  to: sql`case when exists (select 1 from guest where guest.tenant_id = ${tx.tenantId} and guest.email = ${mail.to}) then ${mail.to} else '' end`,
})

/** Remembers when a mail left; the first time stands. */
export const markSent = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx
    .update(mail)
    .set({ sentAt: at })
    .where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id), isNull(mail.sentAt)))
}
