import * as v from 'valibot'
import { choice, chooseProvider, ConfigError, httpUrl, wholeNumber, type Values } from './setting.ts'

export const paymentSettings = {
  PAYMENT: v.optional(choice('PAYMENT', ['vipps', 'simulator', 'off'])),
  VIPPS_URL: v.optional(httpUrl('VIPPS_URL'), 'https://api.vipps.no'),
  PAYMENT_PORT: v.optional(wholeNumber('PAYMENT_PORT', 0, 65535)),
}

type Settings = Values<typeof paymentSettings>

/** The port of the simulator of payments: the one after the server's, unless that is any free one. */
export function readPaymentPort({ PAYMENT_PORT, PORT }: Settings & { PORT: number }) {
  return {
    port: PAYMENT_PORT ?? (PORT > 0 && PORT < 65535 ? PORT + 1 : 0),
    chosen: PAYMENT_PORT !== undefined,
  }
}

/** The payment provider with its base URL; `port`: of the simulator. */
export function readPaymentConfig(
  settings: Settings,
  { demo, scheme, port }: { demo: boolean; scheme: 'http' | 'https'; port: number },
) {
  const provider = chooseProvider('PAYMENT', settings.PAYMENT, {
    demo,
    simulator: 'simulator',
    providers: 'vipps or off',
    needs: 'vipps, or off for orders that cost nothing',
  })
  if (settings.PAYMENT_PORT !== undefined && !demo)
    throw new ConfigError('PAYMENT_PORT is the simulator of the demo: with DEMO=off take it out.')
  // Its error 4090: guests are sent back, and events are delivered, to https addresses only.
  if (provider === 'vipps' && scheme === 'http')
    throw new ConfigError(
      'PAYMENT is vipps, so PUBLIC_ORIGIN_SCHEME must be https: Vipps rejects addresses with http.',
    )
  return { provider, url: provider === 'simulator' ? `http://localhost:${port}` : settings.VIPPS_URL }
}
