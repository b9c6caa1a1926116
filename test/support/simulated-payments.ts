import type { Payments } from '#server/providers/payments/port.ts'
import { deriveDemoAccount } from '#simulators/payments/account.ts'
import type { VippsSimulator } from '#simulators/payments/vipps-simulator.ts'
import { vipps } from '#server/providers/payments/vipps.ts'
import { vippsCurrencies } from '#server/providers/payments/vipps-client.ts'
import { parseVippsEvent } from '#server/providers/payments/vipps-webhook.ts'

type Options = Pick<Parameters<typeof vipps>[0], 'now' | 'timeouts'>

/**
 * Payments with the client of Vipps MobilePay and its simulator in this process instead of the network, for
 * thousands of rounds. `secret`: that of the simulator.
 */
export function simulatedPayments(
  simulator: Pick<VippsSimulator, 'fetch'>,
  secret: string,
  options: Options = {},
): Payments {
  const { clientOf, registerWebhook } = vipps({
    url: 'http://payments.simulator',
    fetch: (url, init) => simulator.fetch(new Request(url, init)),
    ...options,
  })
  return {
    name: 'simulator',
    currencies: vippsCurrencies,
    clientOf,
    registerWebhook,
    parseEvent: parseVippsEvent,
    deriveDemoAccount: (tenant) => deriveDemoAccount(secret, tenant),
  }
}
