import { expect, test } from 'vitest'
import type { BookingContext } from './booking-context.ts'
import { loadTimes, type Offer } from './load-times.ts'

const offerAt = (time: string): Offer => ({
  start: Date.parse(time),
  end: Date.parse(time) + 1_800_000,
  members: ['anna'],
  price: 32_000,
})

test.each([
  ['2026-11-23T12:00Z', '2026-11-26T09:00Z', '2026-11-23', 8],
  ['2026-10-31T12:00Z', '2026-11-26T09:00Z', '2026-11-01', 30],
])('at %s the days before the first free one (%s) are shown from %s on', async (now, free, first, count) => {
  const brand = { timeZone: 'Europe/Copenhagen' } as BookingContext['brand']
  const month = (name: string) => Promise.resolve({ month: name, offers: [offerAt(free)], next: null })
  const search = new URLSearchParams('month=2026-11')
  const { dates, times } = await loadTimes({ brand, search, now: Date.parse(now) }, month, false)
  expect([dates[0], dates.length, dates.at(-1)]).toEqual([first, count, '2026-11-30'])
  expect(Object.keys(times.days)).toEqual(['2026-11-26'])
})
