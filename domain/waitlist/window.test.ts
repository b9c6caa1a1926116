import { toInstant, minuteOfClock } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import { datesOverlap, computeDateSpan, isInside, localVisit, validateWindows } from './window.ts'
import type { TimeWindow } from './window.ts'

const ZONE = 'Europe/Copenhagen'
// Monday 1 June 2026.
const window = (change: Partial<TimeWindow> = {}): TimeWindow => ({
  from: '2026-06-01',
  until: '2026-06-05',
  weekdays: [],
  earliest: '00:00',
  latest: '24:00',
  ...change,
})
const at = (date: string, clock: string, zone = ZONE) => toInstant(zone, date, minuteOfClock(clock))
const ms = (iso: string) => Date.parse(iso)

test('the span runs from the first to the last date of all windows', () => {
  expect(computeDateSpan([])).toBeNull()
  expect(computeDateSpan([window()])).toEqual({ from: '2026-06-01', until: '2026-06-05' })
  expect(
    computeDateSpan([
      window({ from: '2026-07-01', until: '2026-07-02' }),
      window({ from: '2026-06-20', until: '2026-06-20' }),
      window({ from: '2026-06-30', until: '2026-07-01' }),
    ]),
  ).toEqual({ from: '2026-06-20', until: '2026-07-02' })
})

describe('dates overlap', () => {
  const wants = (windows: TimeWindow[], endsAt = ms('2026-06-30T22:00Z')) => ({ windows, endsAt })
  const dates = (from: string, until: string) => window({ from, until })
  test.each<[string, ReturnType<typeof wants>, ReturnType<typeof wants>, boolean]>([
    [
      'on a shared last and first date',
      wants([dates('2026-06-01', '2026-06-05')]),
      wants([dates('2026-06-05', '2026-06-09')]),
      true,
    ],
    [
      'not on neighbouring dates',
      wants([dates('2026-06-01', '2026-06-05')]),
      wants([dates('2026-06-06', '2026-06-09')]),
      false,
    ],
    [
      'by hulls, also in the gap between two windows',
      wants([dates('2026-06-01', '2026-06-01'), dates('2026-06-20', '2026-06-20')]),
      wants([dates('2026-06-10', '2026-06-10')]),
      true,
    ],
    ['whenever both want any time', wants([], ms('2026-06-02T22:00Z')), wants([]), true],
    // The entry ends at the midnight that begins 1 July in Copenhagen.
    [
      'on the last date before the end of an entry without windows',
      wants([]),
      wants([dates('2026-06-30', '2026-07-03')]),
      true,
    ],
    ['not from its end on', wants([]), wants([dates('2026-07-01', '2026-07-03')]), false],
    ['before an entry without windows joined', wants([]), wants([dates('2020-01-01', '2020-01-01')]), true],
    [
      'beyond the end of an entry that has windows',
      wants([dates('2026-08-01', '2026-08-01')]),
      wants([dates('2026-08-01', '2026-08-02')]),
      true,
    ],
    [
      'on the date of an end that is no midnight',
      wants([], ms('2026-06-30T22:01Z')),
      wants([dates('2026-07-01', '2026-07-03')]),
      true,
    ],
  ])('%s', (_, a, b, overlap) => {
    expect(datesOverlap(a, b, ZONE)).toBe(overlap)
    expect(datesOverlap(b, a, ZONE)).toBe(overlap)
  })
})

