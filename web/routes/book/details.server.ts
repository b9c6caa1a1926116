import { normalizeMobile } from '#domain/phone.ts'
import { countries } from '#contract/countries.ts'
import { intlLocale, type TextKey } from '#contract/text.ts'
import type { PageScope } from '#contract/page.ts'
import { faultsOf, type DetailFaults, type Details } from './guest-details.ts'

export type DialCode = { code: string; dial: string; name: string }

const mobileFaults: Record<string, TextKey> = { required: 'booking.mobileMissing', digits: 'booking.mobileDigits', leading_zero: 'booking.mobileLeadingZero', too_short: 'booking.mobileShort', invalid: 'booking.mobileInvalid' }

/** What is wrong with the details, or null: with the number as its own country has it. */
export function checkDetails(details: Details): DetailFaults | null {
  const faults = faultsOf(details)
  const number = normalizeMobile(details.mobile, details.countryCode)
  const all = number.ok ? faults : { ...faults, mobile: mobileFaults[number.reason] ?? 'booking.mobileInvalid' as const }
  return Object.keys(all).length > 0 ? all : null
}

/** The dial codes by country in the language of the page, the tenant's own and supported ones first. */
export function dialCodes({ brand, language }: PageScope): { near: DialCode[]; far: DialCode[] } {
  const names = new Intl.DisplayNames([intlLocale(language)], { type: 'region', fallback: 'none' })
  const near = new Set([brand.countryCode, ...brand.supportedCountries])
  const shown = countries.map(({ code, name, dial_code }) => ({ code, dial: dial_code, name: names.of(code) ?? name, near: near.has(code) || near.has(dial_code) }))
  const order = new Intl.Collator(intlLocale(language)).compare
  const sorted = shown.toSorted((a, b) => Number(b.code === brand.countryCode) - Number(a.code === brand.countryCode) || order(a.name, b.name))
  const plain = (all: typeof shown) => all.map(({ code, dial, name }) => ({ code, dial, name }))
  return { near: plain(sorted.filter((one) => one.near)), far: plain(sorted.filter((one) => !one.near)) }
}
