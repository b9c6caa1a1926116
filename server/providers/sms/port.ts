import { providerWords } from '../http/provider-words.ts'
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
  parseStatus(post: StatusPost): Promise<SmsStatus | null>
}

/** A message without an answer that accepts it: what the provider says about it, for the log. */
abstract class SmsFailure extends Error {
  readonly code: string
  readonly said: string | undefined
  constructor(code: string, said?: string) {
    super(code)
    this.code = code
    this.said = said
  }
}

/** Rejected permanently: do not retry. `code` is the provider's. */
export class SmsRejected extends SmsFailure {}

/** Not accepted: retry. */
export class SmsUnreachable extends SmsFailure {
  /** For a notification, which has other channels: too many requests, a server's error, or no contact. */
  get outcome(): 'limit' | 'uncertain' | 'refused' {
    if (this.code === 'status 429') return 'limit'
    return this.code === 'status 503' ? 'uncertain' : 'refused'
  }
}

/** The outcome is unknown: do not retry, because the guest may have the message. */
export class SmsOutcomeUnknown extends SmsFailure {}

const TIMEOUT_MS = 15_000

/** What an error response says. */
export type SmsError = { code: string; message: string }
type Request = {
  method?: 'GET'
  /** The text message, whose links and codes are left out where the provider repeats them. */
  text?: string
  headers: Record<string, string>
  body?: string
  timeout?: number | undefined
}

/**
 * Sends a request to a provider and returns its response body.
 * @param parseError reads an error response.
 * @throws SmsRejected, SmsUnreachable, SmsOutcomeUnknown.
 */
export async function requestSms(
  url: string,
  { timeout = TIMEOUT_MS, text = '', ...request }: Request,
  parseError: (answer: unknown) => SmsError | null,
): Promise<unknown> {
  const answer = await sendRequest(url, { ...request, timeout })
  if (answer.status === null)
    throw answer.unsent
      ? new SmsUnreachable(answer.code, hostOf(url))
      : new SmsOutcomeUnknown(answer.code, hostOf(url))
  const { status } = answer
  const body = parseJson(answer.body)
  if (status >= 200 && status < 300 && body !== null) return body
  const error = parseError(body)
  const said = providerWords(error?.message, listSecrets(text))
  if (status === 429 || status === 503) throw new SmsUnreachable(`status ${status}`, said)
  if (status >= 400 && status < 500 && status !== 408)
    throw new SmsRejected(error && isCode(error.code) ? error.code : String(status), said)
  throw new SmsOutcomeUnknown(`status ${status}`, said)
}

/** Parts of links, and codes. */
const listSecrets = (text: string): string[] =>
  text.match(/[\w-]*\d[\w-]*/g)?.filter((one) => one.length > 3) ?? []

/** Not words, which could repeat the message. */
const isCode = (code: string): boolean => /^\w{1,20}$/.test(code)

const hostOf = (url: string): string => new URL(url).host

/** Null for what is no JSON, such as a page of a proxy. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
