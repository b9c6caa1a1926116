import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Db } from './data/db.ts'
import { openAnalytics } from './providers/analytics/open.ts'
import type { Analytics } from './providers/analytics/port.ts'
import { openIdentities } from './providers/identity/open.ts'
import type { Identities } from './providers/identity/port.ts'
import { openSms } from './providers/sms/open.ts'
import type { SmsProvider } from './providers/sms/port.ts'
import { openTranslation } from './providers/translation/open.ts'
import { openTranslations, type Translations } from './translation/translations.ts'

/** The outside services that calls ask, or write jobs for. */
export type Outside = {
  sms: SmsProvider
  analytics: Analytics
  identities: Identities
  translations: Translations
}

/** Opens each as the settings name it. */
export const openOutside = (inside: { config: Config; db: Db; log: Logger; now: () => number }): Outside => ({
  sms: openSms(inside.config),
  analytics: openAnalytics(inside.config),
  identities: openIdentities(inside.config.identity),
  translations: openTranslations({ ...inside, provider: openTranslation(inside.config) }),
})
