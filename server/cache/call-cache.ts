import { LruCache } from './lru-cache.ts'

/** For all tenants together. */
const MAX_BYTES = 32 * 1024 * 1024

/** JSON of call outputs, under the version of the tenant's content or under an ETag. */
export type ContentCache = LruCache<string>

export const createContentCache = (): ContentCache => new LruCache(MAX_BYTES, (json) => json.length * 2)
