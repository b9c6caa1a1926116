import { createHmac } from 'node:crypto'
import type { PaymentAccount } from '#server/providers/payments/port.ts'

const clientPrefix = 'demo-'

/**
 * The simulated account of a demo tenant, derived from the application's secret: server and simulator know it
 * without exchanging it, also after a restart.
 */
export function deriveDemoAccount(secret: string, tenant: string): PaymentAccount {
  const derive = (what: string) =>
    createHmac('sha256', secret).update(`payment simulator ${what} ${tenant}`).digest()
  return {
    clientId: clientPrefix + tenant,
    clientSecret: derive('client secret').toString('base64url'),
    subscriptionKey: derive('subscription key').toString('hex').slice(0, 32),
    msn: String(100_000 + (derive('msn').readUInt32BE() % 900_000)),
    webhookId: derive('webhook id').toString('hex').slice(0, 32),
    webhookSecret: derive('webhook secret').toString('base64'),
  }
}

/** The tenant of a demo account; null for other accounts. */
export const tenantOfClient = (clientId: string): string | null =>
  clientId.startsWith(clientPrefix) ? clientId.slice(clientPrefix.length) : null
