import { expect, test } from 'vitest'
import { withdrawalEnd } from './withdrawal.ts'

const end = (dispatched: string, zone = 'Europe/Copenhagen') =>
  new Date(withdrawalEnd(Date.parse(dispatched), zone)).toISOString()

test('the period ends with the fourteenth day after the day of the dispatch, in the tenant’s zone', () => {
  expect(end('2026-06-01T10:00:00Z')).toBe('2026-06-15T21:59:59.999Z')
  // Late in the evening it is the next day already in Copenhagen.
  expect(end('2026-06-01T22:30:00Z')).toBe('2026-06-16T21:59:59.999Z')
  expect(end('2026-06-01T22:30:00Z', 'Europe/Lisbon')).toBe('2026-06-15T22:59:59.999Z')
  // The clock changes within the period.
  expect(end('2026-10-20T10:00:00Z')).toBe('2026-11-03T22:59:59.999Z')
})
