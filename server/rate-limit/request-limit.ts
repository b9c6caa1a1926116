import { LRUCache } from 'lru-cache'

/**
 * Counts a request; `cost` is its weight, 1 for an ordinary one. @returns null if allowed, else the seconds
 * to wait.
 */
export type RateLimit = (address: string, now: number, cost?: number) => number | null

const MAX_ENTRIES = 100_000

/**
 * Creates a token bucket of `amount` for each client IP over all tenants, refilled evenly over the window
 * (ms). It counts in this process only, because a query for each request would cost more than most responses.
 */
export function createRequestLimit(amount: number, window = 60_000): RateLimit {
  // Bounded by sizes, because `max` would reserve memory for all of them.
  const buckets = new LRUCache<string, { left: number; at: number }>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: () => 1,
  })
  return (address, now, cost = 1) => {
    const bucket = buckets.get(address) ?? { left: amount, at: now }
    const left = Math.min(amount, bucket.left + (Math.max(0, now - bucket.at) / window) * amount)
    const wanted = Math.min(cost, amount)
    const allowed = left >= wanted
    buckets.set(address, { left: allowed ? left - wanted : left, at: now })
    return allowed ? null : Math.ceil((((wanted - left) / amount) * window) / 1000)
  }
}
