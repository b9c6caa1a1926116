import { createHmac } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { rateLimit } from '#db/schema/rate-limit.ts'
import type { Db } from '../database/db.ts'

/**
 * Where limits are counted: in PostgreSQL, shared by all processes and kept over restarts. `now` in epoch ms.
 */
export type RateLimitStore = { db: Pick<Db, 'limitPool'>; now: () => number; secret: string }
export type RateLimiter = {
  /**
   * Takes a point of `key`. @returns null if there was one, else the milliseconds to wait. A rejected request
   * takes none.
   */
  consume(key: string): Promise<number | null>
  /** Returns a point that was taken. */
  refund(key: string): Promise<void>
}
/** `duration` is the window in ms, starting with the first point taken. */
type Limit = { name: string; points: number; duration: number }

/** Counters belong to no tenant and are used on connections of their own. */
const RATE_LIMIT_TABLE = getTableName(rateLimit)

/** Keys that a process remembers of each limiter. Counted as sizes, because `max` reserves memory for all. */
const bounded = { maxSize: 10_000, sizeCalculation: () => 1 }

/** The key of a row, hashed so that the table reveals neither IP nor e-mail addresses. */
export function counterKey({ secret }: RateLimitStore, name: string, key: string): string {
  const digest = createHmac('sha256', secret).update(`rate limit ${name}\n${key}`).digest('base64url')
  return `${name} ${digest.slice(0, 27)}`
}

/** Creates a rate limiter in PostgreSQL; a key known to be exhausted is rejected without a query. */
export function createRateLimiter(store: RateLimitStore, { name, points, duration }: Limit): RateLimiter {
  const {
    db: { limitPool },
    now,
  } = store
  const exhausted = createExhaustedKeys(now)
  const local = createLocalLimiter({ points, duration })

  async function consume(row: string): Promise<number | null> {
    const taken = await limitPool.query(consumeSql, [row, now(), now() + duration, points])
    if (taken.rowCount) return null
    const {
      rows: [counter],
    } = await limitPool.query<{ expire: string }>(`select expire from ${RATE_LIMIT_TABLE} where key = $1`, [
      row,
    ])
    return Math.max(1, Number(counter?.expire ?? 0) - now())
  }

  return {
    async consume(key) {
      const row = counterKey(store, name, key)
      const knownWait = exhausted.wait(row)
      if (knownWait > 0) return knownWait
      const wait = await consume(row).catch(() => local.consume(row))
      if (wait !== null) exhausted.add(row, wait)
      return wait
    },
    async refund(key) {
      const row = counterKey(store, name, key)
      await limitPool.query(refundSql, [row, now()]).catch(() => local.refund(row))
      exhausted.remove(row)
    },
  }
}

/**
 * Takes a point in one statement, so that concurrent requests are counted exactly. No row: there was none.
 */
const consumeSql = `
  insert into ${RATE_LIMIT_TABLE} as counter (key, points, expire) values ($1, 1, $3)
  on conflict (key) do update set
    points = case when counter.expire <= $2 then 1 else counter.points + 1 end,
    expire = case when counter.expire <= $2 then $3 else counter.expire end
  where counter.expire <= $2 or counter.points < $4
  returning key`

const refundSql = `
  update ${RATE_LIMIT_TABLE} set points = greatest(points - 1, 0) where key = $1 and expire > $2`

/** A rate limiter in the memory of this process, for while the database is unavailable. */
export function createLocalLimiter({ points, duration }: Omit<Limit, 'name'>) {
  const taken = new LRUCache<string, number>({ ...bounded, ttl: duration, noUpdateTTL: true })
  return {
    consume(key: string): number | null {
      const count = taken.get(key) ?? 0
      if (count >= points) return Math.max(1, taken.getRemainingTTL(key))
      taken.set(key, count + 1)
      return null
    },
    refund(key: string): void {
      const count = taken.get(key)
      if (count) taken.set(key, count - 1)
    },
    reset: (key: string): void => void taken.delete(key),
  }
}

/** Creates a list of keys that are known to be exhausted and need no query. */
export function createExhaustedKeys(now: () => number) {
  const until = new LRUCache<string, number>(bounded)
  return {
    wait: (key: string): number => Math.max(0, (until.get(key) ?? 0) - now()),
    add: (key: string, wait: number): void => void until.set(key, now() + wait),
    remove: (key: string): void => void until.delete(key),
  }
}

/**
 * Takes a point of each limiter or of none. Put the limiter with the longest window first.
 * @returns null if allowed, else the milliseconds to wait.
 */
export async function consumeAll(
  wanted: readonly (readonly [RateLimiter, string])[],
): Promise<number | null> {
  for (const [index, [limiter, key]] of wanted.entries()) {
    const wait = await limiter.consume(key)
    if (wait === null) continue
    for (const [taken, takenKey] of wanted.slice(0, index)) await taken.refund(takenKey)
    return wait
  }
  return null
}

/** Whole seconds, at least one, for `Retry-After`. */
export const retryAfterSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

const SWEEP_MS = 300_000

/**
 * Deletes expired rows every five minutes until the returned function is called. Failures are ignored until
 * the next run.
 */
export function sweepCounters({ db, now }: RateLimitStore): () => void {
  const sweep = () => {
    void db.limitPool.query(`delete from ${RATE_LIMIT_TABLE} where expire < $1`, [now()]).catch(() => {})
  }
  const timer = setInterval(sweep, SWEEP_MS).unref()
  return () => clearInterval(timer)
}
