const connectErrors = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * The code of an error of `fetch`, and whether it is certain that no request was sent. The error itself is
 * not passed on, because it contains the URL, which may contain a secret.
 */
export function classifyRequestError(error: unknown): { code: string; unsent: boolean } {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return { code: code || 'no answer', unsent: connectErrors.has(code) }
}
