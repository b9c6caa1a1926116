import { expect, test } from 'vitest'
import { durationText, minutesText } from './duration.ts'
import { locales } from './language.ts'

const written = (language: string, minutes: number) => durationText(language, minutes).replaceAll(/\s/g, ' ')

test('a duration is hours and minutes in the form of the language', () => {
  expect(Object.fromEntries(locales.map((language) => [language, written(language, 105)]))).toEqual({
    en: '1 h 45 min',
    da: '1 t. 45 min.',
    de: '1 Std. 45 Min.',
    es: '1 h 45 min',
    fr: '1 h 45 min',
    it: '1 h 45 min',
    nl: '1 uur 45 min',
    no: '1 t 45 min',
    pl: '1 godz. 45 min',
    pt: '1 h 45 min',
    sv: '1 tim 45 min',
  })
})

test.each([
  [0, '0 min'],
  [1, '1 min'],
  [45, '45 min'],
  [59, '59 min'],
  [60, '1 h'],
  [61, '1 h 1 min'],
  [120, '2 h'],
  [1505, '25 h 5 min'],
])('%i minutes are "%s"', (minutes, text) => expect(written('en', minutes)).toBe(text))

test.each([
  [45, 45, '45 min'],
  [45, 55, '45–55 min'],
  [45, 60, '45–60 min'],
  [45, 75, '45 min – 1 h 15 min'],
  [60, 90, '1 h – 1 h 30 min'],
])('from %i to %i minutes are "%s"', (least, most, text) => {
  expect(durationText('en', least, most).replaceAll(/\s/g, ' ')).toBe(text)
})

test('a range of minutes is in the form of the language', () => {
  const ranges = Object.fromEntries(
    locales.map((language) => [language, minutesText(language, 45, 60).replaceAll(/\s/g, ' ')]),
  )
  expect(ranges).toMatchObject({ da: '45-60 min.', de: '45–60 Min.', sv: '45–60 min' })
  for (const text of Object.values(ranges)) expect(text).toMatch(/^45\D+60 min/i)
})

test('a duration never wraps', () => {
  for (const language of locales) {
    expect(durationText(language, 105)).not.toContain(' ')
    expect(durationText(language, 45, 55)).not.toContain(' ')
  }
})

test('service cards have minutes only', () => expect(minutesText('de', 105)).toBe('105 Min.'))
