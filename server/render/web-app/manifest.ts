import { intlLocale, type Locale } from '#domain/language.ts'
import { brandTheme } from '../brand.ts'
import type { Tenant } from '#server/context/context.ts'
import { iconUrl } from '#server/tenant/icon.ts'
import { inOwnWords } from '#server/translation/own-words.ts'

/** Phones show about this many characters below an icon. */
const SHORT = 12

/** The web app manifest of a tenant's site in a language. https://www.w3.org/TR/appmanifest/ */
export function buildManifest(tenant: Tenant, language: Locale) {
  const { title, companyname, tagline, brand, languages, default: usual } = tenant.profile
  const { theme, background } = brandTheme(brand.color)
  const icon = (side: number, purpose: 'any' | 'maskable') => ({
    src: iconUrl(tenant, `${purpose === 'any' ? '' : 'maskable-'}${side}.png`),
    sizes: `${side}x${side}`,
    type: 'image/png',
    purpose,
  })
  return {
    id: '/',
    name: inOwnWords(tenant, language, title),
    short_name: shortName(companyname),
    ...(tagline ? { description: inOwnWords(tenant, language, tagline) } : {}),
    lang: intlLocale(languages?.includes(language) ? language : usual.language),
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
