/** Answers null while there is room, else the seconds until there is; `cost` is how many ordinary requests this one weighs. */
export type RateLimit = (address: string, now: number, cost?: number) => number | null

const KEPT = 100_000

/**
 * A bucket of `amount` for each client address, whichever tenants it asks, filled evenly through the window (ms). It is counted in
 * this process alone: a query for every request would cost more than most of their answers.
 */
export function rateLimit(amount: number, window = 60_000): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  return (address, now, cost = 1) => {
    const bucket = buckets.get(address) ?? { left: amount, at: now }
    const left = Math.min(amount, bucket.left + (Math.max(0, now - bucket.at) / window) * amount)
    const wanted = Math.min(cost, amount)
    if (left < wanted) {
      buckets.set(address, { left, at: now })
      return Math.ceil((((wanted - left) / amount) * window) / 1000)
    }
    // The oldest entry goes first: whoever is being counted now has just been put back at the end.
    buckets.delete(address)
    if (buckets.size >= KEPT) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(address, { left: left - wanted, at: now })
    return null
  }
}
