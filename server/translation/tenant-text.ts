import { matchLanguage, type Locale } from '#domain/language.ts'
import { ownWordsFor } from '#contract/content/own-words.ts'
import type { Config } from '../config/config.ts'
import type { RequestContext, Tenant } from '../context/context.ts'
import type { LanguagePair } from '../context/translations.ts'
import type { Tx } from '../database/db.ts'
import { ownWordsIn } from './own-words.ts'
import { findStored } from './stored.ts'
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
  // Drafts are never sent to a provider.
  return deps.translations.provider && !deps.draft ? pairOf(tenant, target) : null
}

function pairOf({ profile }: Tenant, target: Locale): LanguagePair | null {
  const source = matchLanguage(profile.default.language)
  return source && source !== target ? { source, target } : null
}

/** A text of the tenant in the words of a guest's language. */
export type GuestWords = (text: string) => string

/**
 * Returns how these texts are written in a mail, a message or a calendar file to one guest: in the tenant's
 * own words, else as the stored translation that pages show, else as they are. Reads in the caller's
 * transaction and requests nothing.
 * @param texts published texts of the tenant as stored, never texts of guests.
 */
export async function readGuestWords(
  { deps: { config }, tenant }: { deps: { config: Pick<Config, 'translation'> }; tenant: Tenant },
  tx: Tx,
  target: Locale,
  texts: readonly string[],
): Promise<GuestWords> {
  const { provider } = config.translation
  const between = provider === 'off' ? null : pairOf(tenant, target)
  const others = listTexts(...texts.filter((text) => ownWordsFor(tenant.words, target, text) === undefined))
  const stored = between ? await findStored(tx, { ...between, provider }, [...new Set(others)]) : null
  return (text) => ownWordsFor(tenant.words, target, text) ?? stored?.get(text.trim()) ?? text
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
