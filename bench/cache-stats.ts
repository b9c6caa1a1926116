import { writeFileSync } from 'node:fs'
import { LruCache } from '#server/cache/lru-cache.ts'

/**
 * Preloaded into a server (`node --import`): on exit it writes the statistics of each of the server's caches
 * to the file that `CACHE_ACCOUNTS` names.
 */
export type CacheStats = {
  limit: number
  /** Largest number of bytes that the cache has held, by its own count. */ maxBytes: number
  /** Hits, and entries added. */ found: number
  made: number
}

const allStats = new Map<LruCache<object>, CacheStats>()

function statsOf(cache: LruCache<object>): CacheStats {
  const stats = allStats.get(cache) ?? { limit: cache.maxSize, maxBytes: 0, found: 0, made: 0 }
  allStats.set(cache, stats)
  return stats
}

const { get, set } = LruCache.prototype

LruCache.prototype.get = function (key) {
  const value = get.call(this, key)
  if (value !== undefined) statsOf(this).found += 1
  return value
}

LruCache.prototype.set = function (key, value) {
  set.call(this, key, value)
  const stats = statsOf(this)
  stats.made += 1
  stats.maxBytes = Math.max(stats.maxBytes, this.calculatedSize)
  return this
}

process.on('exit', () =>
  writeFileSync(process.env.CACHE_ACCOUNTS ?? '/dev/null', JSON.stringify([...allStats.values()])),
)
