import * as v from 'valibot'
import type { PaymentAccount } from './port.ts'
import { parseFailure, type VippsFailure } from './vipps-failure.ts'
import { systemHeaders, requestVipps, type Fetch } from './vipps-request.ts'

/** What requests are signed in with; an account also has a webhook. */
export type VippsKeys = Omit<PaymentAccount, 'webhookId' | 'webhookSecret'>

export type VippsTokens = {
  /** A token that has not expired: the stored one, or a fresh one. */
  get(keys: VippsKeys, signal: AbortSignal): Promise<{ ok: true; token: string } | VippsFailure>
  /** Deletes a token that was rejected. */
  drop(keys: VippsKeys, token: string): void
}

/** A token lives for an hour in the test environment, for a day in production. */
const Token = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  // A string in the documentation, a number in the SDK.
  expires_in: v.pipe(v.union([v.number(), v.pipe(v.string(), v.regex(/^\d+$/))]), v.transform(Number)),
})

/** A token is replaced this long before it expires. */
const EXPIRY_MARGIN_MS = 60_000

/** Fetches access tokens and stores one for each merchant serial number and its credentials. */
export function createTokens(url: string, fetch: Fetch, now: () => number): VippsTokens {
  const stored = new Map<string, { credentials: string; token: string; until: number }>()
  return {
    async get(keys, signal) {
      const known = stored.get(keys.msn)
      const credentials = JSON.stringify([keys.clientId, keys.clientSecret, keys.subscriptionKey])
      if (known && known.credentials === credentials && known.until > now())
        return { ok: true, token: known.token }
      const response = await requestVipps(fetch, `${url}/accesstoken/get`, {
        method: 'POST',
        signal,
        headers: {
          client_id: keys.clientId,
          client_secret: keys.clientSecret,
          'Ocp-Apim-Subscription-Key': keys.subscriptionKey,
          'Merchant-Serial-Number': keys.msn,
          ...systemHeaders,
        },
      })
      const failure = parseFailure(response, now())
      if (failure) return toTokenFailure(failure)
      const answer = v.safeParse(Token, response.status === null ? null : response.body)
      if (!answer.success) return { ...unreadable }
      const { access_token: token, expires_in: seconds } = answer.output
      stored.set(keys.msn, { credentials, token, until: now() + seconds * 1000 - EXPIRY_MARGIN_MS })
      return { ok: true, token }
    },
    drop({ msn }, token) {
      if (stored.get(msn)?.token === token) stored.delete(msn)
    },
  }
}

const unreadable: VippsFailure = {
  ok: false,
  reason: 'unknown',
  code: 'token unexpected response',
  repeatable: false,
  waitMs: 0,
}

/** Wrong credentials are answered with different statuses; each means that nothing else was asked. */
const toTokenFailure = (failure: VippsFailure): VippsFailure => ({
  ...failure,
  reason: failure.reason === 'refused' ? 'denied' : failure.reason,
  code: `token ${failure.code}`,
})
