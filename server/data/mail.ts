import { randomUUID } from 'node:crypto'
import { and, desc, eq, isNull } from 'drizzle-orm'
import { mail } from '#db/schema.ts'
import type { Tx } from './db.ts'

export type MailRow = typeof mail.$inferSelect
export type NewMail = Pick<MailRow, 'key' | 'to' | 'subject' | 'text' | 'html' | 'ics' | 'icsMethod' | 'createdAt'>

/** The newest two hundred, newest first. */
export const listMail = (tx: Tx): Promise<MailRow[]> =>
  tx.select().from(mail).where(eq(mail.tenantId, tx.tenantId)).orderBy(desc(mail.createdAt)).limit(200)

export async function findMail(tx: Tx, id: string): Promise<MailRow | null> {
  const [row] = await tx.select().from(mail).where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id)))
  return row ?? null
}

/** Writes a mail down once. @returns its id, or null when one with this key stands already. */
export async function createMail(tx: Tx, row: NewMail): Promise<string | null> {
  const [made] = await tx.insert(mail).values({ ...row, tenantId: tx.tenantId, id: randomUUID() })
    .onConflictDoNothing({ target: [mail.tenantId, mail.key] }).returning({ id: mail.id })
  return made?.id ?? null
}

/** Remembers when a mail left; the first time stands. */
export const markSent = async (tx: Tx, id: string, at: Date): Promise<void> => {
  await tx.update(mail).set({ sentAt: at }).where(and(eq(mail.tenantId, tx.tenantId), eq(mail.id, id), isNull(mail.sentAt)))
}
