import { createSign } from 'node:crypto'
import * as v from 'valibot'
import { googleCode, googleTag } from './google-v2.ts'
import {
  inStep,
  postForTranslation,
  TranslationRefused,
  TranslationUncertain,
  type TranslationProvider,
} from './port.ts'

/** A service account's key file, as Google hands it out. */
type ServiceAccount = { client_email: string; private_key: string; project_id: string; token_uri: string }
type Settings = {
  url: string
  account: ServiceAccount
  location: string
  now?: () => number
  timeout?: number
}

const Translated = v.object({ translations: v.array(v.object({ translatedText: v.string() })) })
const Token = v.object({ access_token: v.string(), expires_in: v.number() })
const TokenRefused = v.object({ error: v.string() })

const HOUR_S = 3_600
/** Before its end a token is no longer used. */
const EARLY_MS = 60_000

/** Cloud Translation, version 3: the one that a service account asks. */
export function googleV3({ url, account, location, now = Date.now, timeout }: Settings): TranslationProvider {
  let kept: { token: string; until: number } | null = null

  async function tokenOf(): Promise<string> {
    if (kept && kept.until > now()) return kept.token
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: assertionOf(account, Math.floor(now() / 1000)),
    })
    const answer = v.safeParse(
      Token,
      await postForTranslation({ url: account.token_uri, body, timeout }, (told) =>
        v.is(TokenRefused, told) ? told.error : null,
      ),
    )
    if (!answer.success) throw new TranslationUncertain('an answer without a token')
    kept = { token: answer.output.access_token, until: now() + answer.output.expires_in * 1000 - EARLY_MS }
    return kept.token
  }

  return {
    name: 'google-v3',
    async translate({ texts, source, target }) {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Bearer ${await tokenOf()}`,
        'x-goog-user-project': account.project_id,
      }
      const body = JSON.stringify({
        contents: texts,
        mimeType: 'text/plain',
        sourceLanguageCode: googleTag(source),
        targetLanguageCode: googleTag(target),
      })
      const address = `${url}/v3/projects/${account.project_id}/locations/${location}:translateText`
      const answer = await postForTranslation({ url: address, headers, body, timeout }, googleCode).catch(
        (error: unknown) => {
          // A token that was taken back early: the next request asks for another.
          if (error instanceof TranslationRefused) kept = null
          throw error
        },
      )
      const told = v.safeParse(Translated, answer)
      return inStep(texts, told.success ? told.output.translations.map((one) => one.translatedText) : null)
    },
  }
}

/** What a service account signs to be given a token. `at` in seconds. */
function assertionOf(account: Settings['account'], at: number): string {
  const claims = {
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/cloud-translation',
    aud: account.token_uri,
    iat: at,
    exp: at + HOUR_S,
  }
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(account.private_key, 'base64url')}`
}
