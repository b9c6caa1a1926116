import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * What rate limiters have counted. Its rows belong to no tenant, since a client address is counted over all of them; they are worth
 * nothing after their window, and no backup takes them along.
 */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** A keyed hash: neither addresses nor e-mail addresses can be read from it. */
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    /** Epoch ms; the row is worth nothing from then on. */
    expire: bigint('expire', { mode: 'number' }),
    /** Of a back-off: failures since the last success, and the moment (epoch ms) of the last one. */
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    lastAttempt: bigint('last_attempt', { mode: 'number' }),
  },
  (t) => [index('rate_limit_expire').on(t.expire)],
)

/**
 * Event streams that each process keeps open, by the keys that limit them. A row is worth nothing once it has expired: its process has
 * ended without a word. It belongs to no tenant, like the counters.
 */
export const openStream = pgTable(
  'open_stream',
  {
    /** A keyed hash of a client address or a guest. */
    key: text('key').notNull(),
    process: text('process').notNull(),
    streams: integer('streams').notNull(),
    /** Epoch ms; renewed by its process. */
    expires: bigint('expires', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.process] }), index('open_stream_process').on(t.process)],
)
