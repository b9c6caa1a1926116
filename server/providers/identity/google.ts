import { createHash } from 'node:crypto'
import * as openid from 'openid-client'
import type { OAuthClient } from '#server/config/identity.ts'
import { providerWords, withWords } from '../http/provider-words.ts'
import { classifyRequestError } from '../http/request-error.ts'
import { sendRequest } from '../http/send-request.ts'
import { fetchPicture, readAtMost } from './picture.ts'
import {
  identityFrom,
  ProviderUnavailable,
  TIMEOUT_SECONDS,
  type IdentityProvider,
  type IdentityResult,
} from './port.ts'

type Discovery = { metadata: openid.ServerMetadata; at: number }
type Fetch = (url: string, options: openid.CustomFetchOptions) => Promise<Response>

const TTL_MS = 3_600_000
/** Key sets, token responses and configurations have a few kilobytes. */
const MAX_RESPONSE_BYTES = 256 * 1024

/**
 * Signs in with Google or another OpenID provider (`issuer`): authorisation code flow with PKCE. The
 * signature of the ID token is always verified.
 */
export function googleProvider({
  issuer,
  client,
}: {
  issuer: string
  client: OAuthClient
}): IdentityProvider {
  let discovery: Promise<Discovery> | null = null
  const getMetadata = async (): Promise<openid.ServerMetadata> => {
    const cached = await discovery?.catch(() => null)
    if (cached && performance.now() - cached.at < TTL_MS) return cached.metadata
    discovery = discover(issuer, client)
    return (await discovery).metadata
  }
  return {
    picture: (address) =>
      fetchPicture(address, { origin: new URL(issuer).origin, domains: ['googleusercontent.com'] }),
    async authorizationUrl({ state, nonce, codeVerifier, redirectUri }) {
      const metadata = await getMetadata().catch((error: unknown) => {
        throw new ProviderUnavailable('OpenID discovery failed', { cause: error })
      })
      return openid.buildAuthorizationUrl(createConfiguration(metadata, client, fetchLimited), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async handleCallback(query, { state, nonce, codeVerifier, redirectUri }) {
      if (query.has('error'))
        return failure(query.get('error') === 'access_denied' ? 'denied' : 'failed', 'error response')
      try {
        const metadata = await getMetadata()
        const callbackUrl = new URL(`${redirectUri}?${query}`)
        const { seen, fetch } = createReplayingFetch()
        const grant = (issuerName: string, by: Fetch) =>
          openid.authorizationCodeGrant(
            createConfiguration({ ...metadata, issuer: issuerName }, client, by),
            withIssuer(callbackUrl, issuerName, metadata.issuer),
            {
              pkceCodeVerifier: codeVerifier,
              expectedNonce: nonce,
              expectedState: state,
              idTokenExpected: true,
            },
          )
        const tokens = await grant(metadata.issuer, fetch).catch((error: unknown) => {
          const issuerName = alternativeIssuer(metadata.issuer)
          if (!seen.answer || !namesIssuer(error, issuerName)) throw error
          return grant(issuerName, fetch)
        })
        const claims = tokens.claims()
        const identity =
          claims &&
          identityFrom({
            subject: claims.sub,
            email: claims.email,
            emailVerified: claims.email_verified,
            firstname: claims.given_name ?? claims.name,
            lastname: claims.family_name,
            picture: claims.picture,
          })
        return identity ? { ok: true, identity } : failure('failed', 'ID token without valid subject')
      } catch (error) {
        return failure('failed', describeError(error))
      }
    },
  }
}

const failure = (reason: 'denied' | 'failed', detail: string): IdentityResult => ({
  ok: false,
  reason,
  detail,
})

/** An error code of the library, with the words of an error response of the provider. */
function describeError(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code =
    'code' in error && typeof error.code === 'string' && /^[A-Z_]{3,60}$/.test(error.code)
      ? error.code
      : error.name
  if (!(error instanceof openid.ResponseBodyError)) return code
  return withWords({ code, said: providerWords([error.error, error.error_description].join(' ')) })
}

/**
 * Whether Google knows the client: a code that does not exist is refused only after the client's secret.
 * @throws ProviderUnavailable with Google's words.
 */
export async function checkGoogleClient({
  issuer,
  client,
}: {
  issuer: string
  client: OAuthClient
}): Promise<void> {
  const metadata = await discover(issuer, client).then(
    (found) => found.metadata,
    (error: unknown) => {
      const { code } = classifyRequestError(error)
      throw new ProviderUnavailable(
        `${new URL(issuer).host}: ${code === 'no answer' ? describeError(error) : code}`,
      )
    },
  )
  const answer = await sendRequest(metadata.token_endpoint ?? '', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: issuer,
      client_id: client.id,
      client_secret: client.secret,
    }).toString(),
    timeout: TIMEOUT_SECONDS * 1_000,
  })
  if (answer.status === null) throw new ProviderUnavailable(`${new URL(issuer).host}: ${answer.code}`)
  if (/"(invalid_grant|redirect_uri_mismatch)"/.test(answer.body)) return
  const said = providerWords(answer.body, [client.secret])
  throw new ProviderUnavailable(withWords({ code: `status ${answer.status}`, said }))
}

