import {
  consumeAll,
  createRateLimiter,
  retryAfterSeconds,
  type RateLimiter,
  type RateLimitStore,
} from './rate-limiter.ts'

const SECOND_MS = 1_000
const HOUR_MS = 3_600_000

/**
 * Limits of messages about an account (magic link, sign-in code, reset, verification): one a second and five
 * an hour for a receiver, twenty an hour for a client over all tenants. Times in ms.
 */
export const messageLimits = { pause: SECOND_MS, perHour: 5, clientPerHour: 20 }

/**
 * Counts a message. `to` is the requested e-mail address or number, whether an account has it or not, so that
 * the response reveals nothing; with null only the client IP (`address`) counts.
 * @returns null if allowed, else the seconds to wait.
 */
export type MessageLimit = (who: {
  tenant: string
  to: string | null
  address: string
}) => Promise<number | null>

/** Creates the limit of messages. Rejected requests do not count. */
export function createMessageLimit(store: RateLimitStore, limits = messageLimits): MessageLimit {
  const pauseLimiter = createRateLimiter(store, { name: 'message-pause', points: 1, duration: limits.pause })
  const receiverLimiter = createRateLimiter(store, {
    name: 'message-receiver',
    points: limits.perHour,
    duration: HOUR_MS,
  })
  const clientLimiter = createRateLimiter(store, {
    name: 'message-address',
    points: limits.clientPerHour,
    duration: HOUR_MS,
  })
  return async ({ tenant, to, address }) => {
    const receiver = to && `${tenant} ${to.toLowerCase()}`
    const ofReceiver: [RateLimiter, string][] = receiver
      ? [
          [receiverLimiter, receiver],
          [pauseLimiter, receiver],
        ]
      : []
    const wait = await consumeAll([[clientLimiter, address], ...ofReceiver])
    return wait === null ? null : retryAfterSeconds(wait)
  }
}
