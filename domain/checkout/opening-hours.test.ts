import { describe, expect, test } from 'vitest'
import { openingToday } from './opening-hours.ts'

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** 'mon 09:00-12:00, tue 10:00-16:00' as opening hours. */
const hoursOf = (text: string) =>
  text
    .split(', ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [day = '', times = ''] = entry.split(' ')
      const [from = '', to = ''] = times.split('-')
      return { day: DAYS.indexOf(day), from, to }
    })
const openingAt = (hours: string, now: string): string => {
  const [day = '', time = ''] = now.split(' ')
  const opening = openingToday(hoursOf(hours), { weekday: DAYS.indexOf(day), time })
  if (opening.state === 'open') return `open until ${opening.until}`
  return opening.state === 'opens' ? `opens ${DAYS[opening.day]} ${opening.from}` : 'closed'
}

const WEEK = 'mon 09:00-17:00, tue 09:00-17:00, wed 09:00-17:00, fri 10:00-20:00, sat 10:00-14:00'
const SPLIT = 'mon 09:00-12:00, mon 13:00-17:30'

describe.each([
  [
    'a week, closed on Thursday and Sunday',
    WEEK,
    [
      ['mon 00:00', 'opens mon 09:00'],
      ['mon 08:59', 'opens mon 09:00'],
      ['mon 09:00', 'open until 17:00'],
      ['mon 16:59', 'open until 17:00'],
      ['mon 17:00', 'opens tue 09:00'],
      ['mon 23:59', 'opens tue 09:00'],
      ['wed 18:00', 'opens fri 10:00'],
      ['thu 12:00', 'opens fri 10:00'],
      ['fri 19:59', 'open until 20:00'],
      ['sat 14:00', 'opens mon 09:00'],
      ['sun 12:00', 'opens mon 09:00'],
    ],
  ],
  [
    'a split day',
    SPLIT,
    [
      ['mon 08:00', 'opens mon 09:00'],
      ['mon 11:59', 'open until 12:00'],
      ['mon 12:00', 'opens mon 13:00'],
      ['mon 12:59', 'opens mon 13:00'],
      ['mon 13:00', 'open until 17:30'],
      // The next opening is a week later.
      ['mon 17:30', 'opens mon 09:00'],
      ['tue 10:00', 'opens mon 09:00'],
      ['sun 10:00', 'opens mon 09:00'],
    ],
  ],
  [
    'the same, unsorted',
    'mon 13:00-17:30, mon 09:00-12:00',
    [
      ['mon 08:00', 'opens mon 09:00'],
      ['mon 10:00', 'open until 12:00'],
      ['mon 12:30', 'opens mon 13:00'],
      ['mon 14:00', 'open until 17:30'],
      ['tue 10:00', 'opens mon 09:00'],
    ],
  ],
  [
    'shifts that continue each other',
    'wed 12:00-17:00, wed 09:00-12:00',
    [['wed 10:00', 'open until 17:00']],
  ],
  ['three of them', 'wed 15:00-18:00, wed 09:00-12:00, wed 12:00-15:00', [['wed 09:00', 'open until 18:00']]],
  ['shifts that overlap', 'wed 09:00-13:00, wed 12:00-17:00', [['wed 12:30', 'open until 17:00']]],
  ['a shift inside another', 'wed 09:00-17:00, wed 10:00-11:00', [['wed 10:30', 'open until 17:00']]],
  ['the same shift twice', 'wed 09:00-17:00, wed 09:00-17:00', [['wed 12:00', 'open until 17:00']]],
  ['the same start twice', 'wed 09:00-10:00, wed 09:00-17:00', [['wed 09:30', 'open until 17:00']]],
  [
    'a whole day',
    'sun 00:00-24:00',
    [
      ['sun 00:00', 'open until 24:00'],
      ['sun 23:59', 'open until 24:00'],
      ['mon 00:00', 'opens sun 00:00'],
    ],
  ],
  ['no hours', '', [['mon 12:00', 'closed']]],
  ['an entry without length', 'mon 09:00-09:00', [['mon 09:00', 'closed']]],
  ['an inverted entry', 'mon 17:00-09:00', [['mon 18:00', 'closed']]],
  ['hours over midnight', 'fri 22:00-02:00', [['fri 23:00', 'closed']]],
  ['hours beyond midnight', 'fri 22:00-26:00', [['fri 23:00', 'closed']]],
  ['a closed day as midnight to midnight', 'mon 00:00-00:00', [['mon 00:00', 'closed']]],
  ['times that are none', 'mon 9-17, mon :-:, mon 09:00-25:00, mon 09:60-10:00', [['mon 12:00', 'closed']]],
  ['an unknown day', 'xyz 09:00-17:00', [['mon 12:00', 'closed']]],
  [
    'ignored entries beside a good one',
    'mon 17:00-09:00, mon 09:00-12:00, mon 11:00-11:00',
    [
      ['mon 10:00', 'open until 12:00'],
      ['mon 18:00', 'opens mon 09:00'],
    ],
  ],
])('%s', (_, hours, moments) => {
  test.each(moments)('at %s: %s', (now = '', opening = '') => {
    expect(openingAt(hours, now)).toBe(opening)
  })
})

test('every minute of a week is as a minute-by-minute reference says', () => {
  const hours = hoursOf(`${WEEK}, tue 18:00-19:15, thu 07:30-07:31, thu 07:31-08:00`)
  const minutes = DAYS.flatMap((_, weekday) =>
    Array.from({ length: 1440 }, (_minute, minute) => {
      const [hour, rest] = [Math.floor(minute / 60), minute % 60].map((part) => `${part}`.padStart(2, '0'))
      const time = `${hour}:${rest}`
      const isOpen = hours.some(({ day, from, to }) => day === weekday && from <= time && time < to)
      return { weekday, time, isOpen }
    }),
  )
  const wrong: string[] = []
  // Backwards through two weeks: the next change is known at every minute.
  let [change, after] = [minutes[0]!, minutes[0]!]
  for (const [at, now] of [...[...minutes, ...minutes].entries()].toReversed()) {
    if (now.isOpen !== after.isOpen) change = after
    after = now
    if (at >= minutes.length) continue
    const expected = now.isOpen
      ? { state: 'open', until: change.time }
      : { state: 'opens', day: change.weekday, from: change.time }
    if (JSON.stringify(openingToday(hours, now)) !== JSON.stringify(expected))
      wrong.push(`${DAYS[now.weekday]} ${now.time}`)
  }
  expect(minutes.filter(({ isOpen }) => isOpen)).toHaveLength(3 * 480 + 600 + 240 + 75 + 30)
  expect(wrong).toEqual([])
})
