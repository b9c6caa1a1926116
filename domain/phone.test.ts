import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perTier } from '#test/tier.ts'
import { contactPhone, guestPhone, normalizeMobile, phoneText } from './phone.ts'

test.each([
  ['20123456', 'DK', '+45', '+4520123456'],
  ['20 12 34 56', 'dk', undefined, '+4520123456'],
  ['+45 20 12 34 56', 'DK', '+45', '+4520123456'],
  ['0045 20123456', 'DK', '45', '+4520123456'],
  ['(+45) 2012-3456', 'DK', '+45', '+4520123456'],
  ['45 20 12 34 56', 'DK', '+45', '+4520123456'],
  ['45123456', 'DK', '+45', '+4545123456'],
  ['\u202A+45\u00A020\u00A012\u00A034\u00A056\u202C', 'DK', '+45', '+4520123456'],
  ['２０１２３４５６', 'DK', '+45', '+4520123456'],
  ['20‑12–34—56', 'DK', '+45', '+4520123456'],
  ['412 34 567', 'NO', '+47', '+4741234567'],
  ['070-123 45 67', 'SE', '+46', '+46701234567'],
  ['+46 (0)70-123 45 67', 'SE', '+46', '+46701234567'],
  ['06 12 34 56 78', 'FR', '+33', '+33612345678'],
  ['0170 1234567', 'DE', '+49', '+491701234567'],
  ['07911 123456', 'GB', '+44', '+447911123456'],
  ['06 20 123 4567', 'HU', '+36', '+36201234567'],
  ['333 123 4567', 'IT', '+39', '+393331234567'],
  ['06 123 4567', 'IT', '+39', '+39061234567'],
  ['+39 06 123 4567', 'IT', '+39', '+39061234567'],
  ['07 12 34 56 78', 'CI', '+225', '+2250712345678'],
  ['201 555 0123', 'US', '+1', '+12015550123'],
  ['1 201 555 0123', 'US', '+1', '+12015550123'],
  ['201 555 0123', '', '+1', '+12015550123'],
  ['20123456', 'XX', '+45', '+4520123456'],
  ['70 123 45 67', 'DK', '+46', '+46701234567'],
  ['20.12.34.56', 'DK', '+45', '+4520123456'],
  ['20/12/34·56', 'DK', '+45', '+4520123456'],
  ['20\u202F12\u200934\u200356', 'DK', '+45', '+4520123456'],
  ['（＋４５）２０．１２／３４５６', 'DK', '+45', '+4520123456'],
])('%j typed in %s with %s is %s', (typed, country, dial, e164) => {
  expect(normalizeMobile(typed, country, dial)).toMatchObject({ ok: true, e164 })
})

test.each([
  ['+45 20 12 34 56', 'NO', '+47', '+4520123456', 'DK', '+45'],
  ['0045 20 12 34 56', 'NO', '+47', '+4520123456', 'DK', '+45'],
  ['+47 412.34.567', 'DK', '+45', '+4741234567', 'NO', '+47'],
  ['+46 (0)70-123 45 67', 'DK', undefined, '+46701234567', 'SE', '+46'],
  ['0046701234567', 'DK', '+45', '+46701234567', 'SE', '+46'],
  ['+44 7400 123456', 'NO', '+47', '+447400123456', 'GB', '+44'],
  ['+1 201 555 0123', 'DK', '+45', '+12015550123', 'US', '+1'],
  ['+7 701 234 5678', 'DK', '+45', '+77012345678', 'KZ', '+7'],
  ['+45 20123456', 'US', '+1', '+4520123456', 'DK', '+45'],
  ['41234567', 'SJ', '+47', '+4741234567', 'SJ', '+47'],
  ['+47 41234567', 'SJ', '+47', '+4741234567', 'SJ', '+47'],
  ['20123456', 'XX', '+45', '+4520123456', 'DK', '+45'],
])('%j typed in %s with %s is %s of %s', (typed, country, dial, e164, countryCode, dialCode) => {
  expect(normalizeMobile(typed, country, dial)).toEqual({ ok: true, e164, countryCode, dialCode })
})

