import type { Config } from '#server/config/config.ts'
import type { Payments, ProviderFailure } from './port.ts'
import { demoAccountOf } from '#simulators/payments/account.ts'
import { vipps } from './vipps.ts'
import { vippsCurrencies } from './vipps-client.ts'
import { parseVippsEvent } from './vipps-webhook.ts'

const isOff: ProviderFailure = { ok: false, reason: 'refused', code: 'off' }

/** Opens the payment provider of the settings. The demo's simulator has an account for every tenant. */
export function openPayments({ payment }: Pick<Config, 'payment'>, secret: string): Payments {
  const { provider: name, url } = payment
  if (name === 'off')
    return {
      name,
      currencies: [],
      clientOf: () => null,
      demoAccountOf: () => null,
      parseEvent: () => null,
      registerWebhook: async () => isOff,
    }
  const { clientOf, registerWebhook } = vipps({ url })
  return {
    name,
    currencies: vippsCurrencies,
    clientOf,
    registerWebhook,
    parseEvent: parseVippsEvent,
    demoAccountOf: (tenant) => (name === 'simulator' ? demoAccountOf(secret, tenant) : null),
  }
}
