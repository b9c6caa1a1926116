import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { counterKey, createExhaustedKeys, type RateLimitStore } from './rate-limiter.ts'

/** Times in ms. */
type BackoffLimits = {
  /** Failed attempts that a key has before each further one must wait. */
  accountTries: number
  /** A quiet window gives them back, while some are left. */
  window: number
  /** The wait doubles from the first to the longest. */
  firstWait: number
  longestWait: number
  /** After so many failures in a row only the longest wait is left, until a success. */
  consecutive: number
}

type Backoff = {
  /** Counts an attempt: null where it may run, else the milliseconds to wait. What is refused counts for nothing. */
  consume(key: string): Promise<number | null>
  /** Forgets all attempts: one has succeeded. */
  reset(key: string): Promise<void>
}

type Row = { points: number; consecutive_failures: number; last_attempt: string }
/** What nobody has asked for so long is forgotten, failures in a row too. */
const KEPT_MS = 30 * 24 * 3_600_000

/**
 * A wait that doubles with every failure, which the windows of the rate limiter cannot say: one row in the same table, changed by one
 * statement, so that of many attempts at once exactly as many run as may.
 */
export function createBackoff(store: RateLimitStore, name: string, limits: BackoffLimits): Backoff {
  const {
    db: { limitPool },
    now,
  } = store
  const exhausted = createExhaustedKeys(now)
  const insurance = new RateLimiterMemory({
    keyPrefix: name,
    points: limits.accountTries,
    duration: limits.window / 1000,
  })
  const values = (key: string) => [
    key,
    now(),
    limits.accountTries,
    limits.window,
    limits.firstWait,
    limits.longestWait,
    limits.consecutive,
  ]

  async function consume(row: string): Promise<number | null> {
    const {
      rows: [attempt],
    } = await limitPool.query<{ admitted: boolean }>(consumeSql, [...values(row), now() + KEPT_MS])
    if (attempt) return null
    const {
      rows: [found],
    } = await limitPool.query<Row>(
      'select points, consecutive_failures, last_attempt from rate_limit where key = $1',
      [row],
    )
    return found ? Math.max(1, waitOf(found, limits, now())) : 1
  }

  return {
    async consume(key) {
      const row = counterKey(store, name, key)
      const known = exhausted.wait(row)
      if (known > 0) return known
      const wait = await consume(row).catch(() =>
        insurance.consume(row).then(
          () => null,
          (refused: RateLimiterRes) => refused.msBeforeNext,
        ),
      )
      if (wait !== null) exhausted.add(row, wait)
      return wait
    },
    async reset(key) {
      const row = counterKey(store, name, key)
      exhausted.remove(row)
      await limitPool.query('delete from rate_limit where key = $1', [row]).catch(() => insurance.delete(row))
    },
  }
}

/** Milliseconds until the next attempt may run. One that has used up its free attempts has a day to rest before it has them again. */
function waitOf(
  { points, consecutive_failures: inARow, last_attempt: last }: Row,
  limits: BackoffLimits,
  now: number,
): number {
  const rest = points < limits.accountTries ? limits.window : 24 * limits.longestWait
  const tries = now - Number(last) >= rest ? 0 : points
  const step = inARow >= limits.consecutive ? Infinity : tries - limits.accountTries
  return step < 0 ? 0 : Number(last) + Math.min(limits.firstWait * 2 ** step, limits.longestWait) - now
}

// The same rules as in waitOf, where only the database can apply them to the row as it is at that moment.
const attempts = `(case when $2::bigint - c.last_attempt >= case when c.points < $3 then $4::bigint else 24 * $6::bigint end then 0 else c.points end)`
const consumeSql = `
  insert into rate_limit as c (key, points, consecutive_failures, last_attempt, expire) values ($1, 1, 1, $2, $8)
  on conflict (key) do update set points = ${attempts} + 1, consecutive_failures = c.consecutive_failures + 1, last_attempt = $2, expire = $8
  where case
    when c.consecutive_failures >= $7 then c.last_attempt + $6::bigint <= $2
    when ${attempts} < $3 then true
    else c.last_attempt + least($5::bigint * power(2, least(${attempts} - $3, 40))::bigint, $6::bigint) <= $2
  end
  returning true as admitted`
