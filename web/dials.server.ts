import { countries } from '#contract/countries.ts'
import type { PageScope } from '#contract/page.ts'
import { intlLocale } from '#contract/text.ts'
import type { Dials } from './ui/dials.ts'

/** Every country with its dial code, in the language of the page: the tenant's own and those it serves apart, its own first. */
export function dialsOf({ brand, language }: Pick<PageScope, 'brand' | 'language'>): Dials {
  const locale = intlLocale(language)
  const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
  const { compare } = new Intl.Collator(locale)
  const all = countries
    .map(({ code, name, dial_code }) => ({ code, dial_code, name: names.of(code) ?? name }))
    .toSorted(
      (a, b) =>
        Number(b.code === brand.countryCode) - Number(a.code === brand.countryCode) ||
        compare(a.name, b.name),
    )
  const { near = [], rest = [] } = Object.groupBy(all, ({ code, dial_code }) =>
    [brand.countryCode, ...brand.supportedCountries].some((one) => one === code || one === dial_code)
      ? 'near'
      : 'rest',
  )
  return { near, rest }
}
