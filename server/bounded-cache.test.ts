import { expect, test } from 'vitest'
import { BoundedCache } from './bounded-cache.ts'

const KB = 1_024

test('whatever is put in, taken out or replaced, the account never exceeds the limit and is what the values weigh', () => {
  const cache = new BoundedCache<{ bytes: number }>(100 * KB, ({ bytes }) => bytes)
  const there = () =>
    Array.from({ length: 300 }, (_, key) => [`${key}`, cache.get(`${key}`)] as const).filter(
      ([, value]) => value !== undefined,
    )
  let most = 0
  let state = 1
  // Numerical Recipes' generator: the same steps in every run.
  const random = (below: number) => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) % below
  for (let step = 0; step < 20_000; step += 1) {
    const key = `${random(300)}`
    if (random(10) === 0) cache.remove(key)
    else cache.set(key, { bytes: random(26 * KB) })
    expect(cache.size).toBeLessThanOrEqual(cache.limit)
    most = Math.max(most, cache.size)
    if (step % 1_000 === 0)
      expect(cache.size).toBe(
        there().reduce((sum, [key, value]) => sum + (value?.bytes ?? 0) + 2 * key.length + KB, 0),
      )
  }
  expect(most).toBeGreaterThan(90 * KB)
  for (const [key] of there()) cache.remove(key)
  expect(cache.size).toBe(0)
})

test('the one that nobody has asked for longest goes first', () => {
  const cache = new BoundedCache<string>(8 * KB, () => KB - 2)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, key)
  expect(cache.get('a')).toBe('a')
  cache.set('e', 'e')
  expect(['a', 'b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual(['a', undefined, 'c', 'd', 'e'])
})

test('one that would take more than a quarter of the room is not kept, and what it replaces is gone', () => {
  const cache = new BoundedCache<{ bytes: number }>(8 * KB, ({ bytes }) => bytes)
  cache.set('a', { bytes: 10 })
  cache.set('a', { bytes: 2 * KB })
  expect([cache.get('a'), cache.size]).toEqual([undefined, 0])
  const none = new BoundedCache<string>(0, () => 0)
  none.set('a', 'a')
  expect([none.get('a'), none.size]).toEqual([undefined, 0])
})