test.each([
  ['', 'DK', 'required'],
  ['  ', 'DK', 'required'],
  ['+45', 'DK', 'required'],
  ['()-', 'DK', 'required'],
  ['2012345a', 'DK', 'digits'],
  ['2012+3456', 'DK', 'digits'],
  ['٢٠١٢٣٤٥٦', 'DK', 'digits'],
  ['20123456;ext=1', 'DK', 'digits'],
  ['01234567', 'DK', 'leading_zero'],
  ['020123456', 'DK', 'leading_zero'],
  ['000000', 'DK', 'leading_zero'],
  ['06 12', 'FR', 'too_short'],
  ['0', 'FR', 'too_short'],
  ['0612', 'IT', 'leading_zero'],
  ['1', 'DK', 'too_short'],
  ['12345', 'DK', 'too_short'],
  ['07012', 'SE', 'too_short'],
  ['0 12345', 'SE', 'too_short'],
  ['123456', 'DK', 'too_short'],
  ['201234567', 'DK', 'invalid'],
  ['1'.repeat(300), 'DK', 'invalid'],
  ['0046', 'DK', 'required'],
  ['+46 70 12', 'DK', 'too_short'],
  ['+45 020123456', 'NO', 'leading_zero'],
  ['+45 2012345', 'NO', 'too_short'],
  ['+45 2012345a', 'NO', 'digits'],
  ['+999 20123456', 'DK', 'digits'],
  ['0099920123456', 'DK', 'leading_zero'],
])('%j typed in %s is refused: %s', (typed, country, reason) => {
  expect(normalizeMobile(typed, country)).toEqual({ ok: false, reason })
})

test('an unknown country without a dial code is rejected', () => {
  expect(normalizeMobile('20123456', 'XX')).toEqual({ ok: false, reason: 'invalid' })
  expect(normalizeMobile('20123456', 'DK', '+999')).toEqual({ ok: false, reason: 'invalid' })
})

test('any input results in a number, which stays the same when it is entered again, or in a reason', () => {
  const typed = fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[+0-9 ()-]{0,20}$/))
  fc.assert(
    fc.property(typed, fc.constantFrom('DK', 'SE', 'IT', 'US', 'HU', 'FR', 'CI'), (text, country) => {
      const result = normalizeMobile(text, country)
      if (!result.ok) return
      expect(result.e164).toMatch(/^\+\d{7,15}$/)
      expect(normalizeMobile(result.e164, country)).toEqual(result)
    }),
    { numRuns: perTier(100, 1_000) },
  )
})

test.each([
  ['+4520123456', 'DK', '20 12 34 56'],
  ['+4520123456', 'NO', '+45 20 12 34 56'],
  ['+4741234567', 'NO', '41 23 45 67'],
  ['+46701234567', 'SE', '070-123 45 67'],
  ['+491701234567', 'DE', '0170 1234567'],
  ['+33612345678', 'FR', '06 12 34 56 78'],
  ['20123456', 'DK', '20 12 34 56'],
  ['+4520000102', 'DK', '20 00 01 02'],
  ['20 12 34', 'DK', '20 12 34'],
  ['', 'DK', ''],
])('guests in %2$s read %1$s as %3$s', (stored, country, text) => {
  expect(phoneText(stored, country)).toBe(text)
})

test.each([
  ['+4520123456', 'DK', '+4520123456'],
  ['20 12 34 56', 'DK', '+4520123456'],
  ['+4741234567', 'DK', '+4741234567'],
  ['20 12 34', 'DK', '201234'],
])('a guest’s number %s is called from %s as %s', (stored, country, tel) => {
  expect(guestPhone(stored, country)).toEqual({ text: phoneText(stored, country), tel })
})

test.each([
  ['+45 33 12 34 56', 'DK', '+45 33 12 34 56', '+4533123456'],
  ['+4533123456', 'DK', '+45 33 12 34 56', '+4533123456'],
  ['33123456', 'DK', '33 12 34 56', '+4533123456'],
  ['030/2345678', 'DE', '030 2345678', '+49302345678'],
  ['+47 70 00 02 48', 'NO', '+47 70 00 02 48', '+4770000248'],
  ['33123456', 'XX', '33123456', '33123456'],
  ['+45 70 00 01 24', 'DK', '+45 70 00 01 24', '+4570000124'],
  ['1234', 'DK', '1234', '1234'],
  ['call 70 00 01 24', 'DK', 'call 70 00 01 24', '70000124'],
])('a salon’s number %j in %s is shown as %s and called as %s', (typed, country, text, tel) => {
  expect(contactPhone(typed, country)).toEqual({ text, tel })
})
