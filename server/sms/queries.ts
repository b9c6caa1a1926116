import { randomUUID } from 'node:crypto'
import { and, count, desc, eq, gt, inArray, lte, ne, sql, sum } from 'drizzle-orm'
import { sms, type SmsState } from '#db/schema/message.ts'
import type { Tx } from '../database/db.ts'

export type SmsRow = typeof sms.$inferSelect
type NewSms = Pick<SmsRow, 'key' | 'to' | 'text' | 'segments' | 'secret' | 'createdAt'>

const byId = (tx: Tx, id: string) => and(eq(sms.tenantId, tx.tenantId), eq(sms.id, id))

/**
 * The states from which a message may enter each state. Final states stay, and outdated reports are ignored.
 */
const allowedTransitions: Record<Exclude<SmsState, 'waiting'>, SmsState[]> = {
  sending: ['waiting'],
  sent: ['sending'],
  delivered: ['sending', 'sent'],
  failed: ['waiting', 'sending', 'sent'],
}

/** Lists the newest 200 messages, the newest first. */
export const listSms = (tx: Tx): Promise<SmsRow[]> =>
  tx.select().from(sms).where(eq(sms.tenantId, tx.tenantId)).orderBy(desc(sms.createdAt)).limit(200)

/** Finds a text message by its id. */
export async function findSms(tx: Tx, id: string): Promise<SmsRow | null> {
  const [row] = await tx.select().from(sms).where(byId(tx, id))
  return row ?? null
}

/** Finds a message by the provider's id. */
export async function findSmsByProviderId(tx: Tx, providerId: string): Promise<SmsRow | null> {
  const [row] = await tx
    .select()
    .from(sms)
    .where(and(eq(sms.tenantId, tx.tenantId), eq(sms.providerId, providerId)))
  return row ?? null
}

/** Counts the messages to one number and the message parts to all numbers since a time. */
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

/** Finds a message by its idempotency key. */
export async function findSmsByKey(tx: Tx, key: string): Promise<SmsRow | null> {
  const [row] = await tx
    .select()
    .from(sms)
    .where(and(eq(sms.tenantId, tx.tenantId), eq(sms.key, key)))
  return row ?? null
}

/** Stores a message. The caller holds the lock of the quota, and its key is new. @returns its id. */
export async function createSms(tx: Tx, row: NewSms): Promise<string> {
  const id = randomUUID()
  await tx.insert(sms).values({ ...row, tenantId: tx.tenantId, id, state: 'waiting' })
  return id
}

/** Moves a message to a state if that transition is allowed. @returns the message, or null if not. */
export async function transitionSms(
  tx: Tx,
  id: string,
  state: keyof typeof allowedTransitions,
  change: { providerId?: string; sentAt?: Date } = {},
): Promise<SmsRow | null> {
  const [row] = await tx
    .update(sms)
    .set({ state, ...change })
    .where(and(byId(tx, id), inArray(sms.state, allowedTransitions[state])))
    .returning()
  return row ?? null
}

/** Ends a message that is still waiting, so that it is not sent. */
export const cancelSms = (tx: Tx, key: string) =>
  tx
    .update(sms)
    .set({ state: 'failed' })
    .where(and(eq(sms.tenantId, tx.tenantId), eq(sms.key, key), eq(sms.state, 'waiting')))

/** Returns a message that was certainly not sent to `waiting`, for the next attempt. */
export const retrySms = (tx: Tx, id: string) =>
  tx
    .update(sms)
    .set({ state: 'waiting' })
    .where(and(byId(tx, id), eq(sms.state, 'sending')))

/** Redacts messages with codes or links that were not redacted when they were sent. @returns the number. */
export async function redactOldSms(tx: Tx, until: Date): Promise<number> {
  const { rowCount } = await tx
    .update(sms)
    .set({ text: '' })
    .where(and(eq(sms.tenantId, tx.tenantId), sms.secret, ne(sms.text, ''), lte(sms.createdAt, until)))
  return rowCount ?? 0
}

/** Stores the provider's id. With `wipe`, redacts a message that contained a code. */
export const recordSmsAccepted = (
  tx: Tx,
  id: string,
  { providerId, wipe }: { providerId: string; wipe: boolean },
) =>
  tx
    .update(sms)
    .set({ providerId, ...(wipe ? { text: '' } : {}) })
    .where(byId(tx, id))
