import type { Config } from './config.ts'
import { messageLimit, type MessageLimit } from './message-limit.ts'
import { countOpenStreams, type OpenStreams } from './rate-limit/open-streams.ts'
import {
  consumeAll,
  createRateLimiter,
  retryAfterSeconds,
  type RateLimitStore,
} from './rate-limit/rate-limiter.ts'
import { TRANSLATIONS_AN_HOUR } from './translation/translations.ts'

const HOUR = 3_600_000

/** How often what costs others may be asked for, at all processes together. The first three answer null while there is room, else the seconds until there is. */
export type Limits = {
  /** Texts that may be asked for in another language, by client address at all tenants together. */
  translationLimit(address: string): Promise<number | null>
  /** Visits without an account, by client address at all tenants together and by e-mail address. */
  bookingLimit(who: { tenant: string; address: string; email: string }): Promise<number | null>
  /** Mails and text messages about an account. */
  messageLimit: MessageLimit
  /** Event streams that a guest or a client address keeps open at once. */
  openStreams: OpenStreams
}

/** Opens the limits that the processes of a database share. */
export function openLimits(config: Pick<Config, 'bookingLimit'>, store: RateLimitStore): Limits {
  const translations = createRateLimiter(store, {
    name: 'translation-address',
    points: TRANSLATIONS_AN_HOUR,
    duration: HOUR,
  })
  const bookings = createRateLimiter(store, {
    name: 'booking-address',
    points: config.bookingLimit,
    duration: HOUR,
  })
  const bookingsOfEmail = createRateLimiter(store, {
    name: 'booking-email',
    points: config.bookingLimit,
    duration: HOUR,
  })
  const seconds = (wait: number | null) => (wait === null ? null : retryAfterSeconds(wait))
  return {
    translationLimit: async (address) => seconds(await translations.consume(address)),
    bookingLimit: async ({ tenant, address, email }) =>
      seconds(
        await consumeAll([
          [bookings, address],
          [bookingsOfEmail, `${tenant} ${email.toLowerCase()}`],
        ]),
      ),
    messageLimit: messageLimit(store),
    openStreams: countOpenStreams(store),
  }
}
