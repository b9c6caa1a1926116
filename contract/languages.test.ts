import { expect, test } from 'vitest'
import { locales } from '#domain/language.ts'
import { languages } from './languages.ts'

test('every language of the product is listed once', () => {
  expect(languages.map((language) => language.locale)).toEqual([...locales])
})

test.each(languages)('$name has the name that Intl gives it', ({ locale, name, native }) => {
  expect(new Intl.DisplayNames('en', { type: 'language' }).of(locale)).toBe(name)
  expect(new Intl.DisplayNames(locale, { type: 'language' }).of(locale)?.toLowerCase()).toBe(
    native.toLowerCase(),
  )
})
