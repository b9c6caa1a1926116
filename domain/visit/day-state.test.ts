import { expect, test } from 'vitest'
import { lateness, nextStep, progressSteps } from './day-state.ts'

const minute = 60_000
const start = Date.parse('2026-06-10T10:00:00+02:00')

test('the usual course of a visit ends when it is done', () => {
  expect(progressSteps.map(nextStep)).toEqual(['arrived', 'started', 'done', null, null])
})

test.each([
  ['expected', 4, null],
  ['expected', 5, 'late'],
  ['expected', 14, 'late'],
  ['expected', 15, 'veryLate'],
  ['arrived', 30, null],
] as const)('%s, %d minutes after the start: %j', (progress, minutes, late) => {
  expect(lateness({ progress, start }, start + minutes * minute)).toBe(late)
})
