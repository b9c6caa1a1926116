import { expect, test } from 'vitest'
import { hasTrunkZero } from './trunk-zero.ts'

test('Swedes and Germans write a 0 in front of a mobile number; Danes, Norwegians and Italians do not', () => {
  expect(['SE', 'DE', 'GB', 'FI', 'NL', 'FR'].map(hasTrunkZero)).toEqual([true, true, true, true, true, true])
  expect(['DK', 'NO', 'IT', 'PL', 'ES', 'PT', 'XX', ''].map(hasTrunkZero)).toEqual(Array(8).fill(false))
})
