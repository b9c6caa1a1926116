import { expect, test } from 'vitest'
import { clockElsewhere, clockIn } from './clock.ts'

const at = (iso: string) => Date.parse(iso)

test('a time is formatted in its zone', () => {
  expect(clockIn('en-GB', 'Europe/Copenhagen')(at('2026-03-03T12:30Z'))).toBe('13:30')
})

test('a time in the hour that a clock change repeats shows its offset', () => {
  const clock = clockIn('en-GB', 'Europe/Copenhagen')
  expect(clock(at('2026-10-25T00:30Z'))).toBe('02:30 GMT+2')
  expect(clock(at('2026-10-25T01:30Z'))).toBe('02:30 GMT+1')
  expect(clock(at('2026-10-25T02:30Z'))).toBe('03:30')
})

test.each([
  [
    'half an hour',
    'Australia/Lord_Howe',
    '2026-04-04T14:45Z',
    '01:45 GMT+11',
    '2026-04-04T15:15Z',
    '01:45 GMT+10:30',
  ],
  ['two hours', 'Antarctica/Troll', '2026-10-25T00:30Z', '02:30 GMT+2', '2026-10-25T02:30Z', '02:30 GMT+0'],
])(
  'the offset distinguishes the repeated times when a clock is set back by %s',
  (_, zone, first, shownFirst, second, shownSecond) => {
    const clock = clockIn('en-GB', zone)
    expect([clock(at(first)), clock(at(second))]).toEqual([shownFirst, shownSecond])
  },
)

const shownIn = (zone: string) => clockElsewhere('en-GB', 'Europe/Copenhagen', zone)(at('2026-03-03T12:30Z'))

test('the guest’s own clock is shown only if it differs', () => {
  expect(shownIn('Europe/Oslo')).toBeNull()
  expect(shownIn('Europe/London')).toBe('12:30')
  expect(shownIn('Asia/Tokyo')).toBe('21:30')
  expect(shownIn('Pacific/Auckland')).toBe('Wed 01:30')
})
