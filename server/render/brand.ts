import type { Brand } from '#contract/page.ts'
import { isAnalyticsEnabled } from '../analytics/analytics.ts'
import { loadFontStyles } from './fonts.ts'
import type { RequestContext, Tenant } from '../context/context.ts'
import { formatPhone, isApp } from '../tenant/tenant.ts'
import { isSmsEnabled } from '../sms/write-sms.ts'
import { iconUrl } from '../tenant/icon.ts'
import { inOwnWords } from '../translation/own-words.ts'
import { brandCss, brandScale } from '#domain/brand.ts'
import type { ClosedOrOther } from '#domain/opening-hours.ts'
import { ownWordsFor } from '#contract/content/own-words.ts'
import type { Locale } from '#domain/language.ts'
import { memoize } from '#domain/memoize.ts'

/** The tenant's face as every page shows it, and what can be done on its site. */
export function buildBrand({ tenant, deps, language }: RequestContext): Brand {
  const { profile } = tenant
  const theme = brandTheme(profile.brand.color)
  const phone = formatPhone(tenant)
  const fonts = loadFontStyles(profile.brand.font, language)
  return {
    tenantId: tenant.id,
    companyname: profile.companyname,
    title: inOwnWords(tenant, language, profile.title),
    icon: tenant.icon,
    favicon: profile.favicon ?? profile.icon ?? tenant.icon,
    logo: profile.logo ?? null,
    mark: tenant.mark ?? null,
    hero: profile.hero ?? null,
    tagline: profile.tagline ?? null,
    description: profile.description ?? null,
    mood: profile.brand.mood,
    layout: profile.brand.layout ?? 'plain',
    fonts: fonts.preload,
    css: fonts.css + theme.css,
    theme: theme.theme,
    appIcon: isApp(tenant) ? iconUrl(tenant, '180.png') : null,
    timeZone: profile.timeZone,
    defaultLanguage: profile.default.language,
    countryCode: profile.default.countryCode,
    supportedCountries: profile.supportedCountries.map((one) => one.code),
    signIn: profile.signIn,
    providers: profile.signIn ? deps.identities.namesOf(tenant.id) : [],
    business: profile.business ?? 'LocalBusiness',
    shop: profile.shop,
    addons: profile.addons ?? false,
    sms: isSmsEnabled(deps.config),
    counted: isAnalyticsEnabled({ tenant, deps }),
    email: profile.contact_email ?? profile.email,
    phone: phone?.text ?? null,
    tel: phone?.tel ?? null,
    address: profile.address ?? null,
    openingHours: profile.openingHours,
    exceptions: (profile.exceptions ?? []).map((one) => inLanguage(tenant, language, one)),
    social: profile.social ?? {},
  }
}

/** The name of a public holiday, or the reason in own words, in the guest's language, where it is known. */
function inLanguage(
  { words }: Pick<Tenant, 'words'>,
  language: Locale,
  { names, ...day }: ClosedOrOther,
): ClosedOrOther {
  const known = names?.[language] ?? (day.reason && ownWordsFor(words, language, day.reason))
  return known ? { ...day, reason: known, translated: true } : day
}

/** A tenant's colours: custom properties, the browser's theme colour, the installed app's background. */
type BrandTheme = { css: string; theme: { light: string; dark: string }; background: string }

// About 2 kB each.
const known = memoize<BrandTheme>(5_000)

/** The theme of a colour '#rrggbb', memoized. The browser's theme colour is that of the toolbar. */
export const brandTheme = (color: string): BrandTheme =>
  known(color, () => {
    const scale = brandScale(color)
    return { css: brandCss(scale), theme: scale.tokens.surface, background: scale.tokens.bg.light }
  })
