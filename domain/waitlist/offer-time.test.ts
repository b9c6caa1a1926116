import { toInstant, minuteOfClock } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import { dayFrom, offerEndBy } from './offer-time.ts'

const ZONE = 'Europe/Copenhagen'
const at = (date: string, clock: string, zone = ZONE) => toInstant(zone, date, minuteOfClock(clock)) * 60_000
const MONDAY = '2026-06-01'
const TUESDAY = '2026-06-02'
const clockOf = (ms: number) =>
  new Intl.DateTimeFormat('sv', { timeZone: ZONE, dateStyle: 'short', timeStyle: 'medium' }).format(ms)

type Timing = Parameters<typeof offerEndBy>[0]
const timing = (change: Partial<Timing>): Timing => ({
  now: at(MONDAY, '12:00'),
  start: at(MONDAY, '18:00'),
  noticeMinutes: 0,
  offerMinutes: 30,
  atNight: false,
  ...change,
})
/** 'end, loud' as local times, or the reason. */
const answer = (change: Partial<Timing>) => {
  const given = timing(change)
  const end = offerEndBy(given, dayFrom(given.now, ZONE))
  return end.ok ? `${clockOf(end.expiresAt)}, ${clockOf(end.loudFrom)}` : end.reason
}

describe('by day', () => {
  const noon = `${MONDAY} 12:00:00`
  test.each<[string, Partial<Timing>, string]>([
    ['an offer lasts its minutes', {}, `${MONDAY} 12:30:00, ${noon}`],
    ['with seconds', { now: at(MONDAY, '12:00') + 12_000 }, `${MONDAY} 12:30:12, ${MONDAY} 12:00:12`],
    ['it ends 15 minutes before the start', { start: at(MONDAY, '12:40') }, `${MONDAY} 12:25:00, ${noon}`],
    ['with 5 minutes to decide', { start: at(MONDAY, '12:20') }, `${MONDAY} 12:05:00, ${noon}`],
    ['with less there is none', { start: at(MONDAY, '12:20') - 1 }, 'notice'],
    ['after the start neither', { start: at(MONDAY, '11:00') }, 'notice'],
    ['the notice is met to the minute', { noticeMinutes: 360 }, `${MONDAY} 12:30:00, ${noon}`],
    ['a minute more is too short notice', { noticeMinutes: 361 }, 'notice'],
    ['the day begins at 08:00', { now: at(MONDAY, '08:00') }, `${MONDAY} 08:30:00, ${MONDAY} 08:00:00`],
    [
      'the day lasts until 21:00, an offer longer',
      { now: at(MONDAY, '20:59'), start: at(TUESDAY, '12:00') },
      `${MONDAY} 21:29:00, ${MONDAY} 20:59:00`,
    ],
  ])('%s', (_, change, wanted) => expect(answer(change)).toBe(wanted))
})

describe('at night', () => {
  test.each<[string, Partial<Timing>, string]>([
    [
      'from 21:00 it waits for the morning',
      { now: at(MONDAY, '21:00'), start: at(TUESDAY, '12:00') },
      `${TUESDAY} 08:30:00, ${TUESDAY} 08:00:00`,
    ],
    [
      'after midnight it waits for the same morning',
      { now: at(TUESDAY, '00:00'), start: at(TUESDAY, '12:00') },
      `${TUESDAY} 08:30:00, ${TUESDAY} 08:00:00`,
    ],
    [
      'until the last millisecond',
      { now: at(TUESDAY, '08:00') - 1, start: at(TUESDAY, '12:00') },
      `${TUESDAY} 08:30:00, ${TUESDAY} 08:00:00`,
    ],
    [
      'if the start allows all its minutes',
      { now: at(TUESDAY, '03:00'), start: at(TUESDAY, '08:45') },
      `${TUESDAY} 08:30:00, ${TUESDAY} 08:00:00`,
    ],
    ['else it is passed over', { now: at(TUESDAY, '03:00'), start: at(TUESDAY, '08:45') - 60_000 }, 'night'],
    ['also for a start at night', { now: at(TUESDAY, '03:00'), start: at(TUESDAY, '05:00') }, 'night'],
    [
      'too short notice comes first',
      { now: at(TUESDAY, '03:00'), start: at(TUESDAY, '05:00'), noticeMinutes: 121 },
      'notice',
    ],
    [
      'who asked for it is told at once',
      { now: at(TUESDAY, '03:00'), start: at(TUESDAY, '05:00'), atNight: true },
      `${TUESDAY} 03:30:00, ${TUESDAY} 03:00:00`,
    ],
    [
      'and has less time before an early start',
      { now: at(TUESDAY, '03:00'), start: at(TUESDAY, '03:25'), atNight: true },
      `${TUESDAY} 03:10:00, ${TUESDAY} 03:00:00`,
    ],
  ])('%s', (_, change, wanted) => expect(answer(change)).toBe(wanted))

  test.each([
    ['2026-03-28', '2026-03-29', '2026-03-29T06:00:00.000Z', 10],
    ['2026-10-24', '2026-10-25', '2026-10-25T07:00:00.000Z', 12],
  ])('of the clock change from %s to %s, 08:00 is %s', (evening, morning, utc, hours) => {
    const now = at(evening, '21:00')
    expect(new Date(dayFrom(now, ZONE)).toISOString()).toBe(utc)
    expect(dayFrom(now, ZONE) - now).toBe(hours * 3_600_000)
    expect(dayFrom(at(morning, '02:30'), ZONE)).toBe(Date.parse(utc))
  })
})

test('day and night are those of the tenant', () => {
  const now = Date.parse('2026-06-01T23:30Z')
  expect(dayFrom(now, 'America/New_York')).toBe(now)
  expect(dayFrom(now, 'Asia/Kolkata')).toBe(Date.parse('2026-06-02T02:30Z'))
})
