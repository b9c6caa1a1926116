import { bodyOf, type Analytics } from '#server/providers/analytics/port.ts'

const MAX_ENTRIES = 200
const MAX_TENANTS = 1_000

export type SentEvent = { measurementId: string; body: ReturnType<typeof bodyOf> }

/** Accepts every event and sends none. Keeps the newest of each tenant for the outbox page. */
export function simulatedAnalytics(): Analytics & { sent(tenant: string): SentEvent[] } {
  const eventsByTenant = new Map<string, SentEvent[]>()
  return {
    name: 'simulator',
    serves: () => true,
    async send(hit) {
      const all = eventsByTenant.get(hit.tenant) ?? []
      all.unshift({ measurementId: hit.measurementId, body: bodyOf(hit) })
      eventsByTenant.delete(hit.tenant)
      eventsByTenant.set(hit.tenant, all.slice(0, MAX_ENTRIES))
      const [oldest] = eventsByTenant.keys()
      if (eventsByTenant.size > MAX_TENANTS && oldest !== undefined) eventsByTenant.delete(oldest)
    },
    sent: (tenant) => eventsByTenant.get(tenant) ?? [],
  }
}
