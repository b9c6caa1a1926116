import { expect, test } from 'vitest'
import { isNameLength } from './guest-name.ts'

test('a first or last name has 2 to 50 characters', () => {
  expect(['', 'x', 'xy', 'x'.repeat(50), 'x'.repeat(51)].map(isNameLength)).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
})
