import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/**
 * What rate limiters have counted. Its rows belong to no tenant, since a client address is counted over all of them; they are worth
 * nothing after their window, and no backup takes them along.
 */
export const rateLimit = pgTable('rate_limit', {
  /** A keyed hash: neither addresses nor e-mail addresses can be read from it. */
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  /** Epoch ms; the row is worth nothing from then on. */
  expire: bigint('expire', { mode: 'number' }),
  /** Of a back-off: failures since the last success, and the moment (epoch ms) of the last one. */
  consecutiveFailures: integer('consecutive_failures').notNull().default(0),
  lastAttempt: bigint('last_attempt', { mode: 'number' }),
}, (t) => [index('rate_limit_expire').on(t.expire)])
