import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonPasswords as common } from '#server/tenant/password-rules.ts'
import { passwordError as errorOf } from './password.ts'

const passwordError = (password: string, context: Omit<Parameters<typeof errorOf>[1], 'common'> = {}) =>
  errorOf(password, { common, ...context })

const salon = {
  names: ['Aurora Hår & Skønhed', 'aurora', 'Salon Aurora – frisør'],
  email: 'Freja.Holm@example.com',
}

test.each(['', 'a', 'x7Kq2', '     '])('%j is too short', (password) => {
  expect(passwordError(password)).toBe('too-short')
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
  expect(passwordError(password)).toBe('too-common')
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
  expect(passwordError(password, { names: [...salon.names, 'Salon Aurora'], email: salon.email })).toBe(
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
  expect(passwordError(password, salon)).toBeNull()
})

test('a long password is accepted', () => {
  for (const length of [64, 256, 1024])
    expect(passwordError('x7Kq2! '.repeat(200).slice(0, length))).toBeNull()
})

test('a tenant may raise the minimum length, not lower it', () => {
  expect(passwordError('x7Kq2!', { floor: 10 })).toBe('too-short')
  expect(passwordError('x7Kq2!vR8z', { floor: 10 })).toBeNull()
  expect(passwordError('x7Kq', { floor: 2 })).toBe('too-short')
})

test('length counts characters, not UTF-16 units', () => {
  expect(passwordError('🐎🔋📎')).toBe('too-short')
  expect(passwordError('e\u0301a\u0301o\u0301')).toBe('too-short')
})

test('the list has some thousand words, in lower case', () => {
  expect(common.size).toBeGreaterThan(5000)
  expect([...common].filter((word) => word !== word.toLowerCase() || word !== word.normalize('NFC'))).toEqual(
    [],
  )
})

test('every listed word of the minimum length is rejected, also with digits behind it', () => {
  const long = [...common].filter((word) => [...word].length >= 6)
  expect(long.filter((word) => passwordError(word) === null)).toEqual([])
  expect(long.filter((word) => passwordError(`${word}26`) === null)).toEqual([])
})

test('any input has a result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.string(), (password, name) => {
      expect([null, 'too-short', 'too-common']).toContain(
        passwordError(password, { names: [name], email: name }),
      )
    }),
    { numRuns: 500 },
  )
})
