import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { OAuthClient } from '#server/config/identity.ts'
import { chooser, readPostedForm, sendJson, sendPage } from './page.ts'
import { findPerson, type Person } from './people.ts'

type Options = { client: OAuthClient; redirectUri: string; /** Origin of profile pictures. */ origin: string }
type Code = { person: Person; challenge: string | null; until: number }
type GraphError = { message: string; code: number; error_subcode?: number }

const CODE_MS = 600_000
const TOKEN_SECONDS = 5_184_000

type Store = { codes: Map<string, Code>; tokens: Map<string, Person> }
type Answer = (query: URLSearchParams) => object | GraphError

/** Simulates Facebook's login dialog and the part of the Graph API that a sign-in uses. */
export function facebookSimulator({
  client,
  redirectUri,
  origin,
}: Options): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const store: Store = { codes: new Map(), tokens: new Map() }
  const graph = createGraph({ client, redirectUri, origin }, store)
  return async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
    const [, , version = '', ...rest] = pathname.split('/')
    const name = rest.join('/')
    if (version === 'dialog' && request.method === 'POST')
      return choose(response, await readPostedForm(request), redirectUri, store)
    const versioned = /^v\d+\.\d$/.test(version)
    if (versioned && name === 'dialog/oauth') return dialog(response, searchParams, { client, redirectUri })
    const answer = versioned && request.method === 'GET' ? graph[name]?.(searchParams) : undefined
    if (!answer || 'code' in answer)
      return sendJson(response, 400, {
        error: {
          type: 'OAuthException',
          fbtrace_id: randomBytes(8).toString('base64url'),
          ...(answer ?? { message: 'Unknown path components', code: 2500 }),
        },
      })
    sendJson(response, 200, answer)
  }
}

const createGraph = (
  { client, redirectUri, origin }: Options,
  { codes, tokens }: Store,
): Record<string, Answer> => ({
  'oauth/access_token': (query) => {
    const code = codes.get(query.get('code') ?? '')
    codes.delete(query.get('code') ?? '')
    if (query.get('client_id') !== client.id || query.get('client_secret') !== client.secret)
      return { message: 'Error validating client secret.', code: 1 }
    if (query.get('redirect_uri') !== redirectUri)
      return {
        message:
          'Error validating verification code. Please make sure your redirect_uri is identical to the ' +
          'one you used in the OAuth dialog request',
        code: 100,
        error_subcode: 36008,
      }
    if (!code || code.until < Date.now())
      return { message: 'This authorization code has been used.', code: 100, error_subcode: 36009 }
    if (
      code.challenge !== null &&
      createHash('sha256')
        .update(query.get('code_verifier') ?? '')
        .digest('base64url') !== code.challenge
    )
      return { message: 'Invalid code_verifier.', code: 100 }
    const token = randomBytes(60).toString('base64url')
    tokens.set(token, code.person)
    return { access_token: token, token_type: 'bearer', expires_in: TOKEN_SECONDS }
  },
  debug_token: (query) => {
    if (query.get('access_token') !== `${client.id}|${client.secret}`)
      return { message: 'Invalid OAuth access token signature.', code: 190 }
    const person = tokens.get(query.get('input_token') ?? '')
    if (!person)
      return {
        data: { error: { code: 190, message: 'Invalid OAuth access token.' }, is_valid: false, scopes: [] },
      }
    return {
      data: {
        app_id: client.id,
        type: 'USER',
        application: 'Stamgast',
        expires_at: Math.floor(Date.now() / 1_000) + TOKEN_SECONDS,
        is_valid: true,
        scopes: ['email', 'public_profile'],
        user_id: person.id,
      },
    }
  },
  me: (query) => {
    const token = query.get('access_token') ?? ''
    const person = tokens.get(token)
    if (!person) return { message: 'Invalid OAuth access token.', code: 190 }
    if (query.get('appsecret_proof') !== createHmac('sha256', client.secret).update(token).digest('hex'))
      return { message: 'Invalid appsecret_proof provided in the API argument', code: 100 }
    return {
      id: person.id,
      name: `${person.firstname} ${person.lastname}`,
      first_name: person.firstname,
      last_name: person.lastname,
      picture: {
        data: { height: 200, width: 200, is_silhouette: false, url: `${origin}/picture/${person.id}.png` },
      },
      ...(person.email ? { email: person.email } : {}),
    }
  },
})

function dialog(
  response: ServerResponse,
  query: URLSearchParams,
  { client, redirectUri }: Pick<Options, 'client' | 'redirectUri'>,
): void {
  if (query.get('client_id') !== client.id || query.get('redirect_uri') !== redirectUri)
    return sendJson(response, 400, { error: { message: 'URL Blocked', type: 'OAuthException', code: 191 } })
  sendPage(
    response,
    chooser('Facebook', '/facebook/dialog', {
      state: query.get('state') ?? '',
      challenge: query.get('code_challenge') ?? '',
    }),
  )
}

function choose(
  response: ServerResponse,
  form: URLSearchParams,
  redirectUri: string,
  { codes }: Store,
): void {
  const person = findPerson(form.get('person'))
  const back = new URL(redirectUri)
  if (person) {
    const code = randomBytes(90).toString('base64url')
    codes.set(code, { person, challenge: form.get('challenge') || null, until: Date.now() + CODE_MS })
    back.searchParams.set('code', code)
  } else {
    for (const [name, value] of Object.entries({
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
    }))
      back.searchParams.set(name, value)
  }
  back.searchParams.set('state', form.get('state') ?? '')
  // Facebook appends this fragment.
  response.writeHead(302, { location: `${back.href}#_=_`, 'cache-control': 'no-store' }).end()
}
