import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, sql, sum } from 'drizzle-orm'
import type { SmsState } from '#contract/sms.ts'
import { sms } from '#db/schema/message.ts'
import type { Tx } from './db.ts'

export type SmsRow = typeof sms.$inferSelect
type NewSms = Pick<SmsRow, 'key' | 'to' | 'text' | 'segments' | 'secret' | 'createdAt'>

const one = (tx: Tx, id: string) => and(eq(sms.tenantId, tx.tenantId), eq(sms.id, id))

/** From where a message may come into each state: what is final stays, and news that are overtaken change nothing. */
const before: Record<Exclude<SmsState, 'waiting'>, SmsState[]> = {
  sending: ['waiting'],
  sent: ['sending'],
  delivered: ['sending', 'sent'],
  failed: ['waiting', 'sending', 'sent'],
}

/** The newest two hundred, newest first. */
export const listSms = (tx: Tx): Promise<SmsRow[]> =>
  tx.select().from(sms).where(eq(sms.tenantId, tx.tenantId)).orderBy(desc(sms.createdAt)).limit(200)

/** A text message by its id, or null. */
export async function findSms(tx: Tx, id: string): Promise<SmsRow | null> {
  const [row] = await tx.select().from(sms).where(one(tx, id))
  return row ?? null
}

/** The message that a provider calls by this id. */
export async function findSmsByProviderId(tx: Tx, providerId: string): Promise<SmsRow | null> {
  const [row] = await tx
    .select()
    .from(sms)
    .where(and(eq(sms.tenantId, tx.tenantId), eq(sms.providerId, providerId)))
  return row ?? null
}

/** Lets one at a time count and write the tenant's messages, until the transaction ends. */
export const queueSms = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sms ${tx.tenantId}`}, 0))`)

/** How many messages were written since then to one number, and how many pieces to all numbers. */
export async function countSms(
  tx: Tx,
  since: Date,
  to: string,
): Promise<{ toNumber: number; segments: number }> {
  const [row] = await tx
    .select({
      toNumber: count(sql`case when ${sms.to} = ${to} then 1 end`),
      segments: sum(sms.segments).mapWith(Number),
    })
    .from(sms)
    .where(and(eq(sms.tenantId, tx.tenantId), gt(sms.createdAt, since)))
  return { toNumber: row?.toNumber ?? 0, segments: row?.segments ?? 0 }
}

/** Writes a message down once. @returns its id, or null when one with this key stands already. */
export async function createSms(tx: Tx, row: NewSms): Promise<string | null> {
  const [made] = await tx
    .insert(sms)
    .values({ ...row, tenantId: tx.tenantId, id: randomUUID(), state: 'waiting' })
    .onConflictDoNothing({ target: [sms.tenantId, sms.key] })
    .returning({ id: sms.id })
  return made?.id ?? null
}

/** Puts a message into a state where that is a step forward. @returns the message, or null when it was not. */
export async function moveSms(
  tx: Tx,
  id: string,
  state: keyof typeof before,
  change: { providerId?: string; sentAt?: Date } = {},
): Promise<SmsRow | null> {
  const [row] = await tx
    .update(sms)
    .set({ state, ...change })
    .where(and(one(tx, id), inArray(sms.state, before[state])))
    .returning()
  return row ?? null
}

/** Gives a message back that was certainly not taken, for the next try. */
export const retrySms = (tx: Tx, id: string) =>
  tx
    .update(sms)
    .set({ state: 'waiting' })
    .where(and(one(tx, id), eq(sms.state, 'sending')))

/** Notes what the provider calls it, and forgets the words of one that carried a code (`wipe`). */
export const settleSms = (tx: Tx, id: string, { providerId, wipe }: { providerId: string; wipe: boolean }) =>
  tx
    .update(sms)
    .set({ providerId, ...(wipe ? { text: '' } : {}) })
    .where(one(tx, id))
