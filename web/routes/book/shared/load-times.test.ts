import { expect, test } from 'vitest'
import type { BookingContext } from './booking-context.ts'
import { loadTimes, type Offer } from './load-times.ts'

const offerAt = (time: string): Offer => ({
  start: Date.parse(time),
  end: Date.parse(time) + 1_800_000,
  members: ['anna'],
  price: 32_000,
})

const brand: Pick<BookingContext['brand'], 'timeZone' | 'exceptions'> = {
  timeZone: 'Europe/Copenhagen',
  exceptions: [],
}
const now = Date.parse('2026-11-23T12:00Z')

type Free = Record<string, string | null>

/** The first days that were loaded, and the outcome. `free`: the one free time on from each day. */
async function loadWith(query: string, free: Free, start?: string) {
  const asked: string[] = []
  const load = (from: string) => {
    asked.push(from)
    const time = free[from]
    const offers = time ? [offerAt(time)] : []
    return Promise.resolve({
      offers,
      nextDay: time === undefined ? '2027-01-20' : null,
      lastDay: '2027-02-21',
    })
  }
  const search = new URLSearchParams(query)
  const times = await loadTimes({ brand, search, now }, load, { start, othersToo: false })
  return { ...times, asked }
}

const found = '2026-12-02T09:00Z'
const soon = { '2026-11-23': found }

test.each([
  ['', '2026-11-23'],
  ['from=2026-12-07', '2026-12-07'],
  ['from=2026-11-01', '2026-11-23'],
  ['from=2031-01-01', '2028-11-23'],
  ['from=2026-02-31', '2026-11-23'],
  ['month=2026-11', '2026-11-23'],
  ['month=2027-01', '2027-01-01'],
  ['month=2026-13', '2026-11-23'],
  ['day=2026-12-20', '2026-11-23'],
  ['day=2026-12-21', '2026-12-21'],
  ['month=2026-12&day=2026-12-28', '2026-12-01'],
  ['month=2026-12&day=2026-12-29', '2026-12-29'],
  ['from=2026-12-07&day=2026-12-01', '2026-12-01'],
])('for ?%s four weeks are shown on from %s, by one call', async (query, from) => {
  const { dates, asked } = await loadWith(query, { [from]: found })
  expect([asked, dates[0], dates.length]).toEqual([[from], from, 28])
})

test('the ways to other days roll by what is shown, no further than today and the last bookable day', async () => {
  const today = await loadWith('', soon)
  expect(today.weeks).toEqual({ before: null, after: '2026-12-21' })
  expect(today.fortnights).toEqual([
    { before: null, after: '2026-12-07' },
    { before: '2026-11-23', after: '2026-12-21' },
  ])
  expect(today.months).toEqual(['2026-11', '2026-12', '2027-01', '2027-02'])
  const late = await loadWith('from=2027-01-30', { '2027-01-30': found })
  expect(late.weeks).toEqual({ before: '2027-01-02', after: null })
  expect(late.fortnights[0]).toEqual({ before: '2027-01-16', after: '2027-02-13' })
  expect((await loadWith('from=2026-12-01', { '2026-12-01': found })).weeks.before).toBe('2026-11-23')
})

test('weeks without times are skipped only where the guest did not ask for them', async () => {
  const next = { '2027-01-20': '2027-01-20T09:00Z' }
  const rolled = await loadWith('', next)
  expect(rolled).toMatchObject({ from: '2027-01-20', skipped: true, soonest: true })
  const asked = await loadWith('from=2026-12-01', next)
  expect(asked).toMatchObject({ from: '2026-12-01', skipped: false, next: '2027-01-20' })
  expect(asked.later).toHaveLength(1)
})

test('a visit is moved on from its own day, or from today if nothing is free after it', async () => {
  expect(await loadWith('', { '2026-12-10': found }, '2026-12-10')).toMatchObject({
    from: '2026-12-10',
    soonest: false,
  })
  expect(await loadWith('', { '2026-12-10': null, ...soon }, '2026-12-10')).toMatchObject({
    from: '2026-11-23',
    skipped: false,
    soonest: true,
  })
})
