import type { Locale } from '#domain/language.ts'
import type { PageWords } from '../content/own-words.ts'
import { isGroup, isLocale, type LanguageMap } from './language-map.ts'
import type { TenantFile } from './schema.ts'
import type { Path } from './source-position.ts'

type Pages = NonNullable<TenantFile['pages']>
type Page = Omit<Pages[number], 'pages'>
type TextError = { path: Path; message: string }

/** The settings of a page that guests read, which no page leaves in another language. */
const prose = /^(?:title|description|heading|subHeading|quote|role|md|alt|.*Text)$/
/** Whether this setting of a page is a text in words. */
export const isProse = (name: string, value: unknown): boolean =>
  prose.test(name) && typeof value === 'string' && /\p{L}{2}/u.test(value)

/**
 * The pages with the language maps in them as pages in further languages. A page with such a text in one
 * language needs all of its texts in it.
 */
export function readPageWords(
  content: unknown,
  maps: LanguageMap[],
  { pages }: TenantFile,
  files: (readonly [Locale, TenantFile])[],
): { pages: Pages | undefined; errors: TextError[] } {
  const errors: TextError[] = []
  const withWords = <T extends Page>(
    page: T,
    path: Path,
    find: (file: TenantFile) => Page | undefined,
  ): T => {
    const own = maps.filter(
      ({ path: at }) => path.every((step, depth) => at[depth] === step) && isOwn(at, path),
    )
    const languages: PageWords = { ...page.languages }
    for (const [language, file] of files) {
      const translated = find(file)
      if (!translated || !own.some(({ texts }) => Object.hasOwn(texts, language))) continue
      if (languages[language])
        errors.push({ path: [...path, 'languages', language], message: `${language} is already used` })
      errors.push(...missingTexts(rawAt(content, path), path, language))
      const { title, description, blocks } = translated
      languages[language] = { title, description, blocks }
    }
    return Object.keys(languages).length > 0 ? { ...page, languages } : page
  }
  return {
    errors,
    pages: pages?.map((page, index) => ({
      ...withWords(page, ['pages', index], (file) => file.pages?.[index]),
      pages: page.pages.map((child, at) =>
        withWords(child, ['pages', index, 'pages', at], (file) => file.pages?.[index]?.pages[at]),
      ),
    })),
  }
}

/** Whether a path is one of the page itself, not of a page below it. */
const isOwn = (at: Path, page: Path) => at[page.length] !== 'pages'

const rawAt = (content: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], content)

/** The texts of a page that are not in this language. */
function missingTexts(page: unknown, path: Path, language: Locale): TextError[] {
  const { title, description, blocks } = page as Record<string, unknown>
  const missing = (name: string, value: unknown, at: Path): TextError[] => {
    if (Array.isArray(value)) return value.flatMap((one, index) => missing('', one, [...at, index]))
    if (!isGroup(value)) return isProse(name, value) ? [errorAt(at)] : []
    if (Object.keys(value).some(isLocale)) return Object.hasOwn(value, language) ? [] : [errorAt(at)]
    return Object.entries(value).flatMap(([key, one]) => missing(key, one, [...at, key]))
  }
  const errorAt = (at: Path) => ({
    path: at,
    message: `has no text in ${language}, which other texts of this page have`,
  })
  return Object.entries({ title, description, blocks }).flatMap(([key, one]) =>
    missing(key, one, [...path, key]),
  )
}
