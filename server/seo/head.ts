import { matchLanguage, type Locale } from '#domain/language.ts'
import type { PublicPage } from '#contract/page.ts'
import { intlLocale } from '#contract/text.ts'
import type { Tenant } from '../context.ts'
import { escapeHtml } from '../escape-html.ts'
import { previewAddress } from './preview.ts'

/** A language as `<html lang>` and `hreflang` name it. */
const languageTag = (locale: Locale): string => intlLocale(locale).split('-')[0] ?? locale

type Told = { page: PublicPage; tenant: Tenant; language: Locale; locales: readonly Locale[]; secret: string }

/**
 * What stands in the head of a public page for search engines and previews of links: its other languages, Open Graph, and its
 * structured data. Browsers need none of it, so it travels in the HTML alone.
 */
export function headOf({ page, tenant, language, locales, secret }: Told): string {
  const { origin, profile } = tenant
  const picture = page.picture
    ? {
        src: new URL(page.picture.src, origin).href,
        width: page.picture.width,
        height: page.picture.height,
        alt: page.picture.alt ?? '',
      }
    : null
  const preview = picture ?? {
    src: `${origin}${previewAddress(tenant, page.title, secret)}`,
    width: 1200,
    height: 630,
    alt: page.title,
  }
  const open: [string, string][] = [
    ['og:type', page.kind],
    ['og:site_name', profile.companyname],
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:url', `${origin}${page.path}?lang=${language}`],
    ['og:locale', region(language)],
    ...locales
      .filter((one) => one !== language)
      .map((one): [string, string] => ['og:locale:alternate', region(one)]),
    ['og:image', preview.src],
    ['og:image:width', String(preview.width)],
    ['og:image:height', String(preview.height)],
    ['og:image:alt', preview.alt],
  ]
  return [
    ...alternatesOf(tenant, page.path, locales).map(
      ({ lang, href }) => `<link rel="alternate" hreflang="${lang}" href="${escapeHtml(href)}">`,
    ),
    ...open.map(([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}">`),
    '<meta name="twitter:card" content="summary_large_image">',
    page.data.length > 0
      ? `<script type="application/ld+json">${json({ '@context': 'https://schema.org', '@graph': page.data })}</script>`
      : '',
  ].join('')
}

/**
 * A page's addresses in all languages; whoever speaks none of them is sent to the tenant's own. Only canonical addresses stand
 * here: the one without a language names another as its canonical one, and search engines distrust a pair that disagrees.
 */
export const alternatesOf = (
  { origin, profile }: Tenant,
  path: string,
  locales: readonly Locale[],
): { lang: string; href: string }[] => {
  const known = locales.map((locale) => ({
    locale,
    lang: languageTag(locale),
    href: `${origin}${path}?lang=${locale}`,
  }))
  const own =
    known.find(({ locale }) => locale === matchLanguage(profile.default.language, locales)) ?? known[0]
  return [
    ...known.map(({ lang, href }) => ({ lang, href })),
    ...(own ? [{ lang: 'x-default', href: own.href }] : []),
  ]
}

const regions: Partial<Record<Locale, string>> = { en: 'GB', da: 'DK', no: 'NO', sv: 'SE' }
/** Open Graph names a language with a region. */
const region = (locale: Locale): string => `${languageTag(locale)}_${regions[locale] ?? locale.toUpperCase()}`

/** No text in it can end the element that it stands in. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
