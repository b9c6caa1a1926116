import { expect, test } from 'vitest'
import { parseVisitNumber, toVisitNumber } from './number.ts'

test('a number has six letters and digits that do not look alike', () => {
  for (let byte = 0; byte < 256; byte += 1) {
    const number = toVisitNumber(new Uint8Array([byte, 255 - byte, 7, 77, 177, 250, 1, 2]))
    expect(number).toMatch(/^[3467ACDEFGHJKMNPQRTUVWXY]{6}$/)
    expect(parseVisitNumber(number)).toBe(number)
  }
  expect(toVisitNumber(new Uint8Array([0, 1, 2, 3, 4, 5]))).toBe('3467AC')
})

test.each([
  ['k7m-4qx', 'K7M4QX'],
  [' K7M 4QX ', 'K7M4QX'],
  ['k7m4qxac', 'K7M4QXAC'],
  ['k7m4q', null],
  ['00000000-0000-4000-8000-000000000000', null],
  ['k7m4qx!', null],
  ['', null],
])('%j is %j', (typed, number) => {
  expect(parseVisitNumber(typed)).toBe(number)
})
