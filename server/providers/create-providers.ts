import type { Config } from '../config/config.ts'
import type { Mailer } from './email/port.ts'
import { openAnalytics } from './analytics/open.ts'
import type { Analytics } from './analytics/port.ts'
import { openIdentities } from './identity/open.ts'
import type { Identities } from './identity/port.ts'
import { openPayments } from './payments/open.ts'
import type { Payments } from './payments/port.ts'
import { openPickup } from './pickup/open.ts'
import type { PickupFinder } from './pickup/port.ts'
import { openPush } from './push/open.ts'
import type { PushProvider } from './push/port.ts'
import { openSms } from './sms/open.ts'
import type { SmsProvider } from './sms/port.ts'
import type { TranslationProvider } from './translation/port.ts'

/** The external services that handlers call, or write jobs for. */
export type Providers = {
  sms: SmsProvider
  push: PushProvider
  analytics: Analytics
  identities: Identities
  payments: Payments
  pickup: PickupFinder
}

/** What stands in for providers where the settings say so, in the demo and in tests. */
export type Simulators = Pick<Providers, 'sms' | 'push' | 'analytics' | 'pickup'> & {
  mailer: Mailer
  translation: TranslationProvider
  deriveDemoAccount: Payments['deriveDemoAccount']
}

/** Opens each provider that the configuration names. */
export const createProviders = (
  config: Config,
  secret: string,
  simulators: Partial<Simulators>,
): Providers => ({
  sms: openSms(config, simulators.sms),
  push: openPush(config, secret, simulators.push),
  analytics: openAnalytics(config, simulators.analytics),
  identities: openIdentities(config.identity),
  payments: openPayments(config, simulators.deriveDemoAccount),
  pickup: openPickup(config, simulators.pickup),
})
