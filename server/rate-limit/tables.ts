import { getTableName } from 'drizzle-orm'
import { openStream, rateLimit } from '#db/schema/rate-limit.ts'

/** Counters of rate limiters. They belong to no tenant and are used on connections of their own. */
export const RATE_LIMIT_TABLE = getTableName(rateLimit)

/** The number of open event streams of each process. */
export const OPEN_STREAM_TABLE = getTableName(openStream)
