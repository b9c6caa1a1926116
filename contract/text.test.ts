import { expect, test } from 'vitest'
import { intlLocale } from '#domain/language.ts'
import { translator } from './text.ts'

test('the full stop of an amount also ends its sentence', () => {
  const t = translator('da', {
    'cancel.refund': ['Du får ', ['refund'], '.'],
    'cancel.busy': 'Aflyser...',
    'cancel.fee': ['Vent.. ', ['fee'], '... tak.'],
  })
  expect(t('cancel.refund', { refund: '280,00 kr.' })).toBe('Du får 280,00 kr.')
  expect(t('cancel.refund', { refund: '280,00 kr' })).toBe('Du får 280,00 kr.')
  expect(t('cancel.busy')).toBe('Aflyser...')
  expect(t('cancel.fee', { fee: '5 kr.' })).toBe('Vent. 5 kr.... tak.')
})

test('dates and names of countries are written as in Norway, Britain and Portugal', () => {
  const names = (locale: string) => new Intl.DisplayNames(intlLocale(locale), { type: 'region' })
  expect(new Intl.DateTimeFormat(intlLocale('no'), { dateStyle: 'long', timeZone: 'UTC' }).format(0)).toBe(
    '1. januar 1970',
  )
  expect(new Intl.DateTimeFormat(intlLocale('en'), { dateStyle: 'long', timeZone: 'UTC' }).format(0)).toBe(
    '1 January 1970',
  )
  expect(names('pt').of('PL')).toBe('Polónia')
  expect(intlLocale('da')).toBe('da')
})
