import type { Config } from '../config/config.ts'
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

/** The external services that handlers call, or write jobs for. */
export type Providers = {
  sms: SmsProvider
  push: PushProvider
  analytics: Analytics
  identities: Identities
  payments: Payments
  pickup: PickupFinder
}

/** Opens each provider that the configuration names. */
export const createProviders = (config: Config, secret: string): Providers => ({
  sms: openSms(config),
  push: openPush(config, secret),
  analytics: openAnalytics(config),
  identities: openIdentities(config.identity),
  payments: openPayments(config, secret),
  pickup: openPickup(config),
})
