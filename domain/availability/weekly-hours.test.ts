import { expect, test } from 'vitest'
import { addDays, toWeekday } from '../zone.ts'
import { appliesOn, datesOf, isPlain } from './weekly-hours.ts'

const FIRST = '2026-01-01'
const LAST = '2033-12-31'

/** Every day of eight years, the next one after the other. */
const days: string[] = []
for (let date = FIRST; date <= LAST; date = addDays(date, 1)) days.push(date)

/**
 * The days of weeks in turn, by counting days: each week begins on a Monday, the weeks of a turn are numbered
 * from 0, and the turn in which `starting` is begins again in both directions.
 */
function countedDays(every: number, starting: string): Set<string> {
  const weeks: string[][] = []
  for (const date of days) {
    const week = weeks.at(-1)
    if (!week || toWeekday(date) === 1) weeks.push([date])
    else week.push(date)
  }
  const first = weeks.findIndex((week) => week.includes(starting))
  const found = new Set<string>()
  for (let index = first; index < weeks.length; index += every) weeks[index]?.forEach((one) => found.add(one))
  for (let index = first; index >= 0; index -= every) weeks[index]?.forEach((one) => found.add(one))
  return found
}

test('from 2026 to 2033 every second to fourth week is the one that counting days gives', () => {
  // Each weekday, and both sides of years with 52 and with 53 weeks.
  const starts = days.filter((_, index) => index % 41 === 0).concat('2026-12-28', '2027-01-03', '2032-12-31')
  let compared = 0
  const differing: string[] = []
  for (const every of [2, 3, 4])
    for (const starting of starts) {
      const counted = countedDays(every, starting)
      for (const date of days) {
        compared += 1
        const applies = appliesOn({ weekday: toWeekday(date), every, starting }, date)
        if (applies !== counted.has(date)) differing.push(`${date} every ${every} from ${starting}`)
      }
    }
  console.log(`rotations: ${compared} days compared, ${differing.length} differences`)
  expect(differing).toEqual([])
  expect(compared).toBeGreaterThan(600_000)
})

test('weeks 53 and 1 are weeks after each other', () => {
  const monday = { weekday: 1, every: 2, starting: '2026-12-02' }
  expect(['2026-12-28', '2027-01-04', '2027-01-11'].map((date) => appliesOn(monday, date))).toEqual([
    true,
    false,
    true,
  ])
})

test('before 1970, and before it starts, a rotation goes on backwards', () => {
  const monday = { weekday: 1, every: 3, starting: '1970-01-08' }
  expect(['1969-12-15', '1969-12-22', '1969-12-29'].map((date) => appliesOn(monday, date))).toEqual([
    true,
    false,
    false,
  ])
})

test.each([
  ['the first day', { from: '2026-12-07' }, true],
  ['the day before the first', { from: '2026-12-08' }, false],
  ['the last day', { until: '2026-12-07' }, true],
  ['the day after the last', { until: '2026-12-06' }, false],
  ['both', { from: '2026-12-07', until: '2026-12-07' }, true],
])('%s of what is valid', (_, valid, expected) => {
  expect(appliesOn({ weekday: 1, valid }, '2026-12-07')).toBe(expected)
})

test('the dates of a cycle begin with the first day, and end with the last one', () => {
  const row = { weekday: 3, from: '09:00', to: '12:00' }
  expect(datesOf(row, '2026-11-29')).toHaveLength(12)
  expect(datesOf({ ...row, every: 4, starting: '2026-12-07' }, '2026-11-29')).toEqual([
    '2026-12-09',
    '2027-01-06',
    '2027-02-03',
  ])
  expect(datesOf({ ...row, valid: { from: '2027-05-01', until: '2027-05-12' } }, '2026-11-29')).toEqual([
    '2027-05-05',
    '2027-05-12',
  ])
  expect([{}, { every: 1 }, { every: 2 }, { valid: { from: '2026-12-07' } }].map(isPlain)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
