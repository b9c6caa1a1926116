/** A text message that is ready to leave. */
export type OutgoingSms = {
  /** E.164. */
  to: string
  text: string
  /** What the telephone shows as its sender; null leaves it to the provider's settings. */
  sender: string | null
  /** Our id of it; comes back with its status. */
  ref: string
  /** Where the provider tells what has become of it. */
  statusUrl: string
}

/** What a provider posts about a message: `url` as the provider was given it. */
type StatusPost = { url: string; headers: Headers; body: string }
export type SmsStatus = {
  ref: string | null
  providerId: string
  state: 'sent' | 'delivered' | 'failed'
  /** For the log alone. */ code: string | null
}

export type SmsProvider = {
  name: 'gatewayapi' | 'twilio' | 'outbox' | 'off'
  /** Resolves once the provider has taken the message. @throws SmsRefused, SmsUnreached, SmsUncertain. */
  send(sms: OutgoingSms): Promise<{ providerId: string }>
  /** What a genuine post tells; null for a forged one and for a state that changes nothing. */
  parseStatus(post: StatusPost): SmsStatus | null
}

/** The provider has said no: the same message would be refused again. `code` is the provider's own. */
export class SmsRefused extends Error {
  readonly code: string
  constructor(code: string) {
    super('the provider refused the message')
    this.code = code
  }
}

/** It was certainly not taken: sending it again is right. */
export class SmsUnreached extends Error {}

/** Nobody knows whether it was taken: the guest may have it, so it is not sent again. */
export class SmsUncertain extends Error {}

const TIMEOUT_MS = 15_000
const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/**
 * Posts to a provider and gives back its answer where it took the message.
 * @param codeOf reads the provider's own error code out of its answer.
 * @throws SmsRefused, SmsUnreached, SmsUncertain.
 */
export async function postToProvider(
  url: string,
  init: { headers: Record<string, string>; body: string },
  codeOf: (answer: unknown) => string | null,
  timeout = TIMEOUT_MS,
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
    ...init,
  }).catch((error: unknown) => {
    throw reached(error)
  })
  const body: unknown = await answer.json().catch(() => null)
  if (answer.ok && body !== null) return body
  if (answer.status === 429 || answer.status === 503) throw new SmsUnreached(`status ${answer.status}`)
  if (answer.status >= 400 && answer.status < 500 && answer.status !== 408)
    throw new SmsRefused(codeOf(body) ?? String(answer.status))
  throw new SmsUncertain(`status ${answer.status}`)
}

function reached(error: unknown): Error {
  const { cause } = error instanceof Error ? error : {}
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return notSent.has(code) ? new SmsUnreached(code) : new SmsUncertain(code || 'no answer')
}
