import { expect, test } from 'vitest'
import {
  acceptedLanguages,
  intlLocale,
  locales,
  matchLanguage,
  resolveDateLanguage,
  resolveLanguage,
} from './language.ts'
import type { LanguagePreferences } from './language.ts'

const declared = ['en', 'da'] as const

test.each([
  ['da', 'da'],
  ['da-DK', 'da'],
  ['DA_dk', 'da'],
  ['nb', 'no'],
  ['nn-NO', 'no'],
  ['nb_NO', 'no'],
  ['no', 'no'],
  [' en-GB ', 'en'],
  ['pt-BR', 'pt'],
  ['fi', null],
  ['', null],
  ['*', null],
  ['dansk', null],
  ['constructor', null],
  [null, null],
  [undefined, null],
])('the tag %j means %j', (tag, locale) => {
  expect(matchLanguage(tag)).toBe(locale)
})

test('a language without texts does not match', () => {
  expect(matchLanguage('nb', declared)).toBeNull()
  expect(matchLanguage('de', declared)).toBeNull()
})

const everything = {
  explicit: 'en',
  cookie: 'da',
  guest: 'en',
  linkGuest: 'da',
  acceptLanguage: 'en',
  tenantDefault: 'da',
  declared,
}
const cases: [string, Partial<LanguagePreferences>, string][] = [
  ['an explicit choice wins over all', {}, 'en'],
  ['else the cookie', { explicit: null }, 'da'],
  ['else the language of the guest', { explicit: null, cookie: null }, 'en'],
  ['else that of the guest whom the link was made for', { explicit: null, cookie: null, guest: null }, 'da'],
  ['else Accept-Language', { explicit: null, cookie: null, guest: null, linkGuest: null }, 'en'],
  [
    'else the default of the tenant',
    { explicit: null, cookie: null, guest: null, linkGuest: null, acceptLanguage: null },
    'da',
  ],
  [
    'an undeclared choice falls to the next',
    { explicit: 'de', cookie: 'fi', guest: 'fr', linkGuest: 'da' },
    'da',
  ],
  ['a choice that is no language falls to the next', { explicit: '<script>', cookie: 'en' }, 'en'],
]

test.each(cases)('%s', (_, clues, locale) => {
  expect(resolveLanguage({ ...everything, ...clues })).toBe(locale)
})

test.each([
  ['fi, sv;q=0.8, en;q=0.7', 'sv', 'fi'],
  ['fi-FI,en;q=0.5', 'en', 'fi'],
  ['fi', 'da', 'fi'],
  ['FI;q=0.9, en;q=0.8', 'en', 'fi'],
  ['sv, fi;q=0.9', 'sv', 'sv'],
  ['en;q=0.9, fi;q=1', 'en', 'fi'],
  ['hu, fi;q=0.9, en;q=0.8', 'en', 'fi'],
  ['fil, en;q=0.8', 'en', 'en'],
  ['fi;q=0, en', 'en', 'en'],
  [null, 'de', 'de'],
] as const)('with %j and texts in %s, dates and numbers are %s', (acceptLanguage, locale, dates) => {
  expect(resolveDateLanguage(locale, acceptLanguage, locales)).toBe(dates)
})

test('the default is Danish', () => {
  expect(resolveLanguage({ declared })).toBe('da')
  expect(resolveLanguage({ tenantDefault: 'fi', declared })).toBe('da')
  expect(resolveLanguage({ declared: ['sv', 'en'] })).toBe('sv')
})

test.each([
  ['da, en-GB;q=0.8, en;q=0.7', ['da', 'en-GB', 'en']],
  ['en;q=0.5,da;q=0.9', ['da', 'en']],
  ['en;q=0.5,da;q=0.50,de;q=1.000', ['de', 'en', 'da']],
  ['da;q=0, en;q=0.1', ['en']],
  ['*, da;q=0.3', ['da']],
  [' DA ; q = 0.4 , en', ['en', 'DA']],
  ['en;q=2, da;q=x, no;q=-1, sv', ['sv']],
  [',,;q=1', []],
  ['', []],
  [null, []],
])('Accept-Language %j asks for %j', (header, tags) => {
  expect(acceptedLanguages(header)).toEqual(tags)
})

test('the best declared language of Accept-Language is chosen', () => {
  expect(
    resolveLanguage({ acceptLanguage: 'de, fr;q=0.9, en;q=0.2, da;q=0.1', tenantDefault: 'da', declared }),
  ).toBe('en')
  expect(
    resolveLanguage({
      acceptLanguage: 'nb-NO,nb;q=0.9,en-US;q=0.8',
      tenantDefault: 'da',
      declared: ['en', 'da', 'no'],
    }),
  ).toBe('no')
})

test('a hostile Accept-Language of many parts is only a long list', () => {
  expect(acceptedLanguages(`${'a-'.repeat(5_000)},${' '.repeat(5_000)}x y,da`)).toEqual(['da'])
})

test('every language has its own formats of dates and numbers, Finnish included', () => {
  for (const locale of [...locales, 'fi'])
    expect(Intl.DateTimeFormat.supportedLocalesOf(intlLocale(locale))).toEqual([intlLocale(locale)])
  expect(intlLocale('no')).toBe('nb-NO')
  expect(new Intl.DateTimeFormat(intlLocale('fi'), { dateStyle: 'long', timeZone: 'UTC' }).format(0)).toBe(
    '1. tammikuuta 1970',
  )
})
