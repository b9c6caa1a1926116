import type { Locale } from '#domain/language.ts'

/** Plain texts of one tenant's catalogue, never HTML, and the languages they go between. */
type TranslationAsk = { texts: readonly string[]; source: Locale; target: Locale }

export type TranslationProvider = {
  name: 'google-v2' | 'google-v3' | 'libretranslate' | 'simulator' | 'off'
  /**
   * The translations in the order of `texts`; null for one that the provider has none of.
   * @throws TranslationRefused, TranslationUnreached, TranslationUncertain.
   */
  translate(ask: TranslationAsk): Promise<(string | null)[]>
}

/** The provider has said no, its quota being used up included: nothing was translated. `code` is the provider's own, for the log alone. */
export class TranslationRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super('the provider refused to translate')
    this.code = code
  }
}

/** It was certainly not asked. */
export class TranslationUnreached extends Error {}

/** Nobody knows whether the provider has translated, and counted, the texts. */
export class TranslationUncertain extends Error {}

/** A page may be waiting for it. */
const TIMEOUT_MS = 3_000
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

type Post = {
  url: string
  headers?: Record<string, string>
  body: string | URLSearchParams
  timeout?: number | undefined
}

/**
 * Posts to a provider and gives back its answer.
 * @param codeOf reads the provider's own error code out of its answer.
 * @throws TranslationRefused, TranslationUnreached, TranslationUncertain.
 */
export async function postForTranslation(
  { url, headers = {}, body, timeout = TIMEOUT_MS }: Post,
  codeOf: (answer: unknown) => string | null,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
    headers,
    body,
  }).catch((error: unknown) => {
    throw reached(error)
  })
  const told: unknown = await answer.json().catch(() => null)
  if (answer.ok && told !== null) return told
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408)
    throw new TranslationRefused(codeOf(told) ?? String(answer.status))
  throw answer.status === 503
    ? new TranslationUnreached('status 503')
    : new TranslationUncertain(`status ${answer.status}`)
}

/** As many answers as there were texts: others cannot be told apart. @throws TranslationUncertain. */
export function inStep(texts: readonly string[], answers: readonly string[] | null): string[] {
  if (answers?.length !== texts.length) throw new TranslationUncertain('not as many translations as texts')
  return [...answers]
}

function reached(error: unknown): Error {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return notSent.has(code) ? new TranslationUnreached(code) : new TranslationUncertain(code || 'no answer')
}
