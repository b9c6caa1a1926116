import { expect, test } from 'vitest'
import { parseTypedTime, toTypedTime } from './typed-time.ts'

const zone = 'Europe/Copenhagen'
const typed = (date: string, time: string, start = '') => parseTypedTime(zone, { date, time, start })

test('a date and a time of the salon are the instant there, in summer and in winter', () => {
  expect(typed('2026-06-12', '09:00')).toBe(Date.parse('2026-06-12T09:00+02:00'))
  expect(typed('2026-12-12', '09:05')).toBe(Date.parse('2026-12-12T09:05+01:00'))
})

test('an hour that comes twice keeps the instant that it was filled in from', () => {
  const second = Date.parse('2026-10-25T02:30+01:00')
  const drawn = toTypedTime(zone, second)
  expect(drawn).toEqual({ date: '2026-10-25', time: '02:30', start: String(second) })
  expect(parseTypedTime(zone, drawn)).toBe(second)
  // Typed by hand, or another time: the first one.
  expect(typed('2026-10-25', '02:30')).toBe(Date.parse('2026-10-25T02:30+02:00'))
  expect(parseTypedTime(zone, { ...drawn, time: '02:45' })).toBe(Date.parse('2026-10-25T02:45+02:00'))
})

test('a time that clocks skip, and what is no time, are none', () => {
  expect(typed('2026-03-29', '02:30')).toBeNull()
  expect(typed('2026-03-29', '03:30')).toBe(Date.parse('2026-03-29T03:30+02:00'))
  for (const [date, time] of [
    ['', '09:00'],
    ['2026-06-12', ''],
    ['2026-02-30', '09:00'],
    ['2026-06-12', '24:00'],
    ['2026-06-12', '9'],
    ['12.06.2026', '09:00'],
  ] as const)
    expect([date, time, typed(date, time)]).toEqual([date, time, null])
  expect(typed('2026-06-12', '09:00', 'x')).toBe(Date.parse('2026-06-12T09:00+02:00'))
  expect(typed('2026-06-12', '09:00', '9007199254740991')).toBe(Date.parse('2026-06-12T09:00+02:00'))
  expect(typed('2026-06-12', '09:00', '1e99')).toBe(Date.parse('2026-06-12T09:00+02:00'))
})
