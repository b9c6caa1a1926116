import type { Config } from './config.ts'
import { messageLimit, type MessageLimit } from './message-limit.ts'
import { rateLimit, type RateLimit } from './middleware/rate-limit.ts'
import { TRANSLATIONS_AN_HOUR } from './translation/translations.ts'

const HOUR = 3_600_000

/** How often what costs others may be asked for. */
export type Limits = {
  /** Texts that may be asked for in another language, by client address. */
  translationLimit: RateLimit
  /** Visits without an account, by client address and by e-mail address. */
  bookingLimit: RateLimit
  /** Mails and text messages about an account. */
  messageLimit: MessageLimit
}

/** Limits that this process counts by itself. */
export const openLimits = (config: Config): Limits => ({
  translationLimit: rateLimit(TRANSLATIONS_AN_HOUR, HOUR),
  bookingLimit: rateLimit(config.bookingLimit, HOUR),
  messageLimit: messageLimit(),
})
