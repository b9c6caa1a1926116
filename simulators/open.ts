import type { Config } from '#server/config/config.ts'
import { deriveVapidKeys } from '#server/config/vapid-keys.ts'
import { simulatedAnalytics } from './analytics.ts'
import { simulatedMailer, simulatedSms, simulatedPush } from './messages.ts'
import { outboxRoutes } from './outbox.ts'
import { deriveDemoAccount } from './payments/account.ts'
import { simulatedPickup } from './pickup/simulator.ts'
import { simulatedTranslation } from './translation/simulator.ts'

/** The simulators within the server's process, and the page that shows what they have sent. */
export function openSimulators({ push: settings }: Pick<Config, 'push'>, secret: string) {
  const keys = settings.provider === 'off' ? null : settings.keys
  const push = simulatedPush((keys ?? deriveVapidKeys(secret)).publicKey)
  const analytics = simulatedAnalytics()
  return {
    mailer: simulatedMailer(),
    sms: simulatedSms(),
    push,
    analytics,
    translation: simulatedTranslation(),
    pickup: simulatedPickup(),
    deriveDemoAccount: (tenant: string) => deriveDemoAccount(secret, tenant),
    outbox: outboxRoutes({ push, analytics }),
  }
}
