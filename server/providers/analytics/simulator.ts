import { AnalyticsRefused, bodyOf, type Analytics, type Sent } from './port.ts'

const KEPT = 200
const TENANTS = 1_000

/** Takes every event and sends none: it keeps the newest of each tenant, which the outbox page shows. */
export function simulatedAnalytics(): Analytics {
  const kept = new Map<string, Sent[]>()
  return {
    name: 'simulator',
    serves: () => true,
    async send(hit) {
      const all = kept.get(hit.tenant) ?? []
      all.unshift({ measurementId: hit.measurementId, body: bodyOf(hit) })
      kept.delete(hit.tenant)
      kept.set(hit.tenant, all.slice(0, KEPT))
      const [oldest] = kept.keys()
      if (kept.size > TENANTS && oldest !== undefined) kept.delete(oldest)
    },
    sent: (tenant) => kept.get(tenant) ?? [],
  }
}

/** Where nothing is counted nothing is written either. */
export const noAnalytics = (): Analytics => ({
  name: 'off',
  serves: () => false,
  async send() {
    throw new AnalyticsRefused('off')
  },
  sent: () => [],
})
