import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import * as v from 'valibot'
import { googleError, googleTag } from './google-v2.ts'
import {
  requireSameLength,
  postForTranslation,
  TranslationRejected,
  TranslationOutcomeUnknown,
  type TranslationProvider,
} from './port.ts'

/** The key file of a Google service account. */
type ServiceAccount = { client_email: string; private_key: string; project_id: string; token_uri: string }
type Settings = {
  url: string
  account: ServiceAccount
  location: string
  now?: () => number
  timeout?: number
}

const TranslateResponse = v.object({ translations: v.array(v.object({ translatedText: v.string() })) })
const Token = v.object({ access_token: v.string(), expires_in: v.number() })
const TokenError = v.object({ error: v.string(), error_description: v.optional(v.string()) })

const HOUR_SECONDS = 3_600
/** A token is replaced this long before it expires. */
const EXPIRY_MARGIN_MS = 60_000

/** Cloud Translation v3 (Advanced), which authenticates with a service account. */
export function googleV3({ url, account, location, now = Date.now, timeout }: Settings): TranslationProvider {
  let cachedToken: { token: string; until: number } | null = null

  async function getToken(): Promise<string> {
    if (cachedToken && cachedToken.until > now()) return cachedToken.token
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await signAssertion(account, Math.floor(now() / 1000)),
    })
    const answer = v.safeParse(
      Token,
      await postForTranslation({ url: account.token_uri, body, timeout }, (parsedBody) =>
        v.is(TokenError, parsedBody)
          ? { code: parsedBody.error, message: parsedBody.error_description }
          : null,
      ),
    )
    if (!answer.success) throw new TranslationOutcomeUnknown('response without a token')
    cachedToken = {
      token: answer.output.access_token,
      until: now() + answer.output.expires_in * 1000 - EXPIRY_MARGIN_MS,
    }
    return cachedToken.token
  }

  return {
    name: 'google-v3',
    async translate({ texts, source, target }) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Bearer ${await getToken()}`,
        'x-goog-user-project': account.project_id,
      }
      const body = JSON.stringify({
        contents: texts,
        mimeType: 'text/plain',
        sourceLanguageCode: googleTag(source),
        targetLanguageCode: googleTag(target),
      })
      const address = `${url}/v3/projects/${account.project_id}/locations/${location}:translateText`
      const answer = await postForTranslation({ url: address, headers, body, timeout }, googleError).catch(
        (error: unknown) => {
          // The token may have been revoked: the next request gets another.
          if (error instanceof TranslationRejected) cachedToken = null
          throw error
        },
      )
      const parsedBody = v.safeParse(TranslateResponse, answer)
      return requireSameLength(
        texts,
        parsedBody.success ? parsedBody.output.translations.map((one) => one.translatedText) : null,
      )
    },
  }
}

/** The signed JWT assertion that requests an access token (RFC 7523). `at` in epoch seconds. */
const signAssertion = (account: Settings['account'], at: number): Promise<string> =>
  new SignJWT({ scope: 'https://www.googleapis.com/auth/cloud-translation' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(at)
    .setExpirationTime(at + HOUR_SECONDS)
    .sign(createPrivateKey(account.private_key))
