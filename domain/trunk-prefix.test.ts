import { expect, test } from 'vitest'
import { hasTrunkPrefix } from './trunk-prefix.ts'

test('Swedish and German mobile numbers have a trunk prefix, Danish, Norwegian and Italian not', () => {
  expect(['SE', 'DE', 'GB', 'FI', 'NL', 'FR'].map(hasTrunkPrefix)).toEqual([
    true,
    true,
    true,
    true,
    true,
    true,
  ])
  expect(['DK', 'NO', 'IT', 'PL', 'ES', 'PT', 'XX', ''].map(hasTrunkPrefix)).toEqual(Array(8).fill(false))
})
