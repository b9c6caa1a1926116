import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../database/db.ts'
import { RATE_LIMIT_TABLE } from './tables.ts'

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

const MAX_EXHAUSTED = 10_000

/** The key of a row, hashed so that the table reveals neither IP nor e-mail addresses. */
export function counterKey({ secret }: RateLimitStore, name: string, key: string): string {
  const digest = createHmac('sha256', secret).update(`rate limit ${name}\n${key}`).digest('base64url')
  return `${name} ${digest.slice(0, 27)}`
}

/**
 * The library's PostgreSQL store with the application's clock. A refund in a new window does not add a point.
 */
class PostgresStore extends RateLimiterPostgres {
  readonly #store: RateLimitStore

  constructor(store: RateLimitStore, { points, duration }: Limit) {
    const seconds = duration / 1000
    super({
      storeClient: store.db.limitPool,
      storeType: 'pool',
      tableName: RATE_LIMIT_TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: '',
      points,
      duration: seconds,
      // While the database is unavailable each process counts separately.
      insuranceLimiter: new RateLimiterMemory({ keyPrefix: '', points, duration: seconds }),
    })
    this.#store = store
  }

  protected _upsert(key: string, points: number, duration: number) {
    const now = this.#store.now()
    return this.#store.db.limitPool.query({
      text: `
        insert into ${RATE_LIMIT_TABLE} as counter (key, points, expire) values ($1, greatest($2::int, 0), $3)
        on conflict (key) do update set
          points = case when counter.expire <= $4 then greatest($2::int, 0)
            else greatest(counter.points + $2::int, 0) end,
          expire = case when counter.expire <= $4 then $3 else counter.expire end
        returning points, expire`,
      values: [key, points, now + duration, now],
    })
  }

  protected _getRateLimiterRes(
    _key: string,
    changed: number,
    { rows: [row] }: { rows: { points: number; expire: string }[] },
  ) {
    const consumed = row?.points ?? 0
    const wait = Math.max(Number(row?.expire) - this.#store.now(), 1)
    return new RateLimiterRes(Math.max(this.points - consumed, 0), wait, consumed, changed === consumed)
  }
}

/** Creates a rate limiter in PostgreSQL; a key known to be exhausted is rejected without a query. */
export function createRateLimiter(store: RateLimitStore, limit: Limit): RateLimiter {
  const limiter = new PostgresStore(store, limit)
  const exhausted = createExhaustedKeys(store.now)
  const keyOf = (key: string) => counterKey(store, limit.name, key)
  return {
    async consume(key) {
      const row = keyOf(key)
      const wait = exhausted.wait(row)
      if (wait > 0) return wait
      try {
        await limiter.consume(row)
        return null
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection
        await limiter.reward(row)
        exhausted.add(row, rejection.msBeforeNext)
        return rejection.msBeforeNext
      }
    },
    async refund(key) {
      const row = keyOf(key)
      await limiter.reward(row)
      exhausted.remove(row)
    },
  }
}

/** Creates a list of keys that are known to be exhausted and need no query; the oldest is evicted first. */
export function createExhaustedKeys(now: () => number) {
  const until = new Map<string, number>()
  return {
    wait: (key: string): number => Math.max(0, (until.get(key) ?? 0) - now()),
    add(key: string, wait: number): void {
      until.delete(key)
      if (until.size >= MAX_EXHAUSTED) until.delete(until.keys().next().value ?? '')
      until.set(key, now() + wait)
    },
    remove: (key: string): void => {
      until.delete(key)
    },
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
