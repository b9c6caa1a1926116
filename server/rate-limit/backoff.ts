import { DAY_MS } from '#domain/day.ts'
import { counterKey, createExhaustedKeys, createLocalLimiter, type RateLimitStore } from './rate-limiter.ts'

/** Durations in ms. */
type BackoffLimits = {
  /** Failed attempts before a key has to wait. */
  accountAttempts: number
  /** Time without attempts after which unused ones are restored, while some are left. */
  window: number
  /** The wait doubles from `baseBackoff` to `maxBackoff`. */
  baseBackoff: number
  maxBackoff: number
  /** After this many consecutive failures every wait is `maxBackoff`, until a success. */
  consecutive: number
}

type Backoff = {
  /**
   * Counts an attempt. @returns null if it may run, else the milliseconds to wait. A rejected attempt does
   * not count.
   */
  consume(key: string): Promise<number | null>
  /** Clears all attempts after a success. */
  reset(key: string): Promise<void>
}

type Row = { points: number; consecutive_failures: number; last_attempt: string }
/** A row without attempts is deleted after this time, consecutive failures included. */
const TTL_MS = 30 * DAY_MS

/**
 * Exponential back-off after failed attempts (lockout against brute force), which the windows of the rate
 * limiter cannot express. One row in the same table is changed by one statement, so that the limit is exact
 * for concurrent attempts.
 */
export function createBackoff(store: RateLimitStore, name: string, limits: BackoffLimits): Backoff {
  const {
    db: { limitPool },
    now,
  } = store
  const exhausted = createExhaustedKeys(now)
  const local = createLocalLimiter({ points: limits.accountAttempts, duration: limits.window })
  const values = (key: string) => [
    key,
    now(),
    limits.accountAttempts,
    limits.window,
    limits.baseBackoff,
    limits.maxBackoff,
    limits.consecutive,
  ]

  async function consume(row: string): Promise<number | null> {
    const {
      rows: [attempt],
    } = await limitPool.query<{ allowed: boolean }>(consumeSql, [...values(row), now() + TTL_MS])
    if (attempt) return null
    const {
      rows: [found],
    } = await limitPool.query<Row>(
      'select points, consecutive_failures, last_attempt from rate_limit where key = $1',
      [row],
    )
    return found ? Math.max(1, computeWait(found, limits, now())) : 1
  }

  return {
    async consume(key) {
      const row = counterKey(store, name, key)
      const cachedWait = exhausted.wait(row)
      if (cachedWait > 0) return cachedWait
      const wait = await consume(row).catch(() => local.consume(row))
      if (wait !== null) exhausted.add(row, wait)
      return wait
    },
    async reset(key) {
      const row = counterKey(store, name, key)
      exhausted.remove(row)
      await limitPool.query('delete from rate_limit where key = $1', [row]).catch(() => local.reset(row))
    },
  }
}

/**
 * Returns the milliseconds until the next attempt may run. After all free attempts, a key needs 24 times
 * `maxBackoff` without attempts to get them back.
 */
function computeWait(
  { points, consecutive_failures: consecutiveFailures, last_attempt: last }: Row,
  limits: BackoffLimits,
  now: number,
): number {
  const cooldown = points < limits.accountAttempts ? limits.window : 24 * limits.maxBackoff
  const attempts = now - Number(last) >= cooldown ? 0 : points
  const step = consecutiveFailures >= limits.consecutive ? Infinity : attempts - limits.accountAttempts
  return step < 0 ? 0 : Number(last) + Math.min(limits.baseBackoff * 2 ** step, limits.maxBackoff) - now
}

// The rules of `computeWait` in SQL, evaluated on the row atomically.
const attempts = `(case
    when $2::bigint - c.last_attempt >= case when c.points < $3 then $4::bigint else 24 * $6::bigint end
      then 0
    else c.points end)`
const consumeSql = `
  insert into rate_limit as c (key, points, consecutive_failures, last_attempt, expire)
  values ($1, 1, 1, $2, $8)
  on conflict (key) do update set
    points = ${attempts} + 1, consecutive_failures = c.consecutive_failures + 1,
    last_attempt = $2, expire = $8
  where case
    when c.consecutive_failures >= $7 then c.last_attempt + $6::bigint <= $2
    when ${attempts} < $3 then true
    else c.last_attempt + least($5::bigint * power(2, least(${attempts} - $3, 40))::bigint, $6::bigint) <= $2
  end
  returning true as allowed`
