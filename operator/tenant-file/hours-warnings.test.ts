import { expect, test } from 'vitest'
import { hoursWarnings } from './hours-warnings.ts'

type Member = Parameters<typeof hoursWarnings>[0]['members'][number]
type Hours = Member['hours'][number]

// 2026-12-01 is a Tuesday.
const warningsOf = (hours: Hours[], active = true) =>
  hoursWarnings(
    {
      members: [
        {
          id: 'mia',
          firstname: 'Mia',
          lastname: 'Holm',
          active,
          hours,
          breaks: [],
          holidays: [],
          absences: [],
        },
      ],
    },
    '2026-12-01',
  ).map(({ path, message }) => [path.join('.'), message.split(':')[0]])

const saturday = (from: string, to: string, more: Partial<Hours> = {}): Hours => ({
  weekday: 6,
  from,
  to,
  ...more,
})
const second = { every: 2, starting: '2026-12-05' }

test.each<[string, Hours[], string[]]>([
  ['hours of each week', [saturday('10:00', '14:00'), saturday('12:00', '16:00')], []],
  [
    'other weeks',
    [saturday('10:00', '14:00', second), saturday('12:00', '16:00', { ...second, starting: '2026-12-12' })],
    [],
  ],
  [
    'another weekday',
    [{ ...saturday('10:00', '14:00'), weekday: 5 }, saturday('12:00', '16:00', second)],
    [],
  ],
  ['hours that only touch', [saturday('10:00', '12:00'), saturday('12:00', '16:00', second)], []],
  [
    'a part of the year that is over',
    [saturday('10:00', '14:00'), saturday('12:00', '16:00', { valid: { until: '2026-11-30' } })],
    [],
  ],
  [
    'the same weeks',
    [saturday('10:00', '14:00'), saturday('12:00', '16:00', second)],
    ['members.0.hours.1', 'overlaps with other hours on sat 2026-12-05'],
  ],
  [
    'a later part of the year',
    [saturday('10:00', '14:00', second), saturday('12:00', '16:00', { valid: { from: '2027-01-20' } })],
    ['members.0.hours.1', 'overlaps with other hours on sat 2027-01-30'],
  ],
  [
    'every second and every third week',
    [saturday('10:00', '14:00', second), saturday('12:00', '16:00', { every: 3, starting: '2026-12-12' })],
    ['members.0.hours.1', 'overlaps with other hours on sat 2027-01-02'],
  ],
])('of overlapping hours: %s', (_, hours, found) => {
  expect(warningsOf(hours)).toEqual(found.length > 0 ? [found] : [])
})

test('who does not work any more is not warned of', () => {
  const hours = [saturday('10:00', '14:00'), saturday('12:00', '16:00', second)]
  expect(warningsOf(hours, false)).toEqual([])
})
