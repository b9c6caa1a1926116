import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fontPairs } from '#contract/content/tenant.ts'
import { locales } from '#domain/language.ts'
import { fontFile, loadFontStyles } from './fonts.ts'

/** The code points of a unicode-range. */
const inRange = (ranges: string, letter: string): boolean =>
  ranges.split(',').some((range) => {
    const [from = 0, until = from] = range
      .replace('U+', '')
      .split('-')
      .map((one) => parseInt(one, 16))
    const point = letter.codePointAt(0) ?? 0
    return point >= from && point <= until
  })
/** The ranges of a font's faces: latin, latin-ext, letters, polish. */
const rangesOf = (css: string) => [...css.matchAll(/unicode-range:([^}]+)}/g)].map(([, range = '']) => range)
const charactersOf = (locale: string) => {
  const path = join(import.meta.dirname, `../../text/${locale}.po`)
  return new Set(readFileSync(path, 'utf8').match(/\S|[ \u00a0\u202f]/gu))
}

test.each(fontPairs)('%s: two families, each in four subsets, and a local one that stands in', (pair) => {
  const { css, preload } = loadFontStyles(pair, 'da')
  const urls = [...css.matchAll(/url\(([^)]+)\)/g)].map(([, url = '']) => url)
  expect(urls).toHaveLength(8)
  for (const url of urls) expect(Buffer.from(fontFile(url) ?? []).toString('latin1', 0, 4)).toBe('wOF2')
  expect(preload).toEqual([urls[2], urls[6]])
  expect(loadFontStyles(pair, 'pl').preload).toEqual([urls[2], urls[3], urls[6], urls[7]])
  expect(preload.reduce((sum, url) => sum + (fontFile(url)?.length ?? 0), 0)).toBeLessThan(34_000)
  expect(css.match(/font-display:optional/g)).toHaveLength(8)
  expect(css.match(/local\("[^"]+"\).*?size-adjust/g)).toHaveLength(2)
  expect(css).toMatch(/:root\{--display:"[^;]+serif;--sans:"[^;]+sans-serif\}$/)
})

test('what is preloaded has every character of the texts in that language', () => {
  for (const locale of locales) {
    const characters = [...charactersOf(locale)]
    for (const pair of fontPairs) {
      const { css, preload } = loadFontStyles(pair, locale)
      const [, , letters = '', polish = ''] = rangesOf(css)
      const ranges = preload.length === 4 ? `${letters},${polish}` : letters
      const missing = characters.filter((one) => !inRange(ranges, one))
      expect([pair, locale, missing]).toEqual([pair, locale, []])
    }
  }
})

test.each(fontPairs)('%s: no character is in a small file and in a whole one', (pair) => {
  const ranges = rangesOf(loadFontStyles(pair, 'pl').css)
  const characters = Array.from({ length: 0x2200 }, (_, point) => String.fromCodePoint(point))
  for (const [latin = '', latinExt = '', letters = '', polish = ''] of [
    ranges.slice(0, 4),
    ranges.slice(4),
  ]) {
    const small = `${letters},${polish}`
    const whole = `${latin},${latinExt}`
    expect(characters.filter((one) => inRange(small, one) && inRange(whole, one))).toEqual([])
    // Every letter of the first two blocks is in one of them, and so are the marks that they lack.
    for (const one of [...characters.slice(0, 0x180), '\u2122', '\u2212'])
      expect([one, inRange(`${small},${whole}`, one)]).toEqual([one, true])
  }
})

test('a tenant without web fonts has no styles and no preload for them', () => {
  expect(loadFontStyles(undefined, 'pl')).toEqual({ css: '', preload: [] })
})

test.each([
  '/assets/font/warm/fraunces-latin-600-normal.000000000000.woff2',
  '/assets/font/nosuch/fraunces-latin-600-normal.3a1de7711d14.woff2',
  '/assets/font/warm/../../../package.json',
  '/assets/font/warm/',
  '/assets/font/constructor/x.woff2',
])('%s is no font', (url) => {
  expect(fontFile(url)).toBeNull()
})
