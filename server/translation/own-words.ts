import { ownWordsFor } from '#contract/content/own-words.ts'
import type { Locale } from '#domain/language.ts'
import { LruCache } from '../cache/lru-cache.ts'
import type { RequestContext, Tenant } from '../context/context.ts'
import { listPageTexts } from './queries.ts'
import type { TextLookup } from './units.ts'

const CACHE_BYTES = 4 * 1024 * 1024
const cache = new LruCache<ReadonlyMap<string, string>>(CACHE_BYTES, (one) =>
  [...one].reduce((bytes, [text, own]) => bytes + 2 * (text.length + own.length), 100),
)

/** The tenant's own words for a text in this language, else the text: for names of the site and files. */
export const inOwnWords = ({ words }: Pick<Tenant, 'words'>, language: Locale, text: string): string =>
  ownWordsFor(words, language, text) ?? text

/** The tenant's own words in this language, also for the titles and descriptions of pages. */
export async function ownWordsIn(
  { deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>,
  language: Locale,
): Promise<TextLookup> {
  if (!tenant.profile.languages?.slice(1).includes(language)) return () => undefined
  const key = [tenant.id, tenant.contentVersion, language].join(' ')
  const known = cache.get(key)
  const pages = known ?? (await pageTexts({ deps, tenant }, language))
  if (!known) cache.set(key, pages)
  return (text) => ownWordsFor(tenant.words, language, text) ?? pages.get(text.trim())
}

async function pageTexts(
  { deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>,
  language: Locale,
): Promise<ReadonlyMap<string, string>> {
  const rows = deps.draft?.rows() ?? (await deps.db.read(tenant.id, listPageTexts))
  return new Map(
    rows.flatMap(({ title, description, languages }) => {
      const own = languages[language]
      return own
        ? [[title, own.title] as const, ...(description ? [[description, own.description] as const] : [])]
        : []
    }),
  )
}
