import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords } from './common-passwords.ts'
import { passwordFault } from './password.ts'

const salon = {
  names: ['Aurora Hår & Skønhed', 'aurora', 'Salon Aurora – frisør'],
  email: 'Freja.Holm@example.com',
}

test.each(['', 'a', 'x7Kq2', '     '])('%j is too short', (password) => {
  expect(passwordFault(password)).toBe('too-short')
})

test.each([
  '123456',
  'password',
  'PASSWORD',
  'Password1',
  'P@ssw0rd!',
  'p@$$w0rd123',
  'qwerty',
  'Qwerty123',
  'hemmelig',
  'Hemmelig123',
  'sommer2026',
  'Sommer2026!',
  '2026sommer',
  'fodbold',
  'københavn',
  'iloveyou',
  'letmein',
  'dragon99',
  'abc123',
  '111111',
  'aaaaaa',
  'abcabcabc',
  '12121212',
  'abcdefgh',
  'hgfedcba',
  '456789',
  'testtest',
  '      ',
  'ｐａｓｓｗｏｒｄ',
  'Michelle1',
  'liverpool1',
])('%j is too common', (password) => {
  expect(passwordFault(password)).toBe('too-common')
})

test.each([
  'aurora',
  'Aurora123',
  'aur0ra!',
  'AuroraHårSkønhed',
  'aurora hår skønhed',
  'skønhed1',
  'salonaurora',
  'freja.holm@example.com',
  'FrejaHolm',
  'frejaholm1',
])('%j gives away the salon or the guest', (password) => {
  expect(passwordFault(password, { names: [...salon.names, 'Salon Aurora'], email: salon.email })).toBe(
    'too-common',
  )
})

test.each([
  'x7Kq2!',
  'stamgast-demo',
  'correct horse battery staple',
  'mit hemmelige kodeord',
  'ælgpåtur i marts',
  'péché mignon',
  'パスワードです',
  '🐎🔋📎🦩🎻🧭',
  'p4nd4r1n3',
  'a'.repeat(10) + 'b',
])('%j is accepted', (password) => {
  expect(passwordFault(password, salon)).toBeNull()
})

test('a long password is accepted, whatever its length', () => {
  for (const length of [64, 256, 1024])
    expect(passwordFault('x7Kq2! '.repeat(200).slice(0, length))).toBeNull()
})

test('a tenant may raise the floor, never lower it', () => {
  expect(passwordFault('x7Kq2!', { floor: 10 })).toBe('too-short')
  expect(passwordFault('x7Kq2!vR8z', { floor: 10 })).toBeNull()
  expect(passwordFault('x7Kq', { floor: 2 })).toBe('too-short')
})

test('length counts characters, not the units they are kept in', () => {
  expect(passwordFault('🐎🔋📎')).toBe('too-short')
  expect(passwordFault('e\u0301a\u0301o\u0301')).toBe('too-short')
})

test('some thousand words are known, in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(5000)
  expect(
    [...commonPasswords].filter((word) => word !== word.toLowerCase() || word !== word.normalize('NFC')),
  ).toEqual([])
})

test('every listed word of the floor or longer is refused, also with digits behind it', () => {
  const long = [...commonPasswords].filter((word) => [...word].length >= 6)
  expect(long.filter((word) => passwordFault(word) === null)).toEqual([])
  expect(long.filter((word) => passwordFault(`${word}26`) === null)).toEqual([])
})

test('whatever is typed, there is an answer', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (password, name) => {
      expect([null, 'too-short', 'too-common']).toContain(
        passwordFault(password, { names: [name], email: name }),
      )
    }),
    { numRuns: 500 },
  )
})
