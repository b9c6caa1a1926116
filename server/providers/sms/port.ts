import { sendRequest } from '../http/send-request.ts'

/** A text message ready to send. */
export type OutgoingSms = {
  /** E.164. */
  to: string
  text: string
  /** The displayed sender; null for the provider's default. */
  sender: string | null
  /** Our id, returned in delivery reports. */
  ref: string
  /** The URL for delivery reports. */
  statusUrl: string
}

/** A delivery report as posted; `url` is the one given to the provider. */
type StatusPost = { url: string; headers: Headers; body: string }
export type SmsStatus = {
  ref: string | null
  providerId: string
  state: 'sent' | 'delivered' | 'failed'
  /** For the log only. */ code: string | null
}

export type SmsProvider = {
  name: 'gatewayapi' | 'twilio' | 'outbox' | 'off'
  /**
   * Resolves when the provider has accepted the message. @throws SmsRejected, SmsUnreachable,
   * SmsOutcomeUnknown.
   */
  send(sms: OutgoingSms): Promise<{ providerId: string }>
  /** Parses a delivery report; null for an invalid signature and for intermediate states. */
  parseStatus(post: StatusPost): SmsStatus | null
}

/** Rejected permanently: do not retry. `code` is the provider's. */
export class SmsRejected extends Error {
  readonly code: string
  constructor(code: string) {
    super('message rejected')
    this.code = code
  }
}

/** Not accepted: retry. */
export class SmsUnreachable extends Error {
  /** For a notification, which has other channels: too many requests, a server's error, or no contact. */
  get outcome(): 'limit' | 'uncertain' | 'refused' {
    if (this.message === 'status 429') return 'limit'
    return this.message === 'status 503' ? 'uncertain' : 'refused'
  }
}

/** The outcome is unknown: do not retry, because the guest may have the message. */
export class SmsOutcomeUnknown extends Error {}

const TIMEOUT_MS = 15_000

/**
 * Posts to a provider and returns its response body.
 * @param codeOf reads the provider's error code from an error response.
 * @throws SmsRejected, SmsUnreachable, SmsOutcomeUnknown.
 */
export async function postToProvider(
  url: string,
  init: { headers: Record<string, string>; body: string },
  codeOf: (answer: unknown) => string | null,
  timeout = TIMEOUT_MS,
): Promise<unknown> {
  const answer = await sendRequest(url, { ...init, timeout })
  if (answer.status === null)
    throw answer.unsent ? new SmsUnreachable(answer.code) : new SmsOutcomeUnknown(answer.code)
  const { status } = answer
  const body = parseJson(answer.body)
  if (status >= 200 && status < 300 && body !== null) return body
  if (status === 429 || status === 503) throw new SmsUnreachable(`status ${status}`)
  if (status >= 400 && status < 500 && status !== 408) throw new SmsRejected(codeOf(body) ?? String(status))
  throw new SmsOutcomeUnknown(`status ${status}`)
}

/** Null for what is no JSON, such as a page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
