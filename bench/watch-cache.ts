import { writeFileSync } from 'node:fs'
import { BoundedCache } from '#server/bounded-cache.ts'

/**
 * Loaded into a server before anything else (`node --import`): when that ends, it writes what each of its caches has said of
 * itself to the file that `CACHE_ACCOUNTS` names.
 */
export type CacheAccount = {
  limit: number
  /** The most bytes that it has ever held, by its own account. */ most: number
  /** How often something was found in it, and put into it. */ found: number
  made: number
}

const accounts = new Map<BoundedCache<unknown>, CacheAccount>()

function accountOf(cache: BoundedCache<unknown>): CacheAccount {
  const account = accounts.get(cache) ?? { limit: cache.limit, most: 0, found: 0, made: 0 }
  accounts.set(cache, account)
  return account
}

const { get, set } = BoundedCache.prototype

BoundedCache.prototype.get = function (key) {
  const value = get.call(this, key)
  if (value !== undefined) accountOf(this).found += 1
  return value
}

BoundedCache.prototype.set = function (key, value) {
  set.call(this, key, value)
  const account = accountOf(this)
  account.made += 1
  account.most = Math.max(account.most, this.size)
}

process.on('exit', () =>
  writeFileSync(process.env.CACHE_ACCOUNTS ?? '/dev/null', JSON.stringify([...accounts.values()])),
)
