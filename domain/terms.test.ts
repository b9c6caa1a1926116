import { expect, test } from 'vitest'
import { hasAcceptedTerms } from './terms.ts'

const zone = 'Europe/Copenhagen'
const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['never', null, '2026-09-01', false],
  ['before there was a date', '2020-01-01T00:00:00Z', undefined, true],
  ['an older version', '2026-08-31T21:59:59Z', '2026-09-01', false],
  ['at the local midnight', '2026-08-31T22:00:00Z', '2026-09-01', true],
  ['this version', '2026-11-20T11:00:00Z', '2026-09-01', true],
  ['while the next version is announced', '2026-11-20T11:00:00Z', '2026-12-01', true],
])('terms accepted %s', (_, accepted, since, expected) =>
  expect(hasAcceptedTerms(accepted === null ? null : Date.parse(accepted), { since, zone, now })).toBe(
    expected,
  ),
)
