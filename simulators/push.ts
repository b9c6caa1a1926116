import { LRUCache } from 'lru-cache'
import type { OutgoingPush, PushProvider } from '#server/providers/push/port.ts'

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
