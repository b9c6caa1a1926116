import { matchLanguage, type Locale } from '#domain/language.ts'
import type { Scope } from '../context.ts'
import type { Between } from './translations.ts'

/** An answer that has not come after so long will not come. */
const IN_A_MOMENT_MS = 10_000

/** Between which languages the tenant's words are translated for this guest; null where they are not. */
export function translatedFor(
  { deps, tenant }: Pick<Scope, 'deps' | 'tenant'>,
  target: Locale,
): Between | null {
  const source = matchLanguage(tenant.profile.default.language)
  // What is not published yet goes to nobody.
  return deps.translations.provider && !deps.draft && source && source !== target ? { source, target } : null
}

/**
 * What is translated of these texts into that language, by text. Nobody waits: what is missing is asked for behind the page, which shows the
 * original meanwhile. `scope.words` then says whether it is worth while to keep what is shown.
 * @param texts the tenant's own, as the database has them: what a guest has written is never among them.
 */
export async function wordsOf(
  scope: Scope,
  target: Locale,
  texts: readonly string[],
): Promise<Record<string, string>> {
  const between = translatedFor(scope, target)
  const asked = [...new Set(texts)]
  if (!between || asked.length === 0) return {}
  const { translations } = scope.deps
  const { found, waiting } = await translations.find(scope.tenant.id, between, asked)
  const missing = asked.filter((text) => !found.has(text))
  const soon = scope.deps.now() - IN_A_MOMENT_MS
  if (missing.length > 0 && scope.words !== 'awaited')
    scope.words = missing.some((text) => (waiting.get(text) ?? 0) > soon) ? 'awaited' : 'missing'
  const wanted = missing.filter((text) => !waiting.has(text))
  if (wanted.length > 0) {
    scope.words = 'awaited'
    translations.fetchSoon(scope.tenant.id, between, wanted)
  }
  return Object.fromEntries(found)
}
