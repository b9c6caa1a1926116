import { expect, test } from 'vitest'
import { isEmail, toStoredEmail } from './email.ts'

test.each([
  ['Freja@Example.COM', 'freja@example.com'],
  ['freja@blåbær.example', 'freja@xn--blbr-roah.example'],
  ['FREJA@BLÅBÆR.EXAMPLE', 'freja@xn--blbr-roah.example'],
  ['freja@bla\u030aba\u0308r.example', 'freja@xn--blbr-noae.example'],
  ['freja@xn--blbr-roah.example', 'freja@xn--blbr-roah.example'],
  ['freja＠example．com', 'freja@example.com'],
  [' \u200bfreja@example.com\u200e\u00a0', 'freja@example.com'],
  ['freja@straße.example', 'freja@xn--strae-oqa.example'],
])('%j is stored as %j', (typed, stored) => {
  expect(toStoredEmail(typed)).toBe(stored)
  expect(toStoredEmail(stored)).toBe(stored)
  expect(isEmail(typed)).toBe(true)
})

test.each([
  '',
  'freja',
  'freja@',
  '@blåbær.example',
  'freja@blå bær.example',
  'freja@blåbær.example/x',
  'søren@example.com',
  'freja@blåbær',
  'freja@å@b.example',
  'freja@blåbær.example:80',
  'freja@å%2e.example',
])('%j is no address', (typed) => {
  expect(isEmail(typed)).toBe(false)
})
