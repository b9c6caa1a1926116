import { expect, test } from 'vitest'
import type { Translate } from '#contract/text.ts'
import { openingTexts } from './opening-texts.ts'

const t: Translate = (_, values) => `${values?.['low']} – ${values?.['high']}`
const hours = (weekday: number, from: string, to: string) => ({ weekday, from, to })
const brand = {
  openingHours: [
    ...[1, 2, 3].map((day) => hours(day, '09:00', '18:00')),
    hours(4, '09:00', '12:00'),
    hours(4, '13:24', '24:00'),
  ],
  exceptions: [
    { date: '2026-12-24', hours: [], reason: 'Juleaften' },
    { date: '2027-01-28', hours: [] },
  ],
}
const texts = (today: string, dateLanguage: 'da' | 'en' = 'en') =>
  openingTexts({ brand, dateLanguage, t }, today)

test('the week is grouped, and the group with today is marked', () => {
  expect(texts('2026-12-15')?.week).toEqual([
    { day: 'Monday – Wednesday', hours: '09:00–18:00', today: true },
    { day: 'Thursday', hours: '09:00–12:00, 13:24–24:00', today: false },
    { day: 'Friday – Sunday', hours: '', today: false },
  ])
  expect(texts('2026-12-18')?.week.map((row) => row.today)).toEqual([false, false, true])
  expect(texts('2026-12-15', 'da')?.week[0]).toEqual({
    day: 'mandag – onsdag',
    hours: '09.00–18.00',
    today: true,
  })
})

test('a day that differs is listed before, and marked instead of its weekday once it is today', () => {
  const row = { day: 'Thursday 24 December', hours: '', reason: 'Juleaften', translated: false }
  expect(texts('2026-12-15')?.others).toEqual([{ ...row, today: false }])
  const day = texts('2026-12-24')
  expect(day?.others[0]).toEqual({ ...row, today: true })
  expect(day?.week.some((one) => one.today)).toBe(false)
  expect(texts('2026-12-25')?.others.map((one) => one.day)).toEqual(['Thursday 28 January'])
})

test('a tenant that gives no hours has none', () => {
  expect(
    openingTexts({ brand: { ...brand, openingHours: [] }, dateLanguage: 'en', t }, '2026-12-15'),
  ).toBeNull()
})
