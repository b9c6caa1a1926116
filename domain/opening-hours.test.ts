import { describe, expect, test } from 'vitest'
import {
  localNow,
  openingAt,
  openingDays,
  salonExceptions,
  weekGroups,
  type OpeningRules,
} from './opening-hours.ts'

const day = (weekday: number, from: string, to: string) => ({ weekday, from, to })
// 2026-12-21 is a Monday.
const rules: OpeningRules = {
  openingHours: [1, 2, 3, 4, 5].flatMap((one) => [day(one, '13:00', '18:00'), day(one, '09:00', '12:00')]),
  exceptions: [
    { date: '2026-12-24', hours: [], reason: 'Christmas Eve' },
    { date: '2026-12-25', hours: [] },
    { date: '2026-12-27', hours: [{ from: '10:00', to: '24:00' }] },
    { date: '2026-12-28', hours: [day(1, '09:00', '12:00'), day(1, '13:00', '18:00')], reason: 'As usual' },
  ],
}

describe('days', () => {
  test('have their hours in order; those that differ say so and why', () => {
    const days = openingDays(rules, '2026-12-23', 6)
    expect(
      days.map(({ date, weekday, hours, differs, reason }) => [date, weekday, hours.length, differs, reason]),
    ).toEqual([
      ['2026-12-23', 3, 2, false, null],
      ['2026-12-24', 4, 0, true, 'Christmas Eve'],
      ['2026-12-25', 5, 0, true, null],
      ['2026-12-26', 6, 0, false, null],
      ['2026-12-27', 7, 1, true, null],
      ['2026-12-28', 1, 2, false, 'As usual'],
    ])
    expect(days[0]?.hours).toEqual([
      { from: '09:00', to: '12:00' },
      { from: '13:00', to: '18:00' },
    ])
  })
})

test('weekdays after each other with the same hours are one group', () => {
  const groups = weekGroups([...rules.openingHours, day(7, '10:00', '24:00')])
  expect(groups.map(({ first, last, hours }) => [first, last, hours.length])).toEqual([
    [1, 5, 2],
    [6, 6, 0],
    [7, 7, 1],
  ])
  expect(weekGroups([])).toEqual([{ first: 1, last: 7, hours: [] }])
})

describe('at a time', () => {
  test.each([
    ['2026-12-23', '08:59', { state: 'opens', date: '2026-12-23', from: '09:00' }],
    ['2026-12-23', '09:00', { state: 'open', until: '12:00' }],
    ['2026-12-23', '12:00', { state: 'opens', date: '2026-12-23', from: '13:00' }],
    ['2026-12-23', '17:59', { state: 'open', until: '18:00' }],
    ['2026-12-23', '18:00', { state: 'opens', date: '2026-12-27', from: '10:00' }],
    ['2026-12-27', '23:59', { state: 'open', until: '24:00' }],
    ['2026-12-28', '00:00', { state: 'opens', date: '2026-12-28', from: '09:00' }],
  ])('%s %s', (date, time, expected) => {
    expect(openingAt(rules, { date, time })).toEqual(expected)
  })

  test('a tenant without hours is closed', () => {
    expect(openingAt({ openingHours: [], exceptions: [] }, { date: '2026-12-23', time: '10:00' })).toEqual({
      state: 'closed',
    })
  })
})

test.each([
  ['Europe/Copenhagen', '2026-12-23T22:59:59Z', '2026-12-23', '23:59'],
  ['Europe/Copenhagen', '2026-12-23T23:00:00Z', '2026-12-24', '00:00'],
  ['Pacific/Kiritimati', '2026-12-23T10:00:00Z', '2026-12-24', '00:00'],
  ['America/New_York', '2026-12-24T04:59:00Z', '2026-12-23', '23:59'],
])('in %s %s is %s %s', (zone, instant, date, time) => {
  expect(localNow(zone, Date.parse(instant))).toEqual({ date, time })
})

describe('exceptions of the salon', () => {
  const week = [day(7, '10:00', '15:00'), day(4, '09:00', '20:00')]
  const [long, closed] = [[{ from: '10:00', to: '17:00' }], []]
  const of = (...exceptions: Parameters<typeof salonExceptions>[0]) =>
    salonExceptions(exceptions, ['anna', 'bo'], { openingHours: week, publicHolidays: [] })
  test.each([
    ['for everybody', of({ date: '2026-12-24', hours: [] }), [{ date: '2026-12-24', hours: closed }]],
    [
      'of all members, each with their own hours',
      of(
        { date: '2026-12-24', members: ['anna'], hours: [{ from: '08:00', to: '12:00' }], reason: 'Eve' },
        { date: '2026-12-24', members: ['bo'], hours: [], reason: 'Eve' },
      ),
      [{ date: '2026-12-24', hours: [{ from: '08:00', to: '12:00' }], reason: 'Eve' }],
    ],
    [
      'for everybody, the last of a day',
      of({ date: '2026-12-24', hours: long, reason: 'Sales' }, { date: '2026-12-24', hours: [] }),
      [{ date: '2026-12-24', hours: closed }],
    ],
    ['of one who is away', of({ date: '2026-12-24', members: ['bo'], hours: [], reason: 'Ill' }), []],
    [
      'of one who works longer',
      of({ date: '2026-12-27', members: ['bo'], hours: long, reason: 'Sales' }),
      [{ date: '2026-12-27', hours: long, reason: 'Sales' }],
    ],
    [
      'with several reasons',
      of(
        { date: '2026-12-27', members: ['anna'], hours: closed, reason: 'Ill' },
        { date: '2026-12-27', members: ['bo'], hours: closed, reason: 'Away' },
      ),
      [{ date: '2026-12-27', hours: closed }],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })

  const easter = {
    date: '2027-03-28',
    hours: [],
    reason: 'Påskedag',
    names: { da: 'Påskedag', en: 'Easter' },
  }
  const holiday = { date: '2026-12-24', hours: [], reason: 'Juledag', names: { da: 'Juledag' } }
  const onHoliday = (...exceptions: Parameters<typeof salonExceptions>[0]) =>
    salonExceptions(exceptions, ['anna', 'bo'], { openingHours: week, publicHolidays: [holiday, easter] })
  const date = holiday.date
  test.each([
    ['closes', onHoliday(), [holiday, easter]],
    [
      'is opened by an exception of the salon, which has its name',
      onHoliday({ date, hours: long }),
      [{ ...holiday, hours: long }, easter],
    ],
    [
      'has the reason of an exception',
      onHoliday({ date, hours: [], reason: 'Away' }),
      [{ date, hours: closed, reason: 'Away' }, easter],
    ],
    [
      'is opened by the day of one member only for their hours',
      onHoliday(
        { date, hours: [], members: ['bo'] },
        { date, hours: long, members: ['bo'], own: true },
        { date, hours: [], members: ['bo'], reason: 'Off' },
      ),
      [{ ...holiday, hours: long }, easter],
    ],
    [
      'on a day that is closed anyway is none',
      salonExceptions([], ['anna'], { openingHours: [], publicHolidays: [easter] }),
      [],
    ],
  ])('a public holiday %s', (_, found, expected) => {
    expect(found).toEqual(expected)
  })
})
