import * as v from 'valibot'
import type { Document } from 'yaml'
import { locales, type Locale } from '#domain/language.ts'
import { inLanguage, isGroup, isLocale, listLanguageMaps, type LanguageMap } from './language-map.ts'
import { readPageWords } from './page-languages.ts'
import { toSourceError, type SourceError } from './read-yaml.ts'
import { File, type TenantFile } from './schema.ts'
import { fieldName, findOffset, type Path } from './source-position.ts'

/** A file as written, and its language maps. */
type Written = {
  content: unknown
  document: Document
  maps: LanguageMap[]
  languages: readonly [standard: Locale, ...further: Locale[]]
}
type TextError = { path: Path; message: string }

const listLanguages = (content: unknown): [standard: Locale, ...further: Locale[]] => {
  const tenant = isGroup(content) && isGroup(content.tenant) ? content.tenant : {}
  const named = isGroup(tenant.default) ? tenant.default.language : undefined
  const standard = isLocale(named) ? named : 'da'
  const listed: unknown[] = Array.isArray(tenant.languages) ? tenant.languages : []
  return [standard, ...new Set(listed.filter(isLocale).filter((one) => one !== standard))]
}

/** The content of a file in its default language. */
export const inDefaultLanguage = (content: unknown): unknown => {
  const [standard] = listLanguages(content)
  return inLanguage(content, standard, standard)
}

/**
 * Reads the texts of a file in further languages, each by the rules of its setting. Returns the errors of all
 * languages at once; `file` is null where the default language has errors, `errors`.
 */
export function readLanguages(
  content: unknown,
  document: Document,
  { file, errors }: { file: TenantFile | null; errors: SourceError[] },
): { file: TenantFile | null; errors: SourceError[] } {
  const maps = listLanguageMaps(content)
  const [standard, ...further] = listLanguages(content)
  const written: Written = { content, document, maps, languages: [standard, ...further] }
  const located = ({ path, message }: TextError) => ({
    path,
    message,
    offset: findOffset(document, path, 'value'),
  })
  const found = [...errorsOfMaps(written).map(located), ...inTheirLanguage(errors, written)]
  const read = further.map((language) => [language, readOne(written, language)] as const)
  found.push(...read.flatMap(([, one]) => one.errors))
  if (!file || found.length > 0) return { file: null, errors: found }
  const files = read.flatMap(([language, one]) => (one.file ? [[language, one.file] as const] : []))
  const own = readWords(maps, file, files)
  const pages = readPageWords(content, maps, file, files)
  const conflicts = [...own.errors, ...pages.errors].map(located)
  if (conflicts.length > 0) return { file: null, errors: conflicts }
  const words = Object.keys(own.words).length > 0 ? { words: own.words } : {}
  return { file: { ...file, ...words, ...(pages.pages ? { pages: pages.pages } : {}) }, errors: [] }
}

const errorsOfMaps = ({ maps, languages }: Written): TextError[] =>
  maps.flatMap(({ path, texts }) => [
    ...Object.keys(texts).flatMap((key) =>
      languages.some((one) => one === key)
        ? []
        : [
            {
              path: [...path, key],
              message: isLocale(key)
                ? 'is not among tenant.languages'
                : `is no language: must be one of ${locales.join(', ')}`,
            },
          ],
    ),
    ...(Object.hasOwn(texts, languages[0])
      ? []
      : [{ path, message: `has no text in ${languages[0]}, the default language` }]),
  ])

const isWithin = (path: Path, outer: Path) => outer.every((step, depth) => path[depth] === step)

/** Errors in the default text of a language map name that text. A map without one has its error already. */
function inTheirLanguage(errors: SourceError[], { maps, languages: [standard], document }: Written) {
  return errors.flatMap((error) => {
    const map = maps.find(({ path }) => isWithin(error.path, path))
    if (!map) return [error]
    if (!Object.hasOwn(map.texts, standard)) return []
    const path = [...map.path, standard, ...error.path.slice(map.path.length)]
    return [{ ...error, path, offset: findOffset(document, path, 'value') }]
  })
}

/** The whole file in one further language, and the errors of the texts in it. */
function readOne({ content, document, maps, languages: [standard] }: Written, language: Locale) {
  const own = maps.filter(({ texts }) => Object.hasOwn(texts, language))
  if (own.length === 0) return { file: null, errors: [] }
  const parsed = v.safeParse(File, inLanguage(content, language, standard), { abortPipeEarly: true })
  if (parsed.success) return { file: parsed.output, errors: [] }
  const errors = parsed.issues.flatMap((issue) => {
    const error = toSourceError(document, issue)
    const map = own.find(({ path }) => isWithin(error.path, path))
    if (!map) return []
    const path = [...map.path, language, ...error.path.slice(map.path.length)]
    return [{ ...error, path, offset: findOffset(document, path, 'value') }]
  })
  return { file: null, errors }
}

const valueAt = (file: TenantFile, path: Path): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<string | number, unknown>)[step], file)

/** The words of all settings outside of pages. The same text cannot have two sets of words. */
function readWords(
  maps: LanguageMap[],
  file: TenantFile,
  files: (readonly [Locale, TenantFile])[],
): { words: NonNullable<TenantFile['words']>; errors: TextError[] } {
  const errors: TextError[] = []
  const words = files.map(([language, translated]) => {
    const known = new Map<string, { own: string; path: Path }>()
    for (const { path, texts } of maps) {
      if (path[0] === 'pages' || !Object.hasOwn(texts, language)) continue
      const [text, own] = [String(valueAt(file, path)), String(valueAt(translated, path))]
      const first = known.get(text)
      if (first && first.own !== own)
        errors.push({
          path: [...path, language],
          message: `differs from that of ${fieldName(first.path)}, which has the same text otherwise`,
        })
      known.set(text, first ?? { own, path })
    }
    return [language, Object.fromEntries([...known].map(([text, { own }]) => [text, own]))] as const
  })
  return { words: Object.fromEntries(words.filter(([, one]) => Object.keys(one).length > 0)), errors }
}
