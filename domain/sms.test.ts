import { expect, test } from 'vitest'
import { smsSender, smsSize } from './sms.ts'

test.each([
  ['', 'gsm', 1],
  ['a'.repeat(160), 'gsm', 1],
  ['a'.repeat(161), 'gsm', 2],
  ['a'.repeat(306), 'gsm', 2],
  ['a'.repeat(307), 'gsm', 3],
  ['æøåÆØÅ äöü é ñ', 'gsm', 1],
  ['€'.repeat(80), 'gsm', 1],
  ['€'.repeat(81), 'gsm', 2],
  // An escape stays with its character: the first part contains only 152 characters.
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 'gsm', 3],
  [`${'a'.repeat(151)}€${'a'.repeat(152)}`, 'gsm', 2],
  ['ł'.repeat(70), 'ucs2', 1],
  ['ł'.repeat(71), 'ucs2', 2],
  ['ł'.repeat(134), 'ucs2', 2],
  ['ł'.repeat(135), 'ucs2', 3],
  ['😀'.repeat(35), 'ucs2', 1],
  ['😀'.repeat(36), 'ucs2', 2],
  ['😀'.repeat(67), 'ucs2', 3],
] as const)('%s is counted as %s in %i', (text, encoding, segments) => {
  expect(smsSize(text)).toEqual({ encoding, segments })
})

test.each([
  ['Aurora', 'Aurora'],
  ['Salon Aurora København', 'SalonAurora'],
  ['Blå Æg', 'Bla aeg'],
  ['Straße 9', 'Strasse 9'],
  ['123', null],
  ['美容院', null],
])('the sender %s is shown as %s', (name, shown) => {
  expect(smsSender(name)).toBe(shown)
})
