import { matchLanguage, type Locale } from '#domain/language.ts'
import type { RequestContext } from '../context/context.ts'
import type { LanguagePair } from '../context/translations.ts'

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

/**
 * Returns the existing translations of these texts, by text. Missing ones are requested in the background,
 * and the page shows the original meanwhile. Sets `ctx.untranslated`, which decides whether the page is
 * cached.
 * @param texts published texts of the tenant as stored, never texts of guests.
 */
export async function translateTenantTexts(
  ctx: RequestContext,
  target: Locale,
  texts: readonly string[],
): Promise<Record<string, string>> {
  const between = languagePairFor(ctx, target)
  const unique = [...new Set(texts)]
  if (!between || unique.length === 0) return {}
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
  return Object.fromEntries(found)
}
