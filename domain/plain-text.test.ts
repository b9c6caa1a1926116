import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hostileNames, realNames } from '#test/names.ts'
import { perTier } from '#test/tier.ts'
import { isPlainText, toPlainText } from './plain-text.ts'

test(`${realNames.length} real names pass unchanged, whole and in every part`, () => {
  expect(new Set(realNames).size).toBeGreaterThanOrEqual(200)
  const wrong = realNames
    .flatMap((name) => [name, name.normalize('NFD'), name.normalize('NFC'), ...name.split(' ')])
    .filter((name) => !isPlainText(name) || toPlainText(name) !== name)
  expect(wrong).toEqual([])
})

test('common forms of addresses pass', () => {
  const addresses = [
    'Vestergade 12, 3.tv',
    'Nørregade 4, st.tv',
    'Kl. 2, 12A.th',
    'c/o Holm, 2. th.',
    'C.so Italia 3/5',
    'P.za Navona 1',
    'ul. Marszałkowska 12/3',
    'Str. 12',
    'Al. Jerozolimskie 44',
    'Flat 2/1, 5 High St.',
    'Apt. 5B',
    'R/C Esq.',
    'Nº 4 – 2.º Dto.',
    'Kärntner Str. 7a',
    '1/2 Main',
    "'s-Hertogenbosch",
    '2100 København Ø',
    'DK-2100',
    'SW1A 1AA',
    '28001',
    'Sct. Knuds Vej 3',
  ]
  expect(addresses.filter((address) => !isPlainText(address))).toEqual([])
})

test(`${hostileNames.length} hostile texts fail, and pass once cleaned`, () => {
  expect(new Set(hostileNames).size).toBeGreaterThanOrEqual(150)
  expect(hostileNames.filter(isPlainText)).toEqual([])
  expect(
    hostileNames
      .map((name) => toPlainText(name))
      .filter((left) => !isPlainText(left) || toPlainText(left) !== left),
  ).toEqual([])
  expect(['http://evil.dk/win', 'Freja\u202e\u0007 Holm', 'Freja\nHolm'].map(toPlainText)).toEqual([
    'http evil dk win',
    'Freja Holm',
    'Freja Holm',
  ])
})

test('any cleaned text is plain', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ...hostileNames,
      ...realNames,
      '.',
      '/',
      '://',
      'www.',
      '@',
      '\u200d',
      '\u3002',
      'dk',
      ' ',
    ),
    fc.string({ unit: 'binary', maxLength: 4 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
      const left = toPlainText(pieces.join('').toWellFormed())
      return isPlainText(left) && toPlainText(left) === left
    }),
    { numRuns: perTier(300, 3_000) },
  )
})
