import { expect, test } from 'vitest'
import { logWords } from './log-words.ts'

const part = (instant: number, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', options).format(instant)

test.each([
  ['2026-12-01T00:00–2026-12-02T00:00', '1 December 2026'],
  ['2026-12-01T00:00–2026-12-04T00:00', '1 December 2026–3 December 2026'],
  ['2026-12-01T09:00–2026-12-01T10:30', '1 December 2026 09:00–1 December 2026 10:30'],
  ['2026-12-01T00:00–2026-12-01T10:30', '1 December 2026 00:00–1 December 2026 10:30'],
  ['2026-12-01 09:00–17:00', '1 December 2026 09:00–17:00'],
  ['Anna', 'Anna'],
])('%s of the log reads %s', (text, words) => {
  expect(logWords(text, part)).toBe(words)
})
