/** Adding a language: here, in contract/languages.ts and in text/; see CONTRIBUTING.md. */
export const locales = ['en', 'da', 'de', 'es', 'fr', 'it', 'nl', 'no', 'pl', 'pt', 'sv'] as const

/** The supported languages. */
export type Locale = (typeof locales)[number]

/** The languages of dates and amounts: the supported ones, and Finnish, which has no texts. */
export type DateLanguage = Locale | 'fi'

/** Language preferences of a request, strongest first; `declared`: the languages that have texts. */
export type LanguagePreferences = {
  explicit?: string | null | undefined
  cookie?: string | null | undefined
  guest?: string | null | undefined
  linkGuest?: string | null | undefined
  acceptLanguage?: string | null | undefined
  tenantDefault?: string | null | undefined
  declared: readonly Locale[]
}

/** The locale of a language tag ('nb-NO', 'EN_us'), or null if it is none of `declared`. */
export function matchLanguage(
  tag: string | null | undefined,
  declared: readonly Locale[] = locales,
): Locale | null {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0]
  const named = language === 'nb' || language === 'nn' ? 'no' : language
  return declared.find((locale) => locale === named) ?? null
}

/**
 * The language of a page: the first preference with a declared language, else Danish, else the first
 * declared.
 */
export function resolveLanguage(clues: LanguagePreferences): Locale {
  const { explicit, cookie, guest, linkGuest, acceptLanguage, tenantDefault, declared } = clues
  const tags = [explicit, cookie, guest, linkGuest, ...acceptedLanguages(acceptLanguage), tenantDefault]
  for (const tag of tags) {
    const locale = matchLanguage(tag, declared)
    if (locale) return locale
  }
  return matchLanguage('da', declared) ?? declared[0] ?? 'da'
}

/**
 * The language of dates and numbers on a page with texts in `locale`: Finnish where the browser prefers it to
 * every declared language, else that of the texts.
 */
export function resolveDateLanguage(
  locale: Locale,
  acceptLanguage: string | null | undefined,
  declared: readonly Locale[],
): DateLanguage {
  const first = acceptedLanguages(acceptLanguage).find(
    (tag) => isFinnish(tag) || matchLanguage(tag, declared) !== null,
  )
  return first !== undefined && isFinnish(first) ? 'fi' : locale
}

const isFinnish = (tag: string): boolean => /^fi(-|$)/i.test(tag)

/** The tags of an Accept-Language header, best first, without rejected (q=0) and malformed ones and `*`. */
export function acceptedLanguages(header: string | null | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((part) =>
      /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*)\s*(?:;\s*q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i.exec(
        part,
      ),
    )
    .filter((match) => match !== null)
    .map((match) => ({ tag: match[1] ?? '', quality: Number(match[2] ?? 1) }))
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag)
}

/** The BCP 47 tag for `Intl`, which has Norwegian as Bokmål and reads plain `en` and `pt` as American. */
export const intlLocale = (locale: string): string =>
  ({ no: 'nb-NO', en: 'en-GB', pt: 'pt-PT' })[locale] ?? locale

/** The BCP 47 tag without a region, for `lang` and `hreflang`. */
export const languageTag = (locale: string): string => intlLocale(locale).split('-')[0] ?? locale
