import { randomUUID } from 'node:crypto'
import { getTableName } from 'drizzle-orm'
import { openStream } from '#db/schema/rate-limit.ts'
import { counterKey, type RateLimitStore } from './rate-limiter.ts'

/** Whose streams are counted, and how many of them may be open at once. */
type StreamQuota = { name: 'address' | 'guest'; key: string; max: number }

export type OpenStreams = {
  /**
   * Counts a stream for each quota. @returns null if a quota is exhausted, else the function that ends the
   * count.
   */
  acquire(quotas: readonly StreamQuota[]): Promise<(() => void) | null>
  /** Stops renewing and removes the rows of this process. */
  close(): Promise<void>
}

const OPEN_STREAM_TABLE = getTableName(openStream)

/** A process that has ended without closing counts for this long. */
const LEASE_MS = 90_000
const RENEW_MS = 30_000

/**
 * Limits the event streams open at once over all processes of a database. Each process has a row for each
 * key; the sum over unexpired rows is checked and raised in one transaction under an advisory lock of the
 * key. While the database is unavailable each process counts only its own streams.
 */
export function createOpenStreams(store: RateLimitStore): OpenStreams {
  const {
    db: { limitPool },
    now,
  } = store
  const processId = randomUUID()
  const own = new Map<string, number>()
  const add = (key: string, by: number) => {
    const next = (own.get(key) ?? 0) + by
    if (next > 0) own.set(key, next)
    else own.delete(key)
  }
  const renewal = setInterval(() => void renew().catch(() => {}), RENEW_MS).unref()

  /** Writes the actual counts of this process, which corrects lost updates. */
  async function renew(): Promise<void> {
    await limitPool.query(renewSql, [[...own.keys()], [...own.values()], processId, now() + LEASE_MS])
    await limitPool.query(
      `delete from ${OPEN_STREAM_TABLE} where expires < $1 or (process = $2 and key <> all($3))`,
      [now(), processId, [...own.keys()]],
    )
  }

  async function acquireShared(keys: string[], max: number[]): Promise<boolean> {
    const client = await limitPool.connect()
    let failure: Error | undefined
    try {
      await client.query('begin')
      await client.query(
        'select pg_advisory_xact_lock(hashtextextended(key, 718005)) from unnest($1::text[]) as key',
        [keys],
      )
      const { rowCount } = await client.query(acquireSql, [keys, max, processId, now() + LEASE_MS, now()])
      await client.query('commit')
      return rowCount !== 0
    } catch (error) {
      failure = error as Error
      throw error
    } finally {
      client.release(failure)
    }
  }

  return {
    async acquire(quotas) {
      const limits = quotas
        .map(({ name, key, max }) => ({ key: counterKey(store, `stream-${name}`, key), max }))
        // Every process takes the locks in the same order.
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      if (limits.some(({ key, max }) => (own.get(key) ?? 0) >= max)) return null
      const keys = limits.map(({ key }) => key)
      for (const key of keys) add(key, 1)
      const release = () => {
        for (const key of keys) add(key, -1)
      }
      const acquired = await acquireShared(
        keys,
        limits.map(({ max }) => max),
      ).catch(() => true)
      if (!acquired) {
        release()
        return null
      }
      let open = true
      return () => {
        if (!open) return
        open = false
        release()
        void limitPool.query(releaseSql, [keys, processId]).catch(() => {})
      }
    },
    async close() {
      clearInterval(renewal)
      own.clear()
      await limitPool
        .query(`delete from ${OPEN_STREAM_TABLE} where process = $1`, [processId])
        .catch(() => {})
    },
  }
}

const acquireSql = `
  with wanted as (select key, max from unnest($1::text[], $2::int[]) as w (key, max))
  insert into ${OPEN_STREAM_TABLE} as mine (key, process, streams, expires)
  select key, $3, 1, $4 from wanted
  where not exists (
    select from wanted w
    where w.max <= (select coalesce(sum(s.streams), 0) from ${OPEN_STREAM_TABLE} s
      where s.key = w.key and s.expires > $5))
  on conflict (key, process) do update set streams = mine.streams + 1, expires = excluded.expires`

const renewSql = `
  insert into ${OPEN_STREAM_TABLE} (key, process, streams, expires)
  select key, $3, streams, $4 from unnest($1::text[], $2::int[]) as own (key, streams)
  on conflict (key, process) do update set streams = excluded.streams, expires = excluded.expires`

const releaseSql = `
  update ${OPEN_STREAM_TABLE} set streams = greatest(streams - 1, 0)
  where key = any($1) and process = $2`
