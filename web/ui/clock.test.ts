import { expect, test } from 'vitest'
import { clockElsewhere, clockIn } from './clock.ts'

const at = (iso: string) => Date.parse(iso)

test('a time is told on the clock of its zone', () => {
  expect(clockIn('en-GB', 'Europe/Copenhagen')(at('2026-03-03T12:30Z'))).toBe('13:30')
})

test('the hour that a clock change repeats says which of the two it is', () => {
  const clock = clockIn('en-GB', 'Europe/Copenhagen')
  expect(clock(at('2026-10-25T00:30Z'))).toBe('02:30 GMT+2')
  expect(clock(at('2026-10-25T01:30Z'))).toBe('02:30 GMT+1')
  expect(clock(at('2026-10-25T02:30Z'))).toBe('03:30')
})

const shownIn = (zone: string) => clockElsewhere('en-GB', 'Europe/Copenhagen', zone)(at('2026-03-03T12:30Z'))

test('the guest sees their own clock only where it shows something else', () => {
  expect(shownIn('Europe/Oslo')).toBeNull()
  expect(shownIn('Europe/London')).toBe('12:30')
  expect(shownIn('Asia/Tokyo')).toBe('21:30')
  expect(shownIn('Pacific/Auckland')).toBe('Wed 01:30')
})
