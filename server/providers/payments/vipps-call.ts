import { setTimeout as sleep } from 'node:timers/promises'
import { parseFailure, type VippsFailure } from './vipps-failure.ts'
import { systemHeaders, requestVipps, type Fetch, type VippsResponse } from './vipps-request.ts'
import { createTokens, type VippsKeys } from './vipps-token.ts'

/** A request for an account. With an idempotency key it is repeated once where that may help. */
export type VippsCall = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  body?: object
  idempotencyKey?: string
}
export type VippsResult = { ok: true; body: unknown } | VippsFailure

/** When a call of the port must have answered. */
export type Deadline = { signal: AbortSignal; leftMs(): number }

/** How long a call may take, in ms; `try`: each of two requests with the same key. */
export type Timeouts = { change: number; find: number; try: number }

/** The last part of a deadline in which no repetition is begun, ms. */
const MIN_TRY_MS = 250

export function startDeadline(ms: number): Deadline {
  const end = performance.now() + ms
  return { signal: AbortSignal.timeout(ms), leftMs: () => end - performance.now() }
}

type Settings = { url: string; fetch: Fetch; now: () => number; tryMs: number }

/** Sends requests with the headers of an account. Never throws. */
export function createCaller({ url, fetch, now, tryMs }: Settings) {
  const tokens = createTokens(url, fetch, now)

  async function send(keys: VippsKeys, call: VippsCall, signal: AbortSignal): Promise<VippsResult> {
    const given = await tokens.get(keys, signal)
    if (!given.ok) return given
    const response = await request(keys, call, given.token, signal)
    if (response.status !== 401) return toResult(response, now())
    // A token may be withdrawn before it expires.
    tokens.drop(keys, given.token)
    const fresh = await tokens.get(keys, signal)
    return fresh.ok ? toResult(await request(keys, call, fresh.token, signal), now()) : fresh
  }

  const request = (
    keys: VippsKeys,
    { method, path, body, idempotencyKey }: VippsCall,
    token: string,
    signal: AbortSignal,
  ) =>
    requestVipps(fetch, url + path, {
      method,
      signal,
      headers: {
        Authorization: `Bearer ${token}`,
        'Ocp-Apim-Subscription-Key': keys.subscriptionKey,
        'Merchant-Serial-Number': keys.msn,
        'Content-Type': 'application/json',
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
        ...systemHeaders,
      },
      ...(body && { body: JSON.stringify(body) }),
    })

  async function callAs(keys: VippsKeys, call: VippsCall, deadline: Deadline): Promise<VippsResult> {
    const { signal } = deadline
    if (!call.idempotencyKey) return send(keys, call, signal)
    const first = await send(keys, call, AbortSignal.any([signal, AbortSignal.timeout(tryMs)]))
    if (first.ok || !first.repeatable || deadline.leftMs() < first.waitMs + MIN_TRY_MS) return first
    await sleep(first.waitMs)
    const second = await send(keys, call, signal)
    // Rejected credentials say nothing of the first request, which may have happened.
    return !second.ok && second.reason === 'denied' ? first : second
  }

  /** Fetches a token, or finds one that is valid: it shows whether the keys are accepted. */
  const checkKeys = (keys: VippsKeys, { signal }: Deadline) => tokens.get(keys, signal)

  return { call: callAs, checkKeys }
}

const toResult = (response: VippsResponse, now: number): VippsResult =>
  parseFailure(response, now) ?? { ok: true, body: response.status === null ? undefined : response.body }
