import type { Locale } from '#domain/language.ts'
import { providerWords, withWords } from '../http/provider-words.ts'
import { classifyRequestError } from '../http/request-error.ts'

/** Plain texts of one tenant, never HTML, and the language pair. */
type TranslationRequest = { texts: readonly string[]; source: Locale; target: Locale }

export type TranslationProvider = {
  name: 'google-v2' | 'google-v3' | 'libretranslate' | 'simulator' | 'off'
  /**
   * Returns the translations in the order of `texts`; null for a text without a translation.
   * @throws TranslationRejected, TranslationUnreachable, TranslationOutcomeUnknown.
   */
  translate(request: TranslationRequest): Promise<(string | null)[]>
}

/**
 * Rejected, for example because the quota is exceeded: nothing was translated. `code` is the provider's, for
 * the log only.
 */
export class TranslationRejected extends Error {
  readonly code: string
  readonly said: string | undefined
  constructor(code: string, said?: string) {
    super('translation rejected')
    this.code = code
    this.said = said
  }
}

/** The provider certainly did not get the request. */
export class TranslationUnreachable extends Error {
  readonly said = this.message
}

/** The outcome is unknown: the provider may have translated and charged the texts. */
export class TranslationOutcomeUnknown extends Error {
  readonly said = this.message
}

/** Short, because a page may wait for the response. */
const TIMEOUT_MS = 3_000

/** What an error response says. */
export type TranslationError = { code?: string; message?: string | undefined }

type Post = {
  url: string
  headers?: Record<string, string>
  body: string | URLSearchParams
  timeout?: number | undefined
}

/**
 * Posts to a provider and returns its response body.
 * @param parseError reads an error response.
 * @throws TranslationRejected, TranslationUnreachable, TranslationOutcomeUnknown.
 */
export async function postForTranslation(
  { url, headers = {}, body, timeout = TIMEOUT_MS }: Post,
  parseError: (answer: unknown) => TranslationError | null,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
    headers,
    body,
  }).catch((error: unknown) => {
    const { code, unsent } = classifyRequestError(error)
    const said = `${new URL(url).host}: ${code}`
    throw unsent ? new TranslationUnreachable(said) : new TranslationOutcomeUnknown(said)
  })
  const parsedBody: unknown = await answer.json().catch(() => null)
  if (answer.ok && parsedBody !== null) return parsedBody
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408)
    throw rejection(parseError(parsedBody), answer.status)
  const said = withWords({
    code: `status ${answer.status}`,
    said: providerWords(parseError(parsedBody)?.message),
  })
  throw answer.status === 503 ? new TranslationUnreachable(said) : new TranslationOutcomeUnknown(said)
}

const rejection = (error: TranslationError | null, status: number): TranslationRejected =>
  new TranslationRejected(error?.code ?? String(status), providerWords(error?.message))

/** Requires as many translations as texts, which are matched by index. @throws TranslationOutcomeUnknown. */
export function requireSameLength(texts: readonly string[], answers: readonly string[] | null): string[] {
  if (answers?.length !== texts.length) throw new TranslationOutcomeUnknown('number of translations differs')
  return [...answers]
}
