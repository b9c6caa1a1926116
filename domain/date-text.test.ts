import { expect, test } from 'vitest'
import { createDateText } from './date-text.ts'

const words = { weekday: 'long', day: 'numeric', month: 'long' } as const

test.each([
  ['fr', words, '2026-12-01', 'mardi 1er décembre'],
  ['fr', { ...words, year: 'numeric' }, '2027-01-01', 'vendredi 1er janvier 2027'],
  ['fr', { dateStyle: 'full' }, '2026-12-01', 'mardi 1er décembre 2026'],
  ['fr', { day: 'numeric', month: 'short' }, '2026-12-01', '1er déc.'],
  ['fr', words, '2026-12-11', 'vendredi 11 décembre'],
  ['fr', words, '2026-12-21', 'lundi 21 décembre'],
  ['fr', { day: 'numeric' }, '2026-12-01', '1'],
  ['fr', { day: '2-digit', month: '2-digit', year: 'numeric' }, '2026-12-01', '01/12/2026'],
  ['da', { day: 'numeric', month: 'long' }, '2026-12-01', '1. december'],
  // A genitive beside the day, a nominative without one.
  ['pl', words, '2026-12-01', 'wtorek, 1 grudnia'],
  ['pl', { month: 'long', year: 'numeric' }, '2026-12-01', 'grudzień 2026'],
  ['nl', words, '2026-12-01', 'dinsdag 1 december'],
  ['en-GB', { dateStyle: 'long' }, '2026-12-01', '1 December 2026'],
] as const)('in %s, %o of %s is %s', (tag, options, date, text) => {
  expect(createDateText(tag, { ...options, timeZone: 'UTC' })(Date.parse(date))).toBe(text)
})
