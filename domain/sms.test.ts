import { expect, test } from 'vitest'
import { smsSender, smsSize, smsText } from './sms.ts'

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
  ['Anna’s „Hår“ – Ærø…', 'Anna\'s "Hår" - Ærø...'],
  ['São João: três sessões, coração', 'Sao Joao: tres sessoes, coracao'],
  ['Zażółć gęślą jaźń, ŁÓDŹ', 'Zazolc gesla jazn, LODZ'],
  ['Œuvre, cœur, Noël, ça', 'OEuvre, coeur, Noel, ca'],
  ['¿Qué tal, señor Ángel? ¡Sí!', '¿Qué tal, señor Angel? ¡Si!'],
  ['a\u0308 e\u0301 o\u0303', 'ä é o'],
  ['10\u00a0000\u202fkr, be\u00adhand\u200bling\u2060', '10 000 kr, behandling'],
  ['Ｓａｌｏｎ １ ﬁn ½ Nº1 Sørlie™', 'Salon 1 fin 1/2 No1 SørlieTM'],
  ['Erdős & Dvořák, Þóra', 'Erdös & Dvorak, Thora'],
  ['«Élan» × ‘t Kapje • 5′', '"Élan" x \'t Kapje * 5\''],
  ['Klip hos Ærø', 'Klip hos Ærø'],
  // One character without a look-alike: the rest stays as it was written.
  ['Anna’s 💇🏽‍♀️ – São', 'Anna’s 💇🏽‍♀️ – São'],
  ['Запис’ на стрижку…', 'Запис’ на стрижку…'],
])('%s is sent as %s', (written, sent) => {
  expect(smsText(written)).toBe(sent)
  expect(smsText(sent)).toBe(sent)
})

test.each([
  ['Aurora', 'Aurora'],
  ['Łódź Barber’s', 'LodzBarbers'],
  ['Salon Aurora København', 'SalonAurora'],
  ['Blå Æg', 'Bla aeg'],
  ['Straße 9', 'Strasse 9'],
  ['123', null],
  ['美容院', null],
])('the sender %s is shown as %s', (name, shown) => {
  expect(smsSender(name)).toBe(shown)
})
