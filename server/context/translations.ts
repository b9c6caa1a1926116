import type { Locale } from '#domain/language.ts'
import type { TenantId } from '../database/db.ts'
import type { TranslationProvider } from '../providers/translation/port.ts'

export type LanguagePair = { source: Locale; target: Locale }
export type Fetched = {
  found: Map<string, string>
  /** Whether the tenant's daily budget was exceeded. */ over: boolean
  /** Whether the provider has answered all requests of this call. */ answered: boolean
}

/** Translations of a tenant's own texts, each requested once. */
export type Translations = {
  /** Null where translation is switched off. */
  provider: Exclude<TranslationProvider['name'], 'off'> | null
  /**
   * Returns stored translations by text. `waiting` has the recently requested texts without a translation and
   * the time of the request (epoch ms).
   */
  find(
    tenant: TenantId,
    between: LanguagePair,
    texts: readonly string[],
  ): Promise<{ found: Map<string, string>; waiting: Map<string, number> }>
  /**
   * Returns stored translations and requests the others now. Failures of the provider are logged, not thrown.
   */
  fetch(tenant: TenantId, between: LanguagePair, texts: readonly string[]): Promise<Fetched>
  /** Starts `fetch` in the background. */
  enqueueFetch(tenant: TenantId, between: LanguagePair, texts: readonly string[]): void
  /** Resolves when all background fetches have ended. */
  drained(): Promise<void>
}
