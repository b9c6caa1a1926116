import { DAY_MS } from '#domain/day.ts'
import { parseCountry } from '#domain/phone.ts'
import { smsSize, smsText } from '#domain/sms.ts'
import type { Config } from '../config/config.ts'
import type { Dependencies, Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import type { MessageJobs } from '../jobs/jobs.ts'
import { lockKeys } from '../database/advisory-lock.ts'
import { countSms, createSms, findSmsByKey } from './queries.ts'

const HOUR_MS = 3_600_000
/** Maximum number of messages to one number. */
const numberLimits = { hour: 3, day: 10 }

export type SmsOutcome =
  { ok: true } | { ok: false; reason: 'off' | 'country' | 'number-limit' | 'budget' | 'already' }
/** Whether this installation sends text messages. */
export const isSmsEnabled = ({ sms, smsBudget }: Pick<Config, 'sms' | 'smsBudget'>): boolean =>
  sms.provider !== 'off' && smsBudget > 0

/** Whether a text message can be sent to this number (E.164): only to the tenant's supported countries. */
export function canSendSmsTo(
  { tenant, deps }: Pick<SmsContext, 'tenant'> & { deps: Pick<Dependencies, 'config'> },
  to: string,
): boolean {
  const country = parseCountry(to)
  return isSmsEnabled(deps.config) && tenant.profile.supportedCountries.some(({ code }) => code === country)
}

type SmsContext = {
  tenant: Tenant
  deps: Pick<Dependencies, 'config' | 'now'> & { jobs: Pick<MessageJobs, 'sendSms'> }
}
type Message = {
  /** The idempotency key. */
  key: string
  /** E.164. */
  to: string
  text: string
  /** Whether it contains a code: its text is redacted after sending. */
  secret: boolean
}

/**
 * Enqueues a text message in the caller's transaction, to supported countries only and within the limits of
 * the number and of the tenant's daily budget. A lock for each tenant keeps the limits exact.
 * @param at when to send it, where that is not at once.
 */
export async function enqueueSms(ctx: SmsContext, tx: Tx, message: Message, at?: Date): Promise<SmsOutcome> {
  const stored = await storeSms(ctx, tx, message)
  if (!stored.ok) return { ok: false, reason: stored.reason }
  await ctx.deps.jobs.sendSms(tx, stored.id, at)
  return { ok: true }
}

/**
 * Stores a text message for its sender, as `enqueueSms` does, without a job.
 * @returns its id, also of one that is stored already.
 */
export async function storeSms(
  { tenant, deps }: Pick<SmsContext, 'tenant'> & { deps: Pick<Dependencies, 'config' | 'now'> },
  tx: Tx,
  message: Message,
): Promise<
  | { ok: true; id: string }
  | { ok: false; reason: 'already'; id: string }
  | { ok: false; reason: 'off' | 'country' | 'number-limit' | 'budget'; id: null }
> {
  const refused = (reason: 'off' | 'country' | 'number-limit' | 'budget') =>
    ({ ok: false, reason, id: null }) as const
  if (!isSmsEnabled(deps.config)) return refused('off')
  if (!canSendSmsTo({ tenant, deps }, message.to)) return refused('country')
  const now = deps.now()
  const text = smsText(message.text)
  const { segments } = smsSize(text)
  await lockKeys(tx, ['sms'])
  const known = await findSmsByKey(tx, message.key)
  if (known) return { ok: false, reason: 'already', id: known.id }
  const [hour, day] = [
    await countSms(tx, new Date(now - HOUR_MS), message.to),
    await countSms(tx, new Date(now - DAY_MS), message.to),
  ]
  if (hour.toNumber >= numberLimits.hour || day.toNumber >= numberLimits.day) return refused('number-limit')
  if (day.segments + segments > deps.config.smsBudget) return refused('budget')
  return { ok: true, id: await createSms(tx, { ...message, text, segments, createdAt: new Date(now) }) }
}
