import { expect, test } from 'vitest'
import { toNote } from './note.ts'

test.each([
  ['  Kort i siderne,\r\nlangt på toppen \n\n\n\n tak  ', 'Kort i siderne,\nlangt på toppen \n\n tak'],
  ['Vi ses ❤️ 👩‍🦰 👍🏽', 'Vi ses ❤️ 👩‍🦰 👍🏽'],
  ['no\u0007bell, no\u202ereversal, no\u200bspace, a\u200db', 'no bell, noreversal, nospace, ab'],
  ['evil\ufe0f\u200d.com 1\u200d\u200d2 ❤️\ufe0f\u200d\u200d', 'evil.com 12 ❤️'],
  ['one\u2028two\rthree', 'one\ntwo\nthree'],
  ['\u200b\u202e \n', ''],
])('%j is stored as %j', (typed, stored) => {
  expect(toNote(typed)).toBe(stored)
  expect(toNote(stored)).toBe(stored)
})
