import * as v from 'valibot'
import { providerWords, withWords } from '../http/provider-words.ts'
import { CarrierError, requestCarrier, type Fetch } from './request.ts'

type Settings = { url: string; user: string; password: string; fetch: Fetch; now: () => number }

/** The `authorization` header of requests. */
export type Authorization = {
  /** @throws CarrierError. */
  header(signal: AbortSignal): Promise<string>
  /** Drops a token that was rejected. @returns whether the next one may be accepted. */
  expire(): boolean
}

const Token = v.object({
  access_token: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
  expires_in: v.number(),
})

/** A token is replaced this long before it expires. */
const EXPIRY_MARGIN_MS = 60_000

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** HTTP Basic authentication (RFC 7617), for a customer's own host. */
export const basicAuthorization = ({
  user,
  password,
}: Pick<Settings, 'user' | 'password'>): Authorization => ({
  header: async () => basic(user, password),
  expire: () => false,
})

/**
 * OAuth 2 client credentials (RFC 6749, section 4.4), for GLS's portal: `user` is the client's id. The token
 * endpoint is at the origin of `url`; a token is used until a minute before it expires.
 */
export function oauthAuthorization({ url, user, password, fetch, now }: Settings): Authorization {
  let token: { header: string; until: number } | null = null
  return {
    async header(signal) {
      if (token && token.until > now()) return token.header
      const { status, body } = await requestCarrier(fetch, `${new URL(url).origin}/oauth2/v2/token`, {
        method: 'POST',
        signal,
        headers: {
          authorization: basic(user, password),
          'content-type': 'application/x-www-form-urlencoded',
          accept: 'application/json',
        },
        body: 'grant_type=client_credentials',
      })
      if (status !== 200)
        throw new CarrierError(
          withWords({ code: `token status ${status}`, said: providerWords(body, [password]) }),
          {
            retryable: status >= 500,
          },
        )
      const answer = v.safeParse(v.pipe(v.string(), v.parseJson(), Token), body)
      if (!answer.success) throw new CarrierError('response without a token')
      const { access_token, expires_in } = answer.output
      token = {
        header: `Bearer ${access_token}`,
        until: now() + expires_in * 1000 - EXPIRY_MARGIN_MS,
      }
      return token.header
    },
    expire() {
      const wasCached = token !== null
      token = null
      return wasCached
    },
  }
}
