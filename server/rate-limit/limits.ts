import { DAY_MS } from '#domain/day.ts'
import { RESERVATION_LIMITS, type ReservationLimits } from '#domain/checkout/reservation-limit.ts'
import { toStoredEmail } from '#domain/email.ts'
import type { Config } from '../config/config.ts'
import { createMessageLimit, type MessageLimit } from './message-limit.ts'
import { createOpenStreams, type OpenStreams } from './open-streams.ts'
import {
  consumeAll,
  createRateLimiter,
  retryAfterSeconds,
  type RateLimiter,
  type RateLimitStore,
} from './rate-limiter.ts'

const HOUR_MS = 3_600_000
/** Wrong PINs of a person in a day, at all desk devices together. */
export const WRONG_PINS_PER_DAY = 20
/** Texts that one client IP may have translated. */
export const TRANSLATIONS_PER_HOUR = 120
/** Discount codes that can be tried: on one receipt in ten minutes, by one client IP in an hour. */
const DISCOUNTS_PER_RECEIPT = 10
const DISCOUNTS_PER_HOUR = 60

/** Searches for guests in an hour that say nothing; a person who makes more is noted in the audit log. */
export const SEARCHES_PER_HOUR = 30

/**
 * Rate limits over all processes. The first ones return null if the request is allowed, else the seconds to
 * wait (`Retry-After`).
 */
export type RateLimiters = {
  /** Translations, by client IP over all tenants. */
  translationLimit(address: string): Promise<number | null>
  /** Bookings without an account, by client IP over all tenants and by e-mail address. */
  bookingLimit(who: { tenant: string; address: string; email: string }): Promise<number | null>
  /** Discount codes that are tried, by receipt and by client IP over all tenants. */
  discountLimit(who: { receipt: string; address: string }): Promise<number | null>
  /** Payments that are begun, by client IP over all tenants. */
  paymentLimit(address: string): Promise<number | null>
  /** Wrong PINs of a person, at all desk devices of the salon together. */
  pinLimit: RateLimiter
  /** Counts a search for guests, by person. @returns whether it is the one in an hour that is too many. */
  countSearch(who: { tenant: string; staffId: string }): Promise<boolean>
  /** What payments that have begun keep from others. */
  reservationLimits: ReservationLimits
  /** Mails and text messages about an account. */
  messageLimit: MessageLimit
  /** Open event streams, by guest and by client IP. */
  openStreams: OpenStreams
}

/** Creates the rate limiters that all processes of a database share. */
export function createRateLimiters(
  config: Pick<Config, 'bookingLimit'>,
  store: RateLimitStore,
): RateLimiters {
  const translations = createRateLimiter(store, {
    name: 'translation-address',
    points: TRANSLATIONS_PER_HOUR,
    duration: HOUR_MS,
  })
  const bookings = createRateLimiter(store, {
    name: 'booking-address',
    points: config.bookingLimit,
    duration: HOUR_MS,
  })
  const bookingsOfEmail = createRateLimiter(store, {
    name: 'booking-email',
    points: config.bookingLimit,
    duration: HOUR_MS,
  })
  const codesOfReceipt = createRateLimiter(store, {
    name: 'discount-receipt',
    points: DISCOUNTS_PER_RECEIPT,
    duration: HOUR_MS / 6,
  })
  const codesOfAddress = createRateLimiter(store, {
    name: 'discount-address',
    points: DISCOUNTS_PER_HOUR,
    duration: HOUR_MS,
  })
  const payments = createRateLimiter(store, {
    name: 'payment-address',
    points: config.bookingLimit,
    // The life of an attempt, which holds its stock.
    duration: HOUR_MS / 6,
  })
  const searches = createRateLimiter(store, {
    name: 'guest-search',
    points: SEARCHES_PER_HOUR,
    duration: HOUR_MS,
  })
  const searchedMuch = createRateLimiter(store, {
    name: 'guest-searched-much',
    points: 1,
    duration: HOUR_MS,
  })
  const pins = createRateLimiter(store, { name: 'staff-pin', points: WRONG_PINS_PER_DAY, duration: DAY_MS })
  const seconds = (wait: number | null) => (wait === null ? null : retryAfterSeconds(wait))
  return {
    translationLimit: async (address) => seconds(await translations.consume(address)),
    bookingLimit: async ({ tenant, address, email }) =>
      seconds(
        await consumeAll([
          [bookings, address],
          [bookingsOfEmail, `${tenant} ${toStoredEmail(email)}`],
        ]),
      ),
    discountLimit: async ({ receipt, address }) =>
      seconds(
        await consumeAll([
          [codesOfAddress, address],
          [codesOfReceipt, receipt],
        ]),
      ),
    countSearch: async ({ tenant, staffId }) => {
      const key = `${tenant} ${staffId}`
      return (await searches.consume(key)) !== null && (await searchedMuch.consume(key)) === null
    },
    pinLimit: pins,
    reservationLimits: RESERVATION_LIMITS,
    paymentLimit: async (address) => seconds(await payments.consume(address)),
    messageLimit: createMessageLimit(store),
    openStreams: createOpenStreams(store),
  }
}
