import type { Config } from '#server/config/config.ts'
import type { Payments, ProviderFailure } from './port.ts'
import { vipps } from './vipps.ts'
import { vippsCurrencies } from './vipps-client.ts'
import { parseVippsEvent } from './vipps-webhook.ts'

const noAccount = () => null
const isOff: ProviderFailure = { ok: false, reason: 'refused', code: 'off' }

/** Opens the payment provider of the settings; `deriveDemoAccount`: the accounts of the simulator. */
export function openPayments(
  { payment }: Pick<Config, 'payment'>,
  deriveDemoAccount: Payments['deriveDemoAccount'] = noAccount,
): Payments {
  const { provider: name, url } = payment
  if (name === 'off')
    return {
      name,
      currencies: [],
      clientOf: () => null,
      deriveDemoAccount: noAccount,
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
    deriveDemoAccount: name === 'simulator' ? deriveDemoAccount : noAccount,
  }
}
