import * as v from 'valibot'
import { providerWords } from '../http/provider-words.ts'
import type { ProviderFailure } from './port.ts'
import type { VippsResponse } from './vipps-request.ts'

/**
 * A request without a success. `denied`: the credentials were rejected, so this request has done nothing;
 * `unknown`: it may have happened. `repeatable`: the same request may succeed soon; `waitMs`: when, where the
 * provider says it.
 */
export type VippsFailure = {
  ok: false
  reason: 'refused' | 'denied' | 'unknown'
  code: string
  traceId?: string
  /** The provider's words. */
  said?: string
  repeatable: boolean
  waitMs: number
}

/** RFC 7807; Vipps's code is in `extraDetails`. */
const Problem = v.looseObject({
  extraDetails: v.optional(v.array(v.unknown())),
  traceId: v.optional(v.unknown()),
  // Of the service that gives tokens, and of the gateway before the API.
  error: v.optional(v.unknown()),
  error_description: v.optional(v.unknown()),
  message: v.optional(v.unknown()),
})
const TraceId = v.pipe(v.string(), v.regex(/^[\w-]{1,100}$/))
const ErrorCode = v.object({ name: v.literal('ErrorCode'), reason: v.pipe(v.string(), v.regex(/^\d{3,5}$/)) })

/** Codes that ask for a repetition with the same key: busy (6160, 6250), capture failed (6280). */
const busyCodes = new Set(['6160', '6250', '6280'])
/** The key exists: an earlier request with it may have succeeded, unless it had another body (409). */
const KEY_EXISTS = '4020'
/** Request timeout, locked, too many requests. */
const temporaryStatuses = new Set([408, 423, 429])
/** Before a repetition where the provider does not say how long to wait. */
const PAUSE_MS = 300

/** What a failed response means; null for a success. Texts change, so only status and code count. */
export function parseFailure(response: VippsResponse, now: number): VippsFailure | null {
  const nothing = { ok: false as const, repeatable: false, waitMs: 0 }
  if (response.status === null) {
    const isTooLarge = response.code === 'response too large'
    return { ...nothing, reason: 'unknown', code: response.code, repeatable: !isTooLarge }
  }
  const { status, body } = response
  if (status >= 200 && status < 300)
    return body === undefined && status !== 204
      ? { ...nothing, reason: 'unknown', code: 'unexpected response' }
      : null
  const problem = v.safeParse(Problem, body)
  const traceId = problem.success ? problem.output.traceId : null
  const said = problem.success ? pickWords(problem.output) : undefined
  const failure = { ...nothing, ...(v.is(TraceId, traceId) && { traceId }), ...(said && { said }) }
  const code = problem.success ? findCode(problem.output) : null
  if (status === 401 || status === 403) return { ...failure, reason: 'denied', code: code ?? String(status) }
  const isBusy = status >= 500 || temporaryStatuses.has(status) || busyCodes.has(code ?? '')
  if (isBusy) {
    const waitMs = parseWait(response.retryAfter, now)
    return { ...failure, reason: 'unknown', code: code ?? `status ${status}`, repeatable: true, waitMs }
  }
  // A page of a proxy is not the provider's word.
  if (!problem.success || status < 400) return { ...failure, reason: 'unknown', code: `status ${status}` }
  const isFinal = code !== KEY_EXISTS || status === 409
  return { ...failure, reason: isFinal ? 'refused' : 'unknown', code: code ?? String(status) }
}

/** Not the `detail` of a problem, which may name the guest: its code says what it is. */
const pickWords = ({ error_description, error, message }: v.InferOutput<typeof Problem>) =>
  providerWords([error_description, message, error].find((one) => typeof one === 'string' && one !== ''))

function findCode({ extraDetails = [] }: v.InferOutput<typeof Problem>): string | null {
  for (const detail of extraDetails) {
    const parsed = v.safeParse(ErrorCode, detail)
    if (parsed.success) return parsed.output.reason
  }
  return null
}

/** Retry-After (RFC 9110, 10.2.3): seconds or a date. */
function parseWait(retryAfter: string | null, now: number): number {
  if (retryAfter === null) return PAUSE_MS
  const wait = /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now
  return Number.isNaN(wait) ? PAUSE_MS : Math.max(wait, PAUSE_MS)
}

/** A failure as the port says it. `deniedIs`: what rejected credentials mean for the call. */
export const toFailure = (
  { reason, code, traceId, said }: VippsFailure,
  { deniedIs }: { deniedIs: ProviderFailure['reason'] },
): ProviderFailure => ({
  ok: false,
  reason: reason === 'denied' ? deniedIs : reason,
  code,
  ...(traceId && { traceId }),
  ...(said && { said }),
})

/** A success that cannot be read. */
export const unexpected: ProviderFailure = { ok: false, reason: 'unknown', code: 'unexpected response' }
