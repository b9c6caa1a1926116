import { DateTime } from 'luxon'
import { expect, test } from 'vitest'
import { perTier } from '#test/tier.ts'
import { loudFrom, findQuietHours, quietPeriod, usualQuietHours, type QuietHours } from './quiet-hours.ts'
import { remindersFor, type Reminder } from './reminder.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const zone = 'Europe/Copenhagen'
const at = (text: string, tz = zone) => DateTime.fromISO(text, { zone: tz }).toMillis()
const text = (ms: number, tz = zone) => DateTime.fromMillis(ms, { zone: tz }).toFormat("MM-dd'T'HH:mm")

test.each([
  ['2026-06-01T20:59', '06-01T20:59'],
  ['2026-06-01T21:00', '06-02T08:00'],
  ['2026-06-02T00:00', '06-02T08:00'],
  ['2026-06-02T07:59', '06-02T08:00'],
  ['2026-06-02T08:00', '06-02T08:00'],
  // The nights of both clock changes.
  ['2026-03-29T01:30', '03-29T08:00'],
  ['2026-10-25T02:30', '10-25T08:00'],
])('from %s push goes at %s', (now, expected) => {
  expect(text(loudFrom(usualQuietHours, zone, at(now)))).toBe(expected)
})

test('a guest without quiet hours is never held back', () => {
  for (const quiet of [null, { from: '10:00', until: '10:00' }]) expect(findQuietHours({ quiet })).toBe(null)
  expect(findQuietHours(null)).toEqual(usualQuietHours)
  expect(findQuietHours({})).toEqual(usualQuietHours)
  expect(loudFrom(null, zone, 5)).toBe(5)
})

const remindersAt = (start: string, since: string, quiet: QuietHours | null = usualQuietHours) =>
  remindersFor({ start: at(start), since: at(since), quiet, zone }).map(
    ({ hours, at: moment }) => `${hours} ${text(moment)}`,
  )

test.each([
  ['2026-06-10T12:00', '2026-06-01T12:00', '24 06-09T12:00, 2 06-10T10:00'],
  ['2026-06-10T10:00', '2026-06-01T12:00', '24 06-09T10:00, 2 06-10T08:00'],
  // Two hours before 09:30 is in quiet hours: the last minute before them.
  ['2026-06-10T09:30', '2026-06-01T12:00', '24 06-09T09:30, 2 06-09T20:59'],
  ['2026-06-10T22:30', '2026-06-01T12:00', '24 06-09T20:59, 2 06-10T20:30'],
  ['2026-06-10T12:00', '2026-06-09T12:00', '2 06-10T10:00'],
  ['2026-06-10T12:00', '2026-06-10T10:00', ''],
  ['2026-06-10T09:30', '2026-06-09T21:30', ''],
])('a visit at %s, booked at %s: %s', (start, since, expected) => {
  expect(remindersAt(start, since).join(', ')).toBe(expected)
})

test('a reminder moved to less than six hours after the other is left out', () => {
  const quiet = { from: '15:00', until: '11:00' }
  expect(remindersAt('2026-06-10T12:59', '2026-06-01T12:00', quiet)).toEqual(['24 06-09T12:59'])
  // The other one is not sent: it is not too soon after it.
  expect(remindersAt('2026-06-10T12:59', '2026-06-09T13:30', quiet)).toEqual(['2 06-09T14:59'])
  expect(remindersAt('2026-06-10T12:00', '2026-06-01T12:00', null)).toHaveLength(2)
})

/** The same from luxon, minute by minute of its clock. */
function reference(quiet: QuietHours | null, tz: string, ms: number) {
  const [from = 0, until = 0] = quiet
    ? [quiet.from, quiet.until].map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)))
    : []
  const isQuiet = (time: number) => {
    const { hour, minute } = DateTime.fromMillis(time, { zone: tz })
    const now = hour * 60 + minute
    return quiet !== null && (from < until ? now >= from && now < until : now >= from || now < until)
  }
  /** Steps in quarters: all offsets, changes and quiet hours of the cases are multiples of them. */
  const walk = (time: number, direction: 1 | -1) => {
    const quarter = 15 * MINUTE
    let edge = Math.floor(time / quarter) * quarter
    while (isQuiet(edge)) edge += direction * quarter
    return edge
  }
  return {
    loud: isQuiet(ms) ? walk(ms, 1) : ms,
    before: isQuiet(ms) ? walk(ms, -1) + 14 * MINUTE : ms,
  }
}

function referenceReminders(quiet: QuietHours | null, tz: string, start: number, since: number): Reminder[] {
  const day = reference(quiet, tz, start - 24 * HOUR).before
  const near = reference(quiet, tz, start - 2 * HOUR).before
  const list: Reminder[] = []
  if (day > since) list.push({ hours: 24, at: day })
  const tooSoon = near !== start - 2 * HOUR && day > since && near < day + 6 * HOUR
  if (near > since && !tooSoon) list.push({ hours: 2, at: near })
  return list
}

const zones = [
  'Europe/Copenhagen',
  'Europe/London',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Auckland',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'UTC',
]
/** Days around the clock changes of 2026 in these zones, and an ordinary one. */
const days = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
]
const quiets: (QuietHours | null)[] = [
  usualQuietHours,
  { from: '22:30', until: '07:00' },
  { from: '01:00', until: '02:30' },
  { from: '02:15', until: '03:00' },
  { from: '13:00', until: '15:00' },
  { from: '15:00', until: '11:00' },
  { from: '00:00', until: '23:45' },
  null,
]

const CASES = perTier(1_000, 10_000)

test(`${CASES} zones, times and events agree with luxon`, () => {
  let seed = 7
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return (seed >>> 8) % below
  }
  const wrong: unknown[] = []
  let [quiet, held] = [0, 0]
  for (let index = 0; index < CASES; index += 1) {
    const tz = zones[random(zones.length)] ?? 'UTC'
    const chosen = quiets[random(quiets.length)] ?? null
    const day = Date.parse(`${days[random(days.length)]}T00:00:00Z`)
    const start = day - 12 * HOUR + random(60 * 60) * MINUTE
    const since = start - random(72 * 60) * MINUTE
    const found = [loudFrom(chosen, tz, start), remindersFor({ start, since, quiet: chosen, zone: tz })]
    const expected = [reference(chosen, tz, start).loud, referenceReminders(chosen, tz, start, since)]
    if (quietPeriod(chosen, tz, start / MINUTE)) quiet += 1
    if (referenceReminders(chosen, tz, start, since).length < 2) held += 1
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push({ tz, chosen, start: new Date(start).toISOString(), since, found, expected })
  }
  expect(wrong.slice(0, 3)).toEqual([])
  expect([quiet > CASES / 5, held > CASES / 5]).toEqual([true, true])
})
