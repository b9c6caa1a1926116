import { clockChanges, createRandom } from '#test/availability-cases.ts'
import { perTier, seed } from '#test/tier.ts'
import { DateTime } from 'luxon'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  dayWindow,
  toInstant,
  localParts,
  minuteFrom,
  minuteOfClock,
  monthWindow,
  offsetPieces,
  shiftMonth,
  toWeekday,
} from './zone.ts'

const utc = (instant: number) => new Date(instant * 60_000).toISOString().slice(0, 16)
const minute = (iso: string) => Date.parse(`${iso}Z`) / 60_000
const COPENHAGEN = 'Europe/Copenhagen'

describe('in Copenhagen the spring night skips 02:00 to 03:00', () => {
  test.each([
    ['2026-03-29', '2026-03-28T23:00', '2026-03-29T22:00'],
    ['2027-03-28', '2027-03-27T23:00', '2027-03-28T22:00'],
    ['2028-03-26', '2028-03-25T23:00', '2028-03-26T22:00'],
  ])('%s is 23 hours long', (date, from, until) => {
    expect(dayWindow(COPENHAGEN, date)).toEqual({ from: minute(from), until: minute(until) })
    const readings = ['01:59', '02:00', '02:30', '02:59', '03:00'].map((clock) =>
      utc(toInstant(COPENHAGEN, date, minuteOfClock(clock))).slice(11),
    )
    expect(readings).toEqual(['00:59', '01:00', '01:30', '01:59', '01:00'])
    expect(localParts(COPENHAGEN, minute(`${date}T00:59`))).toEqual({
      date,
      minute: 119,
      weekday: 7,
      offset: 60,
    })
    expect(localParts(COPENHAGEN, minute(`${date}T01:00`))).toEqual({
      date,
      minute: 180,
      weekday: 7,
      offset: 120,
    })
  })
})

describe('in Copenhagen the autumn night repeats 02:00 to 03:00', () => {
  test.each([
    ['2026-10-25', '2026-10-24T22:00', '2026-10-25T23:00'],
    ['2027-10-31', '2027-10-30T22:00', '2027-10-31T23:00'],
    ['2028-10-29', '2028-10-28T22:00', '2028-10-29T23:00'],
  ])('%s is 25 hours long, and a reading means the first pass', (date, from, until) => {
    expect(dayWindow(COPENHAGEN, date)).toEqual({ from: minute(from), until: minute(until) })
    const readings = ['02:00', '02:30', '02:59', '03:00', '24:00'].map((clock) =>
      utc(toInstant(COPENHAGEN, date, minuteOfClock(clock))).slice(11),
    )
    expect(readings).toEqual(['00:00', '00:30', '00:59', '02:00', '23:00'])
    expect(localParts(COPENHAGEN, minute(`${date}T00:30`))).toEqual({
      date,
      minute: 150,
      weekday: 7,
      offset: 120,
    })
    expect(localParts(COPENHAGEN, minute(`${date}T01:30`))).toEqual({
      date,
      minute: 150,
      weekday: 7,
      offset: 60,
    })
    expect(offsetPieces(COPENHAGEN, dayWindow(COPENHAGEN, date))).toEqual([
      { from: minute(from), until: minute(`${date}T01:00`), offset: 120 },
      { from: minute(`${date}T01:00`), until: minute(until), offset: 60 },
    ])
  })
})

test.each([
  ['Australia/Lord_Howe changes by half an hour', 'Australia/Lord_Howe', '2026-10-04', 1410],
  ['Lord Howe back again', 'Australia/Lord_Howe', '2026-04-05', 1470],
  ['Cairo skips midnight itself', 'Africa/Cairo', '2026-04-24', 1380],
  ['Cairo repeats the hour before midnight', 'Africa/Cairo', '2026-10-29', 1500],
  ['Havana repeats the hour after midnight', 'America/Havana', '2026-11-01', 1500],
  ['Nuuk skips the hour before midnight', 'America/Nuuk', '2026-03-28', 1380],
  ['India never changes', 'Asia/Kolkata', '2026-03-29', 1440],
])('%s', (_, zone, date, length) => {
  const { from, until } = dayWindow(zone, date)
  expect(until - from).toBe(length)
})

