import { expect, test } from 'vitest'
import { memberAt } from './services.ts'

test('a single member performs all services, several perform one each', () => {
  expect([0, 1, 2].map((index) => memberAt(['anna'], index))).toEqual(['anna', 'anna', 'anna'])
  expect([0, 1, 2].map((index) => memberAt(['anna', 'bo'], index))).toEqual(['anna', 'bo', undefined])
  expect(memberAt([], 0)).toBeUndefined()
})
