import { matchLanguage, type Locale } from '#domain/language.ts'
import type { RequestContext } from '../context/context.ts'
import type { LanguagePair } from '../context/translations.ts'
import { ownWordsIn } from './own-words.ts'
import { listTexts } from './units.ts'

/** A response that takes longer is not expected any more. */
const MAX_WAIT_MS = 10_000

/**
 * Returns the language pair for translating the tenant's texts for this guest; null where they are not
 * translated.
 */
export function languagePairFor(
  { deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>,
  target: Locale,
): LanguagePair | null {
  const source = matchLanguage(tenant.profile.default.language)
  // Drafts are never sent to a provider.
  return deps.translations.provider && !deps.draft && source && source !== target ? { source, target } : null
}

/** Texts in the guest's language. `own`, `machine`: whether some are the tenant's words, or translated. */
type TenantTexts = { found: Record<string, string>; own: boolean; machine: boolean }

/**
 * Returns the tenant's own words for these texts, else their existing translations, by text. Missing ones are
 * requested in the background, and the page shows the original meanwhile. Sets `ctx.untranslated`, which
 * decides whether the page is cached.
 * @param texts published texts of the tenant as stored, never texts of guests.
 */
export async function translateTenantTexts(
  ctx: RequestContext,
  target: Locale,
  texts: readonly (string | null | undefined)[],
  { ownOnly = false }: { ownOnly?: boolean } = {},
): Promise<TenantTexts> {
  const lookUp = await ownWordsIn(ctx, target)
  const own = texts.flatMap((text) => {
    const words = text ? lookUp(text) : undefined
    return words === undefined ? [] : [[text?.trim() ?? '', words] as const]
  })
  const others = listTexts(...texts.filter((text) => !text || lookUp(text) === undefined))
  const translated = ownOnly ? new Map<string, string>() : await translateByMachine(ctx, target, others)
  return {
    found: Object.fromEntries([...own, ...translated]),
    own: own.length > 0,
    machine: translated.size > 0,
  }
}

async function translateByMachine(
  ctx: RequestContext,
  target: Locale,
  texts: readonly string[],
): Promise<Map<string, string>> {
  const between = languagePairFor(ctx, target)
  const unique = [...new Set(texts)]
  if (!between || unique.length === 0) return new Map()
  const { translations } = ctx.deps
  const { found, waiting } = await translations.find(ctx.tenant.id, between, unique)
  const missing = unique.filter((text) => !found.has(text))
  const stillAwaited = ctx.deps.now() - MAX_WAIT_MS
  if (missing.length > 0 && ctx.untranslated !== 'awaited')
    ctx.untranslated = missing.some((text) => (waiting.get(text) ?? 0) > stillAwaited) ? 'awaited' : 'missing'
  const wanted = missing.filter((text) => !waiting.has(text))
  if (wanted.length > 0) {
    ctx.untranslated = 'awaited'
    translations.enqueueFetch(ctx.tenant.id, between, wanted)
  }
  return found
}
