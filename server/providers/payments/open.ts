import type { Config } from '#server/config/config.ts'
import type { Payments, ProviderFailure } from './port.ts'
import { vipps } from './vipps.ts'
import { vippsCurrencies } from './vipps-client.ts'
import { parseVippsEvent } from './vipps-webhook.ts'

const noAccount = () => null
const isOff: ProviderFailure = { ok: false, reason: 'refused', code: 'off' }

/** Opens the payment provider of the settings; `demoAccountOf`: the accounts of the simulator. */
export function openPayments(
  { payment }: Pick<Config, 'payment'>,
  demoAccountOf: Payments['demoAccountOf'] = noAccount,
): Payments {
  const { provider: name, url } = payment
  if (name === 'off')
    return {
      name,
      currencies: [],
      clientOf: () => null,
      demoAccountOf: noAccount,
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
    demoAccountOf: name === 'simulator' ? demoAccountOf : noAccount,
  }
}