test('a month runs from its first local midnight to the next month’s', () => {
  expect(monthWindow(COPENHAGEN, '2026-10')).toEqual({
    from: minute('2026-09-30T22:00'),
    until: minute('2026-10-31T23:00'),
  })
  expect(monthWindow(COPENHAGEN, '2026-12')).toEqual({
    from: minute('2026-11-30T23:00'),
    until: minute('2026-12-31T23:00'),
  })
})

test('dates, weekdays and clocks are read strictly', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addMonths('2028-01-31', 1)).toBe('2028-02-29')
  expect(addMonths('2026-01-31', -1)).toBe('2025-12-31')
  expect(shiftMonth('2026-12', 1)).toBe('2027-01')
  expect(shiftMonth('2026-01', -13)).toBe('2024-12')
  expect(['2026-03-30', '2026-03-29', '1969-12-31'].map(toWeekday)).toEqual([1, 7, 3])
  expect(minuteOfClock('24:00')).toBe(1440)
  for (const wrong of ['24:01', '9:00', '10:60', 'noon', ''])
    expect(() => minuteOfClock(wrong)).toThrow(RangeError)
  for (const wrong of ['2026-13-01', '26-01-01', '']) expect(() => addDays(wrong, 1)).toThrow(RangeError)
  expect(() => dayWindow('Europe/Atlantis', '2026-01-01')).toThrow(RangeError)
})

test('a clock between two minutes is rounded up', () => {
  expect([0, 1, 59_999, 60_000, 60_001].map(minuteFrom)).toEqual([0, 1, 1, 1, 2])
})

const CASES = perTier(1_000, 10_000)

test(`${CASES} random zones, dates and durations agree with Luxon`, () => {
  const roll = createRandom(seed)
  const changing = [
    COPENHAGEN,
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Havana',
    'Africa/Cairo',
    'America/Nuuk',
    'Pacific/Chatham',
  ]
  const anyZone = Intl.supportedValuesOf('timeZone')
  let onChange = 0
  const wrong: string[] = []
  for (let round = 0; round < CASES; round++) {
    const zone = roll.chance(0.4) ? roll.pick(changing) : roll.pick(anyZone)
    const date = changing.includes(zone)
      ? roll.pick(clockChanges(zone))
      : addDays('2015-01-01', roll.between(0, 20 * 365))
    const [clock, duration] = [roll.between(0, 1439), roll.between(0, 3 * 1440)]
    if (changing.includes(zone)) onChange++
    if (!agrees(zone, date, clock, duration)) wrong.push(`${zone} ${date} ${clock} + ${duration}`)
  }
  console.log(
    `zone: ${CASES} checks from seed ${seed}, ${onChange} on a night of clock change, ${wrong.length} wrong`,
  )
  expect(wrong).toEqual([])
})

/** Luxon returns either instant of a repeated time; this returns the earliest. */
function earliest(time: DateTime): number {
  return Math.min(...time.getPossibleOffsets().map((one) => one.toMillis())) / 60_000
}

function agrees(zone: string, date: string, clock: number, duration: number): boolean {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const expected = earliest(
    DateTime.fromObject({ year, month, day, hour: Math.floor(clock / 60), minute: clock % 60 }, { zone }),
  )
  const later = DateTime.fromMillis((expected + duration) * 60_000, { zone })
  const parts = {
    date: later.toISODate(),
    minute: later.hour * 60 + later.minute,
    weekday: later.weekday,
    offset: later.offset,
  }
  const midnights = [0, 1].map((days) =>
    earliest(DateTime.fromObject({ year, month, day }, { zone }).plus({ days }).startOf('day')),
  )
  const start = toInstant(zone, date, clock)
  const window = dayWindow(zone, date)
  const found = localParts(zone, start + duration)
  return (
    start === expected &&
    window.from === midnights[0] &&
    window.until === midnights[1] &&
    JSON.stringify(found) === JSON.stringify(parts)
  )
}