describe('a visit fits', () => {
  test.each<[string, TimeWindow[], string, string, number, boolean]>([
    ['without windows at any time', [], '2031-01-01', '03:00', 60, true],
    ['on the first date', [window()], '2026-06-01', '00:00', 60, true],
    ['on the last date, up to its end', [window()], '2026-06-05', '23:00', 60, true],
    ['not on the day before', [window()], '2026-05-31', '12:00', 60, false],
    ['not on the day after', [window()], '2026-06-06', '00:00', 60, false],
    ['not if it ends after midnight', [window()], '2026-06-03', '23:30', 31, false],
    ['on one of the weekdays', [window({ weekdays: [3, 5] })], '2026-06-03', '12:00', 60, true],
    ['not on another weekday', [window({ weekdays: [3, 5] })], '2026-06-04', '12:00', 60, false],
    ['from the earliest time', [window({ earliest: '09:30' })], '2026-06-03', '09:30', 30, true],
    ['not a minute before it', [window({ earliest: '09:30' })], '2026-06-03', '09:29', 30, false],
    ['if it ends at the latest time', [window({ latest: '10:00' })], '2026-06-03', '09:00', 60, true],
    ['not if it ends a minute later', [window({ latest: '10:00' })], '2026-06-03', '09:01', 60, false],
    [
      'in the second window',
      [window({ until: '2026-06-02' }), window({ from: '2026-06-04', until: '2026-06-04' })],
      '2026-06-04',
      '12:00',
      60,
      true,
    ],
    [
      'not across two windows that touch',
      [window({ earliest: '09:00', latest: '10:00' }), window({ earliest: '10:00', latest: '11:00' })],
      '2026-06-03',
      '09:30',
      60,
      false,
    ],
  ])('%s', (_, windows, date, clock, minutes, fits) => {
    const start = at(date, clock)
    expect(isInside(windows, localVisit(ZONE, start, start + minutes))).toBe(fits)
  })

  const night = (date: string, earliest: string, latest: string) => [
    window({ from: date, until: date, earliest, latest }),
  ]
  // On 29 March 2026 clocks go from 02:00 to 03:00 at 01:00 UTC.
  test.each([
    ['01:00', '02:00', '2026-03-29T00:00Z', 60, true],
    ['01:00', '02:00', '2026-03-29T00:30Z', 31, false],
    ['01:00', '03:30', '2026-03-29T00:30Z', 60, true],
    ['01:00', '03:29', '2026-03-29T00:30Z', 60, false],
    ['02:30', '04:00', '2026-03-29T01:00Z', 60, true],
    ['03:00', '24:00', '2026-03-29T21:00Z', 60, true],
  ])('in the spring night, from %s to %s: %s, %i minutes: %s', (earliest, latest, start, minutes, fits) => {
    const from = ms(start) / 60_000
    expect(isInside(night('2026-03-29', earliest, latest), localVisit(ZONE, from, from + minutes))).toBe(fits)
  })
  // On 25 October 2026 clocks go from 03:00 to 02:00 at 01:00 UTC: 02:00 to 03:00 is read twice.
  test.each([
    ['02:00', '02:30', '2026-10-25T00:00Z', 30, true],
    ['02:00', '02:30', '2026-10-25T01:00Z', 30, true],
    ['02:00', '02:30', '2026-10-25T00:00Z', 60, false],
    // From 02:45 to 02:15, past 02:59.
    ['02:00', '02:50', '2026-10-25T00:45Z', 30, false],
    ['02:00', '03:00', '2026-10-25T00:45Z', 30, true],
    ['02:10', '03:00', '2026-10-25T00:45Z', 30, false],
    ['01:00', '02:00', '2026-10-25T00:00Z', 30, false],
    ['03:00', '04:00', '2026-10-25T02:00Z', 60, true],
    ['00:00', '24:00', '2026-10-24T22:00Z', 1500, true],
    ['00:00', '24:00', '2026-10-24T22:00Z', 1501, false],
  ])('in the autumn night, from %s to %s: %s, %i minutes: %s', (earliest, latest, start, minutes, fits) => {
    const from = ms(start) / 60_000
    expect(isInside(night('2026-10-25', earliest, latest), localVisit(ZONE, from, from + minutes))).toBe(fits)
  })

  test('by the date and the time of the tenant, not those of UTC', () => {
    const tonga = [window({ from: '2026-06-02', until: '2026-06-02', weekdays: [2], latest: '01:00' })]
    const start = ms('2026-06-01T11:00Z') / 60_000
    expect(isInside(tonga, localVisit('Pacific/Tongatapu', start, start + 60))).toBe(true)
    expect(isInside(tonga, localVisit('UTC', start, start + 60))).toBe(false)
  })
})

test.each<[string | null, TimeWindow[]]>([
  [null, []],
  [null, Array.from({ length: 10 }, () => window())],
  ['too-many-windows', Array.from({ length: 11 }, () => window())],
  [null, [window({ from: '2026-06-05' })]],
  ['dates', [window(), window({ from: '2026-06-06' })]],
  [null, [window({ earliest: '23:59', latest: '24:00' })]],
  ['times', [window({ earliest: '10:00', latest: '10:00' })]],
  ['times', [window({ earliest: '24:00' })]],
  ['times', [window({ earliest: '10:01', latest: '10:00' })]],
  [null, [window({ from: '2028-02-29', until: '2028-02-29' })]],
  ['bad-date', [window({ from: '2026-02-29' })]],
  ['bad-date', [window({ until: '2026-06-31' })]],
  ['bad-date', [window({ until: '2026-6-5' })]],
  ['bad-date', [window({ from: '' })]],
  [null, [window({ from: '2000-01-01', until: '2099-12-31' })]],
  ['bad-date', [window({ from: '1999-12-31' })]],
  ['bad-date', [window({ from: '0000-01-01' })]],
  ['bad-date', [window({ until: '2100-01-01' })]],
  ['bad-date', [window({ until: '9999-12-31' })]],
  ['bad-weekday', [window({ weekdays: [0] })]],
  ['bad-weekday', [window({ weekdays: [1, 8] })]],
  ['bad-weekday', [window({ weekdays: [1.5] })]],
  ['bad-clock', [window({ earliest: '9:00' })]],
  ['bad-clock', [window({ latest: '24:01' })]],
  ['bad-clock', [window({ latest: '10:60' })]],
])('the error of windows is %s', (error, windows) => {
  expect(validateWindows(windows)).toBe(error)
})
