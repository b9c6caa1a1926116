import { expect, test } from 'vitest'
import { pressedStart } from './press.ts'

const at = (time: string) => Date.parse(`2026-06-12T${time}:00+02:00`)
const free = { start: at('09:10'), end: at('11:00') }

test.each([
  [0, '09:10'],
  [0.01, '09:10'],
  [0.05, '09:15'],
  [0.5, '10:00'],
  [1, '10:45'],
  [-1, '09:10'],
  [2, '10:45'],
])('pressed at %d of the free time, a visit begins at %s', (part, time) => {
  expect(pressedStart(free, part)).toBe(at(time))
})
