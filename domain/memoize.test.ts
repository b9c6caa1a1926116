import { expect, test } from 'vitest'
import { memoize } from './memoize.ts'

test('a second request for a key returns the cached value, also undefined', () => {
  let made = 0
  const kept = memoize<number | undefined>(2)
  const ask = (key: string, value?: number) =>
    kept(key, () => {
      made += 1
      return value
    })
  expect([ask('a', 1), ask('b'), ask('a', 3), ask('b', 4)]).toEqual([1, undefined, 1, undefined])
  expect(made).toBe(2)
})

test('at most so many values are cached, the newest', () => {
  const made: string[] = []
  const kept = memoize<string>(100)
  const ask = (key: string) =>
    kept(key, () => {
      made.push(key)
      return key
    })
  for (let index = 0; index < 10_000; index += 1) ask(`${index}`)
  expect(made).toHaveLength(10_000)
  made.length = 0
  for (let index = 9_999; index >= 9_900; index -= 1) ask(`${index}`)
  expect(made).toEqual([])
  ask('9899')
  expect(made).toEqual(['9899'])
})

test('a failing function caches nothing', () => {
  const kept = memoize<number>(2)
  expect(() =>
    kept('a', () => {
      throw new RangeError('no')
    }),
  ).toThrow('no')
  expect(kept('a', () => 1)).toBe(1)
})
