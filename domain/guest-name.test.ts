import { expect, test } from 'vitest'
import { isInviteNameLength, isNameLength } from './guest-name.ts'

test('a first or last name has 1 to 50 characters, and 2 to 50 in the invite form', () => {
  const names = ['', 'x', 'xy', 'x'.repeat(50), 'x'.repeat(51)]
  expect(names.map(isNameLength)).toEqual([false, true, true, true, false])
  expect(names.map(isInviteNameLength)).toEqual([false, false, true, true, false])
})
