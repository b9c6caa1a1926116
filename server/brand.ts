import type { Brand } from '#contract/page.ts'
import { isCounted } from './analytics.ts'
import { brandLook } from './brand-look.ts'
import type { Scope } from './context.ts'
import { smsOn } from './sms.ts'
import { iconAddress, isApp } from './web-app/manifest.ts'

/** The tenant's face as every page shows it, and what can be done on its site. */
export function brandOf({ tenant, deps }: Scope): Brand {
  const { profile } = tenant
  const look = brandLook(profile.brand.color)
  return {
    tenantId: tenant.id,
    companyname: profile.companyname,
    title: profile.title,
    icon: tenant.icon,
    favicon: profile.favicon ?? profile.icon ?? tenant.icon,
    logo: profile.logo ?? null,
    hero: profile.hero ?? null,
    tagline: profile.tagline ?? null,
    description: profile.description ?? null,
    mood: profile.brand.mood,
    css: look.css,
    theme: look.theme,
    appIcon: isApp(tenant) ? iconAddress(tenant, '180.png') : null,
    timeZone: profile.timeZone,
    defaultLanguage: profile.default.language,
    countryCode: profile.default.countryCode,
    supportedCountries: profile.supportedCountries.map((one) => one.code),
    signIn: profile.signIn,
    providers: profile.signIn ? deps.identities.namesOf(tenant.id) : [],
    business: profile.business ?? 'LocalBusiness',
    shop: profile.shop,
    sms: smsOn(deps.config),
    counted: isCounted({ tenant, deps }),
    email: profile.contact_email ?? profile.email,
    phone: profile.phone ?? null,
    address: profile.address ?? null,
    openingHours: profile.openingHours,
    social: profile.social ?? {},
  }
}
