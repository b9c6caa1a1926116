import { intlLocale } from '#domain/language.ts'
import { brandTheme } from '../brand-theme.ts'
import type { Tenant } from '#server/context/context.ts'
import { iconUrl } from '#server/tenant/icon.ts'

/** Phones show about this many characters below an icon. */
const SHORT = 12

/** The web app manifest of a tenant's site. https://www.w3.org/TR/appmanifest/ */
export function manifestOf(tenant: Tenant) {
  const { title, companyname, tagline, brand } = tenant.profile
  const { theme, background } = brandTheme(brand.color)
  const icon = (side: number, purpose: 'any' | 'maskable') => ({
    src: iconUrl(tenant, `${purpose === 'any' ? '' : 'maskable-'}${side}.png`),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: title,
    short_name: shortName(companyname),
    ...(tagline ? { description: tagline } : {}),
    lang: intlLocale(tenant.profile.default.language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: theme.light,
    background_color: background,
    icons: [icon(192, 'any'), icon(512, 'any'), icon(192, 'maskable'), icon(512, 'maskable')],
  }
}

/** The whole words that fit below an icon, at least the first. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/)
  const fitting = rest.reduce<string[]>(
    (words, word, index) =>
      words.length === index + 1 && [...words, word].join(' ').length <= SHORT ? [...words, word] : words,
    [first],
  )
  return fitting.join(' ').replace(/(\s+[&+–-]+)$/, '')
}
