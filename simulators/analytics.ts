import { LRUCache } from 'lru-cache'
import { buildBody, type Analytics } from '#server/providers/analytics/port.ts'

const MAX_ENTRIES = 200
const MAX_TENANTS = 1_000

export type SentEvent = { measurementId: string; body: ReturnType<typeof buildBody> }

/** Accepts every event and sends none. Keeps the newest of each tenant for the outbox page. */
export function simulatedAnalytics(): Analytics & { sent(tenant: string): SentEvent[] } {
  const eventsByTenant = new LRUCache<string, SentEvent[]>({ max: MAX_TENANTS })
  return {
    name: 'simulator',
    serves: () => true,
    async send(hit) {
      const sent = { measurementId: hit.measurementId, body: buildBody(hit) }
      const earlier = eventsByTenant.get(hit.tenant) ?? []
      eventsByTenant.set(hit.tenant, [sent, ...earlier].slice(0, MAX_ENTRIES))
    },
    sent: (tenant) => eventsByTenant.get(tenant) ?? [],
  }
}
