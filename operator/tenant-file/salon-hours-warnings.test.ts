import { expect, test } from 'vitest'
import { salonHoursWarnings } from './salon-hours-warnings.ts'

type File = Parameters<typeof salonHoursWarnings>[0]
const member = (id: string, change: Partial<File['members'][number]> = {}): File['members'][number] => ({
  id,
  firstname: id,
  lastname: id,
  active: true,
  // Tuesdays.
  hours: [{ weekday: 2, from: '10:00', to: '18:00' }],
  breaks: [],
  holidays: [],
  absences: [],
  ...change,
})
const members = [
  member('all', {
    hours: [
      { weekday: 2, from: '08:00', to: '13:00' },
      { weekday: 2, from: '13:00', to: '20:00' },
    ],
  }),
  member('part'),
  member('none', { hours: [{ weekday: 1, from: '10:00', to: '18:00' }] }),
  member('named', { hours: [] }),
  member('gone', { active: false, hours: [] }),
  member('away', { hours: [], holidays: [{ from: '2026-12-28', until: '2026-12-31' }] }),
]
const warnings = (...exceptions: File['booking']['exceptions']) =>
  salonHoursWarnings(
    {
      booking: { exceptions } as File['booking'],
      members,
    },
    '2026-12-01',
  )
const hours = [{ from: '09:00', to: '14:00' }]

test('of a day of the salon those are named who work less than its hours', () => {
  expect(
    warnings(
      { date: '2026-12-29', hours },
      { date: '2026-12-29', hours, members: ['named'] },
      { date: '2026-12-22', hours: [] },
      { date: '2026-11-24', hours },
    ),
  ).toEqual([
    {
      path: ['booking', 'exceptions', 0],
      message:
        'on 2026-12-29 the salon has 09:00–14:00, and each works as their own week says: part works 10:00–14:00, ' +
        'none does not work. Those who work all hours of the day are named in members, in an entry of that date',
    },
  ])
})
