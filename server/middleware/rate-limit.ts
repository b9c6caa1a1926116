/** Answers null while there is room, else the seconds until there is. */
export type RateLimit = (tenant: string, address: string, now: number) => number | null

const KEPT = 100_000

/** A bucket for each tenant and client address, filled evenly through the minute. */
export function rateLimit(perMinute: number): RateLimit {
  const buckets = new Map<string, { left: number; at: number }>()
  return (tenant, address, now) => {
    const key = `${tenant} ${address}`
    const bucket = buckets.get(key) ?? { left: perMinute, at: now }
    const left = Math.min(perMinute, bucket.left + (Math.max(0, now - bucket.at) / 60_000) * perMinute)
    if (left < 1) {
      buckets.set(key, { left, at: now })
      return Math.ceil(((1 - left) / perMinute) * 60)
    }
    // The oldest entry goes first: whoever is being counted now has just been put back at the end.
    buckets.delete(key)
    if (buckets.size >= KEPT) buckets.delete(buckets.keys().next().value ?? '')
    buckets.set(key, { left: left - 1, at: now })
    return null
  }
}
