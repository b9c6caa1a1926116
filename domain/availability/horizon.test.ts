import { expect, test } from 'vitest'
import { freeTimes } from './free-times.ts'
import { localParts } from '../zone.ts'
import { availabilityCacheKey, shownWindow, windowsAround } from './horizon.ts'

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

const datesOf = ({ from, until }: { from: number; until: number }) => [
  localParts(zone, from).date,
  localParts(zone, until - 1).date,
]

test.each([
  ['a month', { month: '2026-02' }, ['2026-02-01', '2026-02-28']],
  ['a day', { from: '2026-10-20' }, ['2026-10-20', '2026-11-16']],
  ['nothing', {}, ['2026-06-10', '2026-07-07']],
])('the times of a month, or of four weeks, are shown for %s', (_, wanted, dates) => {
  expect(datesOf(shownWindow(zone, wanted, minute('2026-06-10T10:00:00Z')))).toEqual(dates)
})

test('alternatives are searched on the day, then further on both sides, up to a fortnight', () => {
  const dates = windowsAround(zone, minute('2026-06-30T10:00:00Z')).map(datesOf)
  expect(dates).toEqual([
    ['2026-06-30', '2026-06-30'],
    ['2026-06-29', '2026-07-01'],
    ['2026-06-27', '2026-07-03'],
    ['2026-06-23', '2026-07-07'],
    ['2026-06-16', '2026-07-14'],
  ])
})
