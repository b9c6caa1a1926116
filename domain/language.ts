export const locales = ['en', 'da', 'de', 'es', 'fr', 'it', 'nl', 'no', 'pl', 'pt', 'sv'] as const

/** The languages of the product, by the name that the specification gives them. */
export type Locale = (typeof locales)[number]

/** The languages whose dates and numbers are known: those of the product and Finnish, which has no texts yet. */
export const dateLanguages = [...locales, 'fi'] as const
export type DateLanguage = (typeof dateLanguages)[number]

/** What a request knows about languages, strongest first; `declared` are the languages that have texts. */
export type LanguageClues = {
  explicit?: string | null | undefined
  cookie?: string | null | undefined
  guest?: string | null | undefined
  linkGuest?: string | null | undefined
  acceptLanguage?: string | null | undefined
  tenantDefault?: string | null | undefined
  declared: readonly Locale[]
}

// Intl knows Norwegian by its written standards, and a plain `en` or `pt` as the American ones.
const dateLocales: Record<DateLanguage, string> = {
  en: 'en-GB',
  da: 'da',
  de: 'de',
  es: 'es',
  fr: 'fr',
  it: 'it',
  nl: 'nl',
  no: 'nb',
  pl: 'pl',
  pt: 'pt-PT',
  sv: 'sv',
  fi: 'fi',
}

/** The locale that a language tag ('nb-NO', 'EN_us') means, or null when it is none of `declared`. */
export function matchLanguage(
  tag: string | null | undefined,
  declared: readonly Locale[] = locales,
): Locale | null {
  const language = tag?.trim().toLowerCase().split(/[-_]/)[0]
  const named = language === 'nb' || language === 'nn' ? 'no' : language
  return declared.find((locale) => locale === named) ?? null
}

/** The language of a page: the first clue that names a declared language, else Danish, else the first declared. */
export function resolveLanguage(clues: LanguageClues): Locale {
  const { explicit, cookie, guest, linkGuest, acceptLanguage, tenantDefault, declared } = clues
  const tags = [explicit, cookie, guest, linkGuest, ...acceptedLanguages(acceptLanguage), tenantDefault]
  for (const tag of tags) {
    const locale = matchLanguage(tag, declared)
    if (locale) return locale
  }
  return matchLanguage('da', declared) ?? declared[0] ?? 'da'
}

/** The tags of an Accept-Language header, best first. Refused (q=0) and malformed ones are left out, `*` too: it names nothing. */
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

/** The locale whose dates and numbers `Intl` is to write for a language. */
export function dateLocale(locale: DateLanguage): string {
  return dateLocales[locale]
}
