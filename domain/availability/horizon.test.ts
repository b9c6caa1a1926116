import { expect, test } from 'vitest'
import { freeTimes } from './free-times.ts'
import { localParts } from '../zone.ts'
import { laterMonths, availabilityCacheKey, windowsAround } from './horizon.ts'

const zone = 'Europe/Copenhagen'
const minute = (text: string) => Date.parse(text) / 60_000
const rules = { zone, slotMinutes: 20, leadMinutes: 50, horizonDays: 3, exceptions: [] }

const members = [
  {
    id: 'anna',
    hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' })),
    breaks: [],
    holidays: [],
    absences: [],
  },
]
const service = {
  memberId: null,
  rule: { id: 'cut', duration: 5, bufferBefore: 0, bufferAfter: 0, members: ['anna'] },
}

test.each([
  ['an ordinary night', '2026-06-10T20:30:00Z'],
  ['the night that is an hour shorter', '2026-03-28T22:30:00Z'],
  ['the night that is an hour longer', '2026-10-24T22:30:00Z'],
])('over %s, two moments with the same key have the same times', (_, from) => {
  const seen = new Map<string, string>()
  for (let now = minute(from); now < minute(from) + 6 * 60; now += 1) {
    const times = freeTimes({
      rules,
      members,
      services: [service],
      busy: [],
      from: minute(from),
      until: minute(from) + 8 * 1440,
      now,
    }).map((offer) => offer.start)
    const key = availabilityCacheKey(rules, now)
    expect(seen.get(key) ?? times.join()).toBe(times.join())
    seen.set(key, times.join())
  }
  expect(seen.size).toBeLessThan(40)
})

test('later months start after the requested one or at the first bookable one', () => {
  const now = minute('2026-06-10T10:00:00Z')
  const far = { zone, slotMinutes: 15, leadMinutes: 0, horizonDays: 90 }
  expect(laterMonths('2026-06', far, now)).toEqual(['2026-07', '2026-08', '2026-09'])
  expect(laterMonths('2026-08', far, now)).toEqual(['2026-09'])
  expect(laterMonths('2026-09', far, now)).toEqual([])
  expect(laterMonths('2025-12', far, now)).toEqual(['2026-06', '2026-07', '2026-08', '2026-09'])
  expect(laterMonths('2026-12', { ...far, horizonDays: 730 }, now).at(-1)).toBe('2028-06')
  expect(laterMonths('2026-12', { ...far, horizonDays: 7_300 }, now)).toHaveLength(24)
  expect(laterMonths('2026-12', { ...far, horizonDays: 250 }, now)).toEqual(['2027-01', '2027-02'])
})

test('alternatives are searched on the day, then further on both sides, up to a fortnight', () => {
  const dates = windowsAround(zone, minute('2026-06-30T10:00:00Z')).map(({ from, until }) => [
    localParts(zone, from).date,
    localParts(zone, until - 1).date,
  ])
  expect(dates).toEqual([
    ['2026-06-30', '2026-06-30'],
    ['2026-06-29', '2026-07-01'],
    ['2026-06-27', '2026-07-03'],
    ['2026-06-23', '2026-07-07'],
    ['2026-06-16', '2026-07-14'],
  ])
})
