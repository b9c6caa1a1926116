import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/**
 * The counters of the rate limiters. They belong to no tenant, since a client IP counts over all of them;
 * they are obsolete after their window, and not part of backups.
 */
export const rateLimit = pgTable(
  'rate_limit',
  {
    /** A keyed hash, so that no IP or e-mail address is stored. */
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    /** Epoch ms of the expiry. */
    expire: bigint('expire', { mode: 'number' }),
    /** Of a back-off: consecutive failures, and epoch ms of the last one. */
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    lastAttempt: bigint('last_attempt', { mode: 'number' }),
  },
  (t) => [index('rate_limit_expire').on(t.expire)],
)

/**
 * The event streams of each process, by the keys that limit them. An expired row is that of a process that
 * was killed. They belong to no tenant, like the counters.
 */
export const openStream = pgTable(
  'open_stream',
  {
    /** A keyed hash of a client IP or a guest. */
    key: text('key').notNull(),
    process: text('process').notNull(),
    streams: integer('streams').notNull(),
    /** Epoch ms; its process renews it. */
    expires: bigint('expires', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.process] }), index('open_stream_process').on(t.process)],
)
