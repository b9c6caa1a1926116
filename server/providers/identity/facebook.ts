import { createHash, createHmac } from 'node:crypto'
import * as v from 'valibot'
import type { OAuthClient } from '#server/config/identity.ts'
import { providerWords, withWords } from '../http/provider-words.ts'
import { sendRequest } from '../http/send-request.ts'
import { fetchPicture, readAtMost } from './picture.ts'
import {
  identityFrom,
  ProviderUnavailable,
  TIMEOUT_SECONDS,
  type IdentityProvider,
  type IdentityResult,
} from './port.ts'

type Options = { dialogUrl: string; graphUrl: string; version: string; client: OAuthClient }

const id = v.pipe(v.string(), v.regex(/^\d{1,40}$/))
const Token = v.object({ access_token: v.pipe(v.string(), v.minLength(1), v.maxLength(2_000)) })
const Inspected = v.object({
  data: v.object({
    app_id: id,
    is_valid: v.literal(true),
    user_id: id,
    expires_at: v.optional(v.number(), 0),
  }),
})
const Profile = v.object({
  id,
  name: v.optional(v.string()),
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
  email: v.optional(v.string()),
  picture: v.optional(
    v.object({
      data: v.optional(v.object({ url: v.optional(v.string()), is_silhouette: v.optional(v.boolean()) })),
    }),
  ),
})

const MAX_RESPONSE_BYTES = 64 * 1024

/**
 * Signs in with Facebook's login dialog and Graph API. The profile does not say whether an e-mail address is
 * verified, so none counts as verified. PKCE parameters are always sent; Facebook may ignore them.
 */
export function facebookProvider({ dialogUrl, graphUrl, version, client }: Options): IdentityProvider {
  const graph = async <S extends v.GenericSchema>(
    path: string,
    query: Record<string, string>,
    schema: S,
  ): Promise<v.InferOutput<S>> => {
    const answer = await fetch(`${graphUrl}/${version}${path}?${new URLSearchParams(query)}`, {
      signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1_000),
      redirect: 'error',
      headers: { accept: 'application/json' },
    })
    const text = Buffer.from(await readAtMost(answer, MAX_RESPONSE_BYTES)).toString()
    if (!answer.ok) throw new GraphError(parseWords(text) ?? `status ${answer.status}`)
    return v.parse(schema, JSON.parse(text))
  }
  return {
    picture: (address) =>
      fetchPicture(address, { origin: new URL(graphUrl).origin, domains: ['fbcdn.net', 'fbsbx.com'] }),
    async authorizationUrl({ state, codeVerifier, redirectUri }) {
      const url = new URL(`${dialogUrl}/${version}/dialog/oauth`)
      url.search = String(
        new URLSearchParams({
          client_id: client.id,
          redirect_uri: redirectUri,
          state,
          response_type: 'code',
          scope: 'email,public_profile',
          code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
          code_challenge_method: 'S256',
        }),
      )
      return url
    },
    async handleCallback(query, { codeVerifier, redirectUri }) {
      if (query.has('error') || query.has('error_code'))
        return failure(query.get('error') === 'access_denied' ? 'denied' : 'failed', 'error response')
      const codes = query.getAll('code')
      if (codes.length !== 1 || !codes[0]) return failure('failed', 'missing or repeated code')
      try {
        const { access_token: token } = await graph(
          '/oauth/access_token',
          {
            client_id: client.id,
            client_secret: client.secret,
            redirect_uri: redirectUri,
            code: codes[0],
            code_verifier: codeVerifier,
          },
          Token,
        )
        const { data } = await graph(
          '/debug_token',
          { input_token: token, access_token: `${client.id}|${client.secret}` },
          Inspected,
        )
        if (data.app_id !== client.id) return failure('failed', 'token of another app')
        if (data.expires_at !== 0 && data.expires_at * 1_000 <= Date.now())
          return failure('failed', 'expired token')
        const proof = createHmac('sha256', client.secret).update(token).digest('hex')
        const me = await graph(
          '/me',
          {
            fields: 'id,name,first_name,last_name,email,picture.type(large)',
            access_token: token,
            appsecret_proof: proof,
          },
          Profile,
        )
        if (me.id !== data.user_id) return failure('failed', 'profile of another user')
        const picture = me.picture?.data?.is_silhouette ? undefined : me.picture?.data?.url
        const identity = identityFrom({
          subject: me.id,
          email: me.email,
          emailVerified: false,
          firstname: me.first_name ?? me.name,
          lastname: me.last_name,
          picture,
        })
        return identity ? { ok: true, identity } : failure('failed', 'profile without valid id')
      } catch (error) {
        return failure(
          'failed',
          error instanceof GraphError ? error.message : error instanceof Error ? error.name : 'unknown',
        )
      }
    },
  }
}

/** An error response; the message is Facebook's words. */
class GraphError extends Error {}

const ErrorResponse = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ error: v.object({ message: v.string() }) }),
)
function parseWords(text: string): string | undefined {
  const answer = v.safeParse(ErrorResponse, text)
  return answer.success ? providerWords(answer.output.error.message) : undefined
}

/**
 * Whether Facebook knows the app: it gives it a token of its own. @throws ProviderUnavailable with its words.
 */
export async function checkFacebookClient({
  graphUrl,
  version,
  client,
}: Omit<Options, 'dialogUrl'>): Promise<void> {
  const query = new URLSearchParams({
    client_id: client.id,
    client_secret: client.secret,
    grant_type: 'client_credentials',
  })
  const answer = await sendRequest(`${graphUrl}/${version}/oauth/access_token?${query}`, {
    method: 'GET',
    headers: { accept: 'application/json' },
    timeout: TIMEOUT_SECONDS * 1_000,
  })
  if (answer.status === 200) return
  throw new ProviderUnavailable(
    answer.status === null
      ? `${new URL(graphUrl).host}: ${answer.code}`
      : withWords({ code: `status ${answer.status}`, said: parseWords(answer.body) }),
  )
}

const failure = (reason: 'denied' | 'failed', detail: string): IdentityResult => ({
  ok: false,
  reason,
  detail,
})
