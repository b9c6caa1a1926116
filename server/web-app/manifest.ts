import { intlLocale } from '#contract/text.ts'
import { brandLook } from '../brand-look.ts'
import type { Tenant } from '../context.ts'
import { DEFAULT_TENANT } from '../data/tenant.ts'

/** Telephones show about so many characters below an icon. */
const SHORT = 12

/** Whether a tenant's site can be installed: the neutral one belongs to nobody. */
export const isApp = ({ id }: Pick<Tenant, 'id'>): boolean => id !== DEFAULT_TENANT

/** The address of one of a tenant's icons; another one with every version of its content. */
export const iconAddress = ({ contentVersion }: Pick<Tenant, 'contentVersion'>, file: string): string =>
  `/icon/${contentVersion}/${file}`

/** What a browser needs to know to install a tenant's site. */
export function manifestOf(tenant: Tenant) {
  const { title, companyname, tagline, brand } = tenant.profile
  const { theme, background } = brandLook(brand.color)
  const icon = (side: number, purpose: 'any' | 'maskable') => ({
    src: iconAddress(tenant, `${purpose === 'any' ? '' : 'maskable-'}${side}.png`),
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

/** As many whole words as fit below an icon, the first one at least. */
function shortName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/)
  const fitting = rest.reduce<string[]>(
    (words, word, index) =>
      words.length === index + 1 && [...words, word].join(' ').length <= SHORT ? [...words, word] : words,
    [first],
  )
  return fitting.join(' ').replace(/(\s+[&+–-]+)$/, '')
}
