import {
  intlLocale,
  languageTag,
  locales as everyLocale,
  matchLanguage,
  type Locale,
} from '#domain/language.ts'
import type { PageMetadata, PublicPage } from '#contract/page.ts'
import type { Tenant } from '#server/context/context.ts'
import { previewUrl } from './og-image.ts'

type MetadataInput = {
  page: PublicPage
  tenant: Tenant
  language: Locale
  locales: readonly Locale[]
  secret: string
}

/** The metadata of a public page: its other languages, Open Graph and structured data. */
export function buildMetadata({ page, tenant, language, locales, secret }: MetadataInput): PageMetadata {
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
    src: `${origin}${previewUrl(tenant, page.title, secret)}`,
    width: 1200,
    height: 630,
    alt: page.title,
  }
  const properties: PageMetadata['properties'] = [
    ['og:type', page.kind],
    ['og:site_name', profile.companyname],
    ['og:title', page.title],
    ['og:description', page.description],
    ['og:url', `${origin}${page.path}?lang=${language}`],
    ['og:locale', regions[language]],
    ...locales
      .filter((one) => one !== language)
      .map((one): [string, string] => ['og:locale:alternate', regions[one]]),
    ['og:image', preview.src],
    ['og:image:width', String(preview.width)],
    ['og:image:height', String(preview.height)],
    ['og:image:alt', preview.alt],
  ]
  return {
    alternates: listAlternates(tenant, page.path, locales),
    properties,
    structuredData:
      page.data.length > 0 ? json({ '@context': 'https://schema.org', '@graph': page.data }) : null,
  }
}

/**
 * A page's URLs in all languages; `x-default` is the tenant's own language. Only canonical URLs are listed:
 * the URL without a language names another as canonical, and search engines ignore a pair that disagrees.
 */
export const listAlternates = (
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

/** Open Graph names a language with a region. */
const regions = Object.fromEntries(
  everyLocale.map((locale) => {
    const { language, region } = new Intl.Locale(intlLocale(locale)).maximize()
    return [locale, `${language}_${region}`]
  }),
) as Record<Locale, string>

/** Escaped, so that no text can end the script element. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
