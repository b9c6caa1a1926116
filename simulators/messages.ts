import { LRUCache } from 'lru-cache'
import {
  SmsRejected,
  SmsOutcomeUnknown,
  SmsUnreachable,
  type SmsProvider,
} from '#server/providers/sms/port.ts'
import { checkMail, type Mailer } from '#server/providers/email/port.ts'
import type { OutgoingPush, PushProvider } from '#server/providers/push/port.ts'

/** Numbers for which the simulator fails; every other valid number is accepted. */
const REJECTED_NUMBER = '+4500000001'
const UNREACHABLE_NUMBER = '+4500000002'
const TIMEOUT_NUMBER = '+4500000003'

/** Accepts valid messages and sends none; the outbox page shows the stored messages. */
export const simulatedSms = (): SmsProvider => ({
  name: 'outbox',
  async send({ to, text, ref }) {
    if (to === REJECTED_NUMBER || !/^\+[1-9]\d{6,14}$/.test(to) || text === '')
      throw new SmsRejected('simulated')
    if (to === UNREACHABLE_NUMBER) throw new SmsUnreachable('simulated')
    if (to === TIMEOUT_NUMBER) throw new SmsOutcomeUnknown('simulated')
    return { providerId: `simulated-${ref}` }
  },
  parseStatus: async () => null,
})

/** Accepts valid mails and sends none; the outbox page shows the stored mails. */
export const simulatedMailer = (): Mailer => ({
  async send(mail) {
    checkMail(mail)
  },
  close() {},
})

const MAX_ENTRIES = 200
const MAX_TENANTS = 1_000

export type SentPush = { at: number; endpoint: string; push: OutgoingPush }

/** Accepts every message and sends none. Keeps the newest of each tenant for the outbox page. */
export function simulatedPush(publicKey: string): PushProvider & { sent(tenant: string): SentPush[] } {
  const pushesByTenant = new LRUCache<string, SentPush[]>({ max: MAX_TENANTS })
  return {
    name: 'simulator',
    publicKey,
    async send({ endpoint }, push) {
      const sent = { at: Date.now(), endpoint, push }
      const earlier = pushesByTenant.get(push.tenant) ?? []
      pushesByTenant.set(push.tenant, [sent, ...earlier].slice(0, MAX_ENTRIES))
      return { is: 'ok' }
    },
    sent: (tenant) => pushesByTenant.get(tenant) ?? [],
  }
}
