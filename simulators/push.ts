import type { OutgoingPush, PushProvider } from '#server/providers/push/port.ts'

const MAX_ENTRIES = 200
const MAX_TENANTS = 1_000

export type SentPush = { at: number; endpoint: string; push: OutgoingPush }

/** Accepts every message and sends none. Keeps the newest of each tenant for the outbox page. */
export function simulatedPush(publicKey: string): PushProvider & { sent(tenant: string): SentPush[] } {
  const pushesByTenant = new Map<string, SentPush[]>()
  return {
    name: 'simulator',
    publicKey,
    async send({ endpoint }, push) {
      const all = pushesByTenant.get(push.tenant) ?? []
      all.unshift({ at: Date.now(), endpoint, push })
      pushesByTenant.delete(push.tenant)
      pushesByTenant.set(push.tenant, all.slice(0, MAX_ENTRIES))
      const [oldest] = pushesByTenant.keys()
      if (pushesByTenant.size > MAX_TENANTS && oldest !== undefined) pushesByTenant.delete(oldest)
      return { is: 'ok' }
    },
    sent: (tenant) => pushesByTenant.get(tenant) ?? [],
  }
}
