import {
  consumeAll,
  createRateLimiter,
  retryAfterSeconds,
  type RateLimiter,
  type RateLimitStore,
} from './rate-limit/rate-limiter.ts'

const SECOND = 1_000
const HOUR = 3_600_000

/** How many messages about an account may be asked for; times in milliseconds. Those of a client count at all tenants together. */
export const messageLimits = { pause: SECOND, perHour: 5, clientPerHour: 20 }

/**
 * Null while there is room, else the seconds until there is. `to` is an address or a number as it was asked for, known or
 * not, so that the answer tells nothing; `address` is the client's, which is all that counts where `to` is null.
 */
export type MessageLimit = (who: {
  tenant: string
  to: string | null
  address: string
}) => Promise<number | null>

/** Counts what is asked for; what is refused does not count. */
export function messageLimit(store: RateLimitStore, limits = messageLimits): MessageLimit {
  const soon = createRateLimiter(store, { name: 'message-pause', points: 1, duration: limits.pause })
  const often = createRateLimiter(store, { name: 'message-receiver', points: limits.perHour, duration: HOUR })
  const clients = createRateLimiter(store, {
    name: 'message-address',
    points: limits.clientPerHour,
    duration: HOUR,
  })
  return async ({ tenant, to, address }) => {
    const receiver = to && `${tenant} ${to.toLowerCase()}`
    const ofReceiver: [RateLimiter, string][] = receiver
      ? [
          [often, receiver],
          [soon, receiver],
        ]
      : []
    const wait = await consumeAll([[clients, address], ...ofReceiver])
    return wait === null ? null : retryAfterSeconds(wait)
  }
}
