import { countryOf } from '#domain/phone.ts'
import { smsSize } from '#domain/sms.ts'
import type { Config } from './config.ts'
import type { Deps, Tenant } from './context.ts'
import type { Tx } from './data/db.ts'
import { countSms, createSms, queueSms } from './data/sms.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Messages to one number. */
const numberLimits = { hour: 3, day: 10 }

export type SmsOutcome =
  { ok: true } | { ok: false; reason: 'off' | 'country' | 'number-limit' | 'budget' | 'already' }
/** Whether this installation sends text messages at all. */
export const smsOn = ({ sms, smsBudget }: Pick<Config, 'sms' | 'smsBudget'>): boolean =>
  sms.provider !== 'off' && smsBudget > 0

/** Whether a text message can be sent to this number (E.164): into countries alone that the tenant serves. */
export function smsReaches(
  { tenant, deps }: Pick<SmsScope, 'tenant'> & { deps: Pick<Deps, 'config'> },
  to: string,
): boolean {
  const country = countryOf(to)
  return smsOn(deps.config) && tenant.profile.supportedCountries.some(({ code }) => code === country)
}

type SmsScope = { tenant: Tenant; deps: Pick<Deps, 'config' | 'now' | 'jobs'> }
type Message = {
  /** One message for one occasion, however often the occasion is handled. */
  key: string
  /** E.164. */
  to: string
  text: string
  /** It carries a code: its text is wiped once it has left. */
  secret: boolean
}

/**
 * Writes a text message and the job that sends it, in the transaction of what it tells: only into countries that the tenant
 * serves, and within what a number and the tenant may be sent. One at a time for each tenant, so that the limits are exact.
 */
export async function writeSms({ tenant, deps }: SmsScope, tx: Tx, message: Message): Promise<SmsOutcome> {
  if (!smsOn(deps.config)) return { ok: false, reason: 'off' }
  if (!smsReaches({ tenant, deps }, message.to)) return { ok: false, reason: 'country' }
  const now = deps.now()
  const { segments } = smsSize(message.text)
  await queueSms(tx)
  const [hour, day] = [
    await countSms(tx, new Date(now - HOUR), message.to),
    await countSms(tx, new Date(now - DAY), message.to),
  ]
  if (hour.toNumber >= numberLimits.hour || day.toNumber >= numberLimits.day)
    return { ok: false, reason: 'number-limit' }
  if (day.segments + segments > deps.config.smsBudget) return { ok: false, reason: 'budget' }
  const id = await createSms(tx, { ...message, segments, createdAt: new Date(now) })
  if (!id) return { ok: false, reason: 'already' }
  await deps.jobs.sendSms(tx, id)
  return { ok: true }
}
