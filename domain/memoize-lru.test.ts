import { expect, test } from 'vitest'
import { memoizeLru } from './memoize-lru.ts'

test('a second request for a key returns the cached value, also undefined', () => {
  let made = 0
  const kept = memoizeLru<number | undefined>(2)
  const ask = (key: string, value?: number) =>
    kept(key, () => {
      made += 1
      return value
    })
  expect([ask('a', 1), ask('b'), ask('a', 3), ask('b', 4)]).toEqual([1, undefined, 1, undefined])
  expect(made).toBe(2)
})

test('at most so many values are cached, those requested last', () => {
  const made: string[] = []
  const kept = memoizeLru<string>(100)
  const ask = (key: string) =>
    kept(key, () => {
      made.push(key)
      return key
    })
  for (let index = 0; index < 10_000; index += 1) {
    ask(`${index}`)
    ask('often')
  }
  expect(made).toHaveLength(10_001)
  made.length = 0
  // The hundred are `often` and the last ninety-nine; asked from the newest on, none of them pushes out
  // another.
  for (let index = 9_999; index > 9_900; index -= 1) ask(`${index}`)
  ask('often')
  expect(made).toEqual([])
  ask('9900')
  expect(made).toEqual(['9900'])
})

test('a failing function caches nothing', () => {
  const kept = memoizeLru<number>(2)
  expect(() =>
    kept('a', () => {
      throw new RangeError('no')
    }),
  ).toThrow('no')
  expect(kept('a', () => 1)).toBe(1)
})
