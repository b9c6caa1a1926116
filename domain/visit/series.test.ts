import { createRandom } from '#test/availability-cases.ts'
import { perTier, seed } from '#test/tier.ts'
import { describe, expect, test } from 'vitest'
import { addDays, localParts } from '../zone.ts'
import { findSeriesDate, listSeriesDates, MAX_DATES } from './series.ts'

const at = (iso: string) => Date.parse(iso) / 60_000
const iso = (instant: number | null) => instant && new Date(instant * 60_000).toISOString().slice(0, 16)

/**
 * What a series means, found by looking at a clock: on each of its days the minutes are counted until the
 * clock shows the time. `Intl` reads the clock.
 */
function createClock(zone: string) {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const read = (instant: number) => format.format(new Date(instant * 60_000)).replace(', ', 'T')
  /** The instants at which the clock of that date shows this time. */
  const showing = (wall: string) => {
    const noon = at(`${wall.slice(0, 10)}T12:00Z`)
    // No zone is further than 15 hours from UTC, and clocks change on whole quarters of an hour.
    const first = noon - 27 * 60 + (Number(wall.slice(14)) % 15)
    return Array.from({ length: (54 * 60) / 15 }, (_, index) => first + index * 15).filter(
      (instant) => read(instant) === wall,
    )
  }
  return { read, showing }
}

function listByClock(zone: string, first: number, weeks: number, count: number) {
  const { read, showing } = createClock(zone)
  const wall = read(first)
  const pass = showing(wall).indexOf(first)
  return Array.from({ length: count }, (_, index) => {
    const instants = showing(addDays(wall.slice(0, 10), index * 7 * weeks) + wall.slice(10))
    return instants[pass] ?? instants[0] ?? null
  })
}

const zones = ['Europe/Copenhagen', 'Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe']

describe.each(zones)('%s', (zone) => {
  test('every date is at the time that a clock shows, over both clock changes', () => {
    const random = createRandom(seed)
    const found = { dates: 0, changed: 0, skipped: 0, second: 0 }
    const starts = Array.from({ length: perTier(20, 600) }, () => {
      const day = at('2026-01-01T00:00Z') + random.between(0, 730) * 1_440
      return day + random.between(0, 95) * 15 + random.pick([0, 0, 5])
    })
    // The hours of both changes, and every time that comes to them in some weeks.
    for (const instant of changesOf(zone))
      for (const minutes of [-60, -30, -15, 0, 15, 30, 45])
        for (const weeks of [0, 1, 4, 12]) starts.push(instant + minutes - weeks * 7 * 1_440)
    for (const start of starts) {
      const weeks = random.between(1, 12)
      const expected = listByClock(zone, start, weeks, MAX_DATES)
      const dates = listSeriesDates(zone, { start, weeks, count: MAX_DATES })
      expect(
        dates.map((one) => iso(one.start)),
        `${iso(start)} every ${weeks}`,
      ).toEqual(expected.map(iso))
      const { offset } = localParts(zone, start)
      found.dates += dates.length
      found.changed += dates.filter(({ near }) => localParts(zone, near).offset !== offset).length
      found.skipped += dates.filter((one) => one.start === null).length
      found.second += dates.filter(
        (one) => one.start !== null && createClock(zone).showing(toWall(zone, one.start))[1] === one.start,
      ).length
    }
    expect(found.changed).toBeGreaterThan(100)
    expect(found.skipped).toBeGreaterThan(0)
    expect(found.second).toBeGreaterThan(0)
  }, 120_000)
})

const toWall = (zone: string, instant: number) => createClock(zone).read(instant)

/** The instants of a zone's clock changes in 2026 and 2027. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  for (let at15 = at('2026-01-01T00:00Z'); at15 < at('2028-01-01T00:00Z'); at15 += 1_440) {
    const [before, after] = [localParts(zone, at15).offset, localParts(zone, at15 + 1_440).offset]
    if (before === after) continue
    let instant = at15
    while (localParts(zone, instant).offset === before) instant += 15
    changes.push(instant)
  }
  return changes
}

test('a time that the clock skips says what is nearest, and the next date is at that time again', () => {
  // Clocks go from 02:00 to 03:00 on 28 March 2027.
  const dates = listSeriesDates('Europe/Copenhagen', { start: at('2027-03-21T01:30Z'), weeks: 1, count: 3 })
  expect(dates.map(({ date, start, near }) => [date, iso(start), iso(near)])).toEqual([
    ['2027-03-21', '2027-03-21T01:30', '2027-03-21T01:30'],
    ['2027-03-28', null, '2027-03-28T01:30'],
    ['2027-04-04', '2027-04-04T00:30', '2027-04-04T00:30'],
  ])
})

test('a series that begins in the second pass of a repeated hour stays in the second', () => {
  // 25 October 2026 and 31 October 2027 are 53 weeks apart, 24 October 2027 is no change.
  const series = (start: number) =>
    listSeriesDates('Australia/Lord_Howe', { start, weeks: 52, count: 2 }).map((one) => iso(one.start))
  // Clocks go back by half an hour, from 02:00 to 01:30, on 5 April 2026 and 4 April 2027.
  expect(series(at('2026-04-04T14:45Z'))).toEqual(['2026-04-04T14:45', '2027-04-03T14:45'])
  expect(series(at('2026-04-04T15:15Z'))).toEqual(['2026-04-04T15:15', '2027-04-03T15:15'])
})

test.each([
  ['its own time', '2026-06-11T08:00Z', 0],
  ['another time of its day', '2026-06-11T14:00Z', 0],
  ['three days before the second', '2026-07-06T21:00Z', 1],
  ['three days after it', '2026-07-12T08:00Z', 1],
  ['four days after it', '2026-07-13T08:00Z', null],
  ['three days before the first', '2026-06-08T08:00Z', 0],
  ['a date before the first', '2026-05-14T08:00Z', null],
  ['the last', '2026-09-03T08:00Z', 3],
  ['one after the last', '2026-10-01T08:00Z', null],
])('which date a time stands for: %s', (_, instant, index) => {
  const series = { start: at('2026-06-11T08:00Z'), weeks: 4, count: 4 }
  expect(findSeriesDate('Europe/Copenhagen', series, at(instant))).toBe(index)
})
