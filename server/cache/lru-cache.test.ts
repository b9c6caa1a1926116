import { expect, test } from 'vitest'
import { LruCache } from './lru-cache.ts'

const KB = 1_024

test('the size is the bytes of values, keys and entries', () => {
  const cache = new LruCache<{ bytes: number }>(100 * KB, ({ bytes }) => bytes)
  cache.set('key', { bytes: 10 * KB })
  expect(cache.calculatedSize).toBe(11 * KB + 6)
})

test('the least recently used entry is evicted first', () => {
  const cache = new LruCache<string>(8 * KB, () => KB - 2)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key)
  expect(cache.get('a')).toBe('a')
  cache.set('e', 'e')
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd', 'e'])
})

test('a value larger than a quarter of the cache is not stored, and the old one is removed', () => {
  const cache = new LruCache<{ bytes: number }>(8 * KB, ({ bytes }) => bytes)
  cache.set('a', { bytes: 10 })
  cache.set('a', { bytes: 2 * KB })
  expect([cache.get('a'), cache.calculatedSize]).toEqual([undefined, 0])
  const none = new LruCache<string>(0, () => 0)
  none.set('a', 'a')
  expect([none.get('a'), none.calculatedSize]).toEqual([undefined, 0])
})
