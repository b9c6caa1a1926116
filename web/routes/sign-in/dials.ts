import { intlLocale } from '#contract/text.ts'
import type { PageScope } from '#contract/page.ts'
import type { Dials } from '#web/ui/dial-code.tsx'

/** Every country with its dial code, named in the page's language: the salon's own first. */
export async function loadDials({ call, brand, language }: PageScope): Promise<Dials> {
  const { documents } = await call('listCountries', {})
  const locale = intlLocale(language)
  const names = new Intl.DisplayNames(locale, { type: 'region' })
  const all = documents.map(({ code, dial_code }) => ({ code, dial_code, name: names.of(code) ?? code })).sort((a, b) => a.name.localeCompare(b.name, locale))
  const near = [...new Set([brand.countryCode, ...brand.supportedCountries])].flatMap((code) => all.find((one) => one.code === code) ?? [])
  return { near, all }
}
