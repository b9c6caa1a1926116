import { expect, test } from 'vitest'
import { loadTexts } from '#server/context/load-texts.ts'
import { locales } from '#domain/language.ts'
import { visitHeadline } from '#web/visit/headline.server.ts'

const texts = loadTexts()
const headline = (language: string, at: string, start: string, timeZone = 'Europe/Copenhagen') =>
  visitHeadline(
    {
      t: texts.translate(language),
      dateLanguage: language,
      brand: { timeZone },
      now: Date.parse(at),
    } as Parameters<typeof visitHeadline>[0],
    Date.parse(start),
  ).replace(/\s/g, ' ')

const noon = '2026-11-25T12:00:00+01:00'

test.each([
  ['en', 'Today at 13:30', 'Tomorrow at 13:30', 'Friday 27 November at 13:30'],
  ['da', 'I dag kl. 13.30', 'I morgen kl. 13.30', 'Fredag 27. november kl. 13.30'],
  ['de', 'Heute um 13:30 Uhr', 'Morgen um 13:30 Uhr', 'Freitag, 27. November um 13:30 Uhr'],
  ['es', 'Hoy, a las 13:30', 'Mañana, a las 13:30', 'Viernes, 27 de noviembre, a las 13:30'],
  ['fr', 'Aujourd’hui à 13:30', 'Demain à 13:30', 'Vendredi 27 novembre à 13:30'],
  ['it', 'Oggi alle 13:30', 'Domani alle 13:30', 'Venerdì 27 novembre alle 13:30'],
  ['nl', 'Vandaag om 13:30 uur', 'Morgen om 13:30 uur', 'Vrijdag 27 november om 13:30 uur'],
  ['no', 'I dag kl. 13:30', 'I morgen kl. 13:30', 'Fredag 27. november kl. 13:30'],
  ['pl', 'Dzisiaj, godz. 13:30', 'Jutro, godz. 13:30', 'Piątek, 27 listopada, godz. 13:30'],
  ['pt', 'Hoje, às 13:30', 'Amanhã, às 13:30', 'Sexta-feira, 27 de novembro, às 13:30'],
  ['sv', 'I dag kl. 13:30', 'I morgon kl. 13:30', 'Fredag 27 november kl. 13:30'],
])('in %s a visit is said to be %s, %s, %s', (language, ...said) => {
  expect(locales).toContain(language)
  expect([25, 26, 27].map((date) => headline(language, noon, `2026-11-${date}T13:30:00+01:00`))).toEqual(said)
})

test.each([
  // In the tenant's zone, across midnight and the change of the clock.
  ['2026-11-25T23:59:00+01:00', '2026-11-26T00:10:00+01:00', 'Europe/Copenhagen', 'Tomorrow at 00:10'],
  ['2026-11-26T00:00:00+01:00', '2026-11-26T00:10:00+01:00', 'Europe/Copenhagen', 'Today at 00:10'],
  ['2026-11-25T23:59:00+01:00', '2026-11-26T00:10:00+01:00', 'America/New_York', 'Today at 18:10'],
  ['2026-10-24T23:30:00+02:00', '2026-10-25T23:30:00+01:00', 'Europe/Copenhagen', 'Tomorrow at 23:30'],
  ['2026-10-25T00:30:00+02:00', '2026-10-25T23:30:00+01:00', 'Europe/Copenhagen', 'Today at 23:30'],
  ['2026-11-25T08:00:00+01:00', '2026-11-24T09:00:00+01:00', 'Europe/Copenhagen', 'Yesterday at 09:00'],
  // The hour that the change repeats.
  ['2026-10-25T00:30:00+02:00', '2026-10-25T02:30:00+01:00', 'Europe/Copenhagen', 'Today at 02:30 GMT+1'],
  // Another year.
  [
    '2026-12-30T08:00:00+01:00',
    '2027-01-04T09:00:00+01:00',
    'Europe/Copenhagen',
    'Monday, 4 January 2027 at 09:00',
  ],
  ['2026-12-31T08:00:00+01:00', '2027-01-01T09:00:00+01:00', 'Europe/Copenhagen', 'Tomorrow at 09:00'],
])('at %s a visit of %s in %s is said to be %s', (at, start, zone, said) => {
  expect(headline('en', at, start, zone)).toBe(said)
})
