import { expect, test } from 'vitest'
import type { Translate } from '#contract/text.ts'
import { pageKey } from '#server/render/page-cache.ts'
import { todayHours } from './today-hours.ts'

const t: Translate = (key, values = {}) => `${key} ${Object.values(values).join('|')}`.trim()
const [monday, tuesday] = [1, 2]
const brand = {
  timeZone: 'Europe/Copenhagen',
  openingHours: [
    { weekday: monday, from: '09:00', to: '12:00' },
    { weekday: monday, from: '13:00', to: '17:30' },
    { weekday: tuesday, from: '10:00', to: '24:00' },
  ],
  exceptions: [{ date: '2026-03-09', hours: [] }],
}
const at = (time: string, more: Partial<typeof brand> = {}, dateLanguage: 'da' | 'en' = 'da') =>
  todayHours({ t, dateLanguage, now: Date.parse(time), brand: { ...brand, ...more } })
const mondayHours = 'footer.openToday 09.00–12.00, 13.00–17.30'

test.each([
  ['a Monday', '2026-03-02T12:00+01:00', mondayHours],
  ['its first minute', '2026-03-02T00:00+01:00', mondayHours],
  ['the minute before', '2026-03-01T23:59+01:00', 'footer.closedToday'],
  ['an open evening', '2026-03-03T23:59+01:00', 'footer.openToday 10.00–24.00'],
  ['a Monday on which the salon is closed', '2026-03-09T12:00+01:00', 'footer.closedToday'],
])('%s', (_, time, shown) => {
  expect(at(time)).toBe(shown)
})

test('the day is that of the tenant’s zone, the hours are written in the page’s language', () => {
  expect(at('2026-03-01T23:30Z')).toBe(mondayHours)
  expect(at('2026-03-01T23:30Z', { timeZone: 'Atlantic/Azores' })).toBe('footer.closedToday')
  expect(at('2026-03-02T12:00Z', {}, 'en')).toContain('09:00–12:00')
})

test('a tenant without opening hours has none in its footer', () => {
  expect(at('2026-03-02T12:00Z', { openingHours: [] })).toBe(null)
})

test.each(['Europe/Copenhagen', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Eucla', 'Pacific/Chatham'])(
  'no cached page of %s is shown before and after midnight',
  (timeZone) => {
    const tenant = { id: 't', contentVersion: 1, stockVersion: 1, unknownFirstpath: null }
    const keyAt = (now: number) =>
      pageKey(
        tenant as unknown as Parameters<typeof pageKey>[0],
        { language: 'da', dateLanguage: 'da' },
        '/',
        now,
      )
    const day = (now: number) => at(new Date(now).toISOString(), { timeZone })
    const from = Date.parse('2026-03-01T00:00Z')
    const changes = Array.from({ length: 2_880 }, (_, minute) => from + minute * 60_000).filter(
      (now) => day(now) !== day(now - 60_000),
    )
    expect(changes.length).toBeGreaterThan(0)
    for (const now of changes) expect(keyAt(now)).not.toBe(keyAt(now - 1))
  },
)
