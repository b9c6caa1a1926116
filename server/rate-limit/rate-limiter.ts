import { createHmac } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../data/db.ts'
import { RATE_LIMIT_TABLE } from '../data/rate-limit.ts'

/** Where limits are counted: shared by all processes of a database, and kept over restarts. `now` in epoch ms. */
export type RateLimitStore = { db: Pick<Db, 'limitPool'>; now: () => number; secret: string }

export type RateLimiter = {
  /** Takes a point of `key`: null while there is one, else the milliseconds until there is. What is refused costs nothing. */
  consume(key: string): Promise<number | null>
  /** Gives a point back that was taken. */
  refund(key: string): Promise<void>
}

/** `duration` is the window in ms, which begins with the first point taken. */
type Limit = { name: string; points: number; duration: number }

const MAX_EXHAUSTED = 10_000

/** The row of a key. A client's address and an e-mail address are not to be read in the table. */
export const counterKey = ({ secret }: RateLimitStore, name: string, key: string): string =>
  `${name} ${createHmac('sha256', secret).update(`rate limit ${name}\n${key}`).digest('base64url').slice(0, 27)}`

/** The library's PostgreSQL store by the clock of the application, and such that no refund makes more of a point that has expired. */
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
      // While the database is away each process counts by itself.
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
          points = case when counter.expire <= $4 then greatest($2::int, 0) else greatest(counter.points + $2::int, 0) end,
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

/** Counts `points` for each key within a window, in PostgreSQL; a key that is exhausted is refused from memory. */
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
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await limiter.reward(row)
        exhausted.add(row, refused.msBeforeNext)
        return refused.msBeforeNext
      }
    },
    async refund(key) {
      const row = keyOf(key)
      await limiter.reward(row)
      exhausted.remove(row)
    },
  }
}

/** Keys that this process knows to be exhausted, the oldest forgotten first: they need no query. */
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

/** Takes a point of each, or of none: null, else the milliseconds to wait. The one that is refused for the longest comes first. */
export async function consumeAll(
  wanted: readonly (readonly [RateLimiter, string])[],
): Promise<number | null> {
  for (const [index, [limiter, key]] of wanted.entries()) {
    const wait = await limiter.consume(key)
    if (wait === null) continue
    for (const [taken, of] of wanted.slice(0, index)) await taken.refund(of)
    return wait
  }
  return null
}

/** Whole seconds, at least one, as an answer tells them. */
export const retryAfterSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000))

const SWEEP_MS = 300_000

/** Forgets what has expired, every five minutes, until it is called. A database that is away is asked again the next time. */
export function sweepCounters({ db, now }: RateLimitStore): () => void {
  const sweep = () => {
    void db.limitPool.query(`delete from ${RATE_LIMIT_TABLE} where expire < $1`, [now()]).catch(() => {})
  }
  const timer = setInterval(sweep, SWEEP_MS).unref()
  return () => clearInterval(timer)
}