async function discover(issuer: string, client: OAuthClient): Promise<Discovery> {
  const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []
  const configuration = await openid.discovery(
    new URL(issuer),
    client.id,
    undefined,
    openid.ClientSecretPost(client.secret),
    { timeout: TIMEOUT_SECONDS, execute: insecure, [openid.customFetch]: fetchLimited },
  )
  return { metadata: { ...configuration.serverMetadata() }, at: performance.now() }
}

function createConfiguration(
  metadata: openid.ServerMetadata,
  { id, secret }: OAuthClient,
  fetch: Fetch,
): openid.Configuration {
  // Only this signature algorithm is accepted, even if the provider supports others.
  const configuration = new openid.Configuration(
    metadata,
    id,
    { client_secret: secret, id_token_signed_response_alg: 'RS256' },
    openid.ClientSecretPost(secret),
  )
  if (metadata.token_endpoint?.startsWith('http:')) openid.allowInsecureRequests(configuration)
  openid.enableNonRepudiationChecks(configuration)
  configuration.timeout = TIMEOUT_SECONDS
  configuration[openid.customFetch] = fetch
  return configuration
}

async function fetchLimited(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, {
    ...options,
    body: options.body ?? null,
    redirect: 'error',
  } as RequestInit)
  return new Response(await readAtMost(answer, MAX_RESPONSE_BYTES), {
    status: answer.status,
    headers: answer.headers,
  })
}

/** Google's ID tokens have had `iss` with and without `https://`. */
const alternativeIssuer = (issuer: string): string => issuer.replace(/^https?:\/\//, '')

/**
 * Whether a token was rejected only because of this issuer name; the library reports it in the chain of
 * causes.
 */
const namesIssuer = (error: unknown, issuerName: string): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { cause, claim, claims } = error as { cause?: unknown; claim?: unknown; claims?: { iss?: unknown } }
  return (claim === 'iss' && claims?.iss === issuerName) || namesIssuer(cause, issuerName)
}

/**
 * Adapts the `iss` parameter of the callback (RFC 9207) to the alternative name; it was compared with the
 * usual name in the first attempt.
 */
function withIssuer(callbackUrl: URL, issuerName: string, usual: string): URL {
  if (issuerName === usual || !callbackUrl.searchParams.has('iss')) return callbackUrl
  const url = new URL(callbackUrl)
  url.searchParams.set('iss', issuerName)
  return url
}

/**
 * Returns a fetch that repeats the token response for the second attempt, because a code can be exchanged
 * only once.
 */
function createReplayingFetch(): {
  seen: { answer: { url: string; status: number; headers: Headers; text: string } | null }
  fetch: Fetch
} {
  const seen: ReturnType<typeof createReplayingFetch>['seen'] = { answer: null }
  return {
    seen,
    async fetch(url, options) {
      if (options.method !== 'POST') return fetchLimited(url, options)
      if (seen.answer?.url !== url) {
        const answer = await fetchLimited(url, options)
        seen.answer = { url, status: answer.status, headers: answer.headers, text: await answer.text() }
      }
      return new Response(seen.answer.text, { status: seen.answer.status, headers: seen.answer.headers })
    },
  }
}
