import { getTableName } from 'drizzle-orm'
import { openStream, rateLimit } from '#db/schema/rate-limit.ts'

/** Where rate limiters count: on connections of their own, since its rows belong to no tenant. */
export const RATE_LIMIT_TABLE = getTableName(rateLimit)

/** Where processes say how many event streams they keep open. */
export const OPEN_STREAM_TABLE = getTableName(openStream)
