import { expect, test } from 'vitest'
import { bytesOf, utf8 } from './utf8.server.ts'

test.each([
  '',
  'plain',
  'Blåbærgrød',
  'łódź – 12 €',
  'ไทย 日本',
  '👩‍🦰✂️',
  'a\u0000b\u2028',
  'x'.repeat(100_000),
  'half \ud83d',
  '\udc00 half',
  '\udc00\ud83d',
])('%j is the same bytes as anywhere else', (text) => {
  expect(Buffer.from(utf8(text)).equals(Buffer.from(text))).toBe(true)
  expect(bytesOf(text)).toEqual(utf8(text))
  expect(bytesOf(text)).toBe(bytesOf(text))
})
