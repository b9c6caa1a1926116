/** Requests for each key and minute: changes of a payment, and questions for it. */
const limits = { change: 5, read: 120 }

const MINUTE_MS = 60_000

/**
 * Counts the requests of the last minute. @returns the seconds until the next one is allowed; null where it
 * is allowed now.
 */
export function createRateLimit(
  now: () => number,
): (kind: keyof typeof limits, key: string) => number | null {
  const times = new Map<string, number[]>()
  return (kind, key) => {
    const recent = (times.get(key) ?? []).filter((time) => time > now() - MINUTE_MS)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= limits[kind])
      return Math.max(1, Math.ceil((oldest + MINUTE_MS - now()) / 1_000))
    times.set(key, [...recent, now()])
    return null
  }
}
