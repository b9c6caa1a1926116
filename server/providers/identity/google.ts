import { createHash } from 'node:crypto'
import * as openid from 'openid-client'
import type { OAuthClient } from '#server/config.ts'
import { fetchPicture, readAtMost } from './picture.ts'
import {
  identityFrom,
  ProviderUnavailable,
  TIMEOUT_SECONDS,
  type IdentityProvider,
  type Told,
} from './port.ts'

type Found = { metadata: openid.ServerMetadata; at: number }
type Fetch = (url: string, options: openid.CustomFetchOptions) => Promise<Response>

const FRESH_MS = 3_600_000
/** A key set, a token answer or a configuration is a few kilobytes. */
const LONGEST_ANSWER = 256 * 1024

/** Google, or whichever OpenID provider `issuer` names: code flow with PKCE, and an ID token whose signature is always verified. */
export function googleProvider({
  issuer,
  client,
}: {
  issuer: string
  client: OAuthClient
}): IdentityProvider {
  let found: Promise<Found> | null = null
  const discovered = async (): Promise<openid.ServerMetadata> => {
    const known = await found?.catch(() => null)
    if (known && performance.now() - known.at < FRESH_MS) return known.metadata
    found = discover(issuer, client)
    return (await found).metadata
  }
  return {
    picture: (address) =>
      fetchPicture(address, { origin: new URL(issuer).origin, domains: ['googleusercontent.com'] }),
    async leave({ state, nonce, codeVerifier, redirectUri }) {
      const metadata = await discovered().catch((error: unknown) => {
        throw new ProviderUnavailable('no configuration', { cause: error })
      })
      return openid.buildAuthorizationUrl(configured(metadata, client, limited), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
        code_challenge_method: 'S256',
        prompt: 'select_account',
      })
    },
    async comeBack(query, { state, nonce, codeVerifier, redirectUri }) {
      if (query.has('error'))
        return refused(
          query.get('error') === 'access_denied' ? 'denied' : 'failed',
          'the provider answered with an error',
        )
      try {
        const metadata = await discovered()
        const here = new URL(`${redirectUri}?${query}`)
        const { seen, fetch } = replayed()
        const grant = (spelling: string, by: Fetch) =>
          openid.authorizationCodeGrant(
            configured({ ...metadata, issuer: spelling }, client, by),
            withIssuer(here, spelling, metadata.issuer),
            {
              pkceCodeVerifier: codeVerifier,
              expectedNonce: nonce,
              expectedState: state,
              idTokenExpected: true,
            },
          )
        const tokens = await grant(metadata.issuer, fetch).catch((error: unknown) => {
          const spelling = otherSpelling(metadata.issuer)
          if (!seen.answer || !namesIssuer(error, spelling)) throw error
          return grant(spelling, fetch)
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
        return identity ? { ok: true, identity } : refused('failed', 'the token names nobody')
      } catch (error) {
        return refused('failed', faultOf(error))
      }
    },
  }
}

const refused = (reason: 'denied' | 'failed', fault: string): Told => ({ ok: false, reason, fault })

/** A code of the library's own, never what the other side has written. */
const faultOf = (error: unknown): string =>
  error instanceof Error
    ? 'code' in error && typeof error.code === 'string' && /^[A-Z_]{3,60}$/.test(error.code)
      ? error.code
      : error.name
    : 'unknown'

async function discover(issuer: string, client: OAuthClient): Promise<Found> {
  const insecure = issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []
  const configuration = await openid.discovery(
    new URL(issuer),
    client.id,
    undefined,
    openid.ClientSecretPost(client.secret),
    { timeout: TIMEOUT_SECONDS, execute: insecure, [openid.customFetch]: limited },
  )
  return { metadata: { ...configuration.serverMetadata() }, at: performance.now() }
}

function configured(
  metadata: openid.ServerMetadata,
  { id, secret }: OAuthClient,
  fetch: Fetch,
): openid.Configuration {
  // Whatever else the provider may be able to sign with: only this is believed.
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

async function limited(url: string, options: openid.CustomFetchOptions): Promise<Response> {
  const answer = await fetch(url, {
    ...options,
    body: options.body ?? null,
    redirect: 'error',
  } as RequestInit)
  return new Response(await readAtMost(answer, LONGEST_ANSWER), {
    status: answer.status,
    headers: answer.headers,
  })
}

/** Google's tokens have named it with and without `https://`; by its signature it is the same provider. */
const otherSpelling = (issuer: string): string => issuer.replace(/^https?:\/\//, '')

/** Whether a token was refused for nothing but this spelling; the library tells it somewhere along the causes. */
const namesIssuer = (error: unknown, spelling: string): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { cause, claim, claims } = error as { cause?: unknown; claim?: unknown; claims?: { iss?: unknown } }
  return (claim === 'iss' && claims?.iss === spelling) || namesIssuer(cause, spelling)
}

/** The `iss` of the answer itself (RFC 9207) is held against the usual spelling; under the other one it has passed that already. */
function withIssuer(here: URL, spelling: string, usual: string): URL {
  if (spelling === usual || !here.searchParams.has('iss')) return here
  const url = new URL(here)
  url.searchParams.set('iss', spelling)
  return url
}

/** A code can be exchanged once only: the second look at the answer reads the first one again. */
function replayed(): {
  seen: { answer: { url: string; status: number; headers: Headers; text: string } | null }
  fetch: Fetch
} {
  const seen: ReturnType<typeof replayed>['seen'] = { answer: null }
  return {
    seen,
    async fetch(url, options) {
      if (options.method !== 'POST') return limited(url, options)
      if (seen.answer?.url !== url) {
        const answer = await limited(url, options)
        seen.answer = { url, status: answer.status, headers: answer.headers, text: await answer.text() }
      }
      return new Response(seen.answer.text, { status: seen.answer.status, headers: seen.answer.headers })
    },
  }
}
