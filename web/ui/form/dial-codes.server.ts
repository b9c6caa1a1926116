import { countries } from '#contract/countries.ts'
import type { PageContext } from '#contract/page.ts'
import { intlLocale } from '#domain/language.ts'
import type { DialCodeOptions } from './dial-codes.ts'

/**
 * Every country with its dial code, named in the page's language. `near` holds the tenant's country first,
 * then those it serves.
 */
export function dialCodeOptions({
  brand,
  language,
}: Pick<PageContext, 'brand' | 'language'>): DialCodeOptions {
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
