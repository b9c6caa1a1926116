import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Claims = Record<string, unknown>

/** Deviations that a fake provider can inject; it is correct without them. */
export type InjectedFaults = {
  /** Changes the claims of the ID token. */
  claims?: (claims: Claims) => Claims
  /** none: unsigned. hmac: signed with the public key as the secret. other-key: signed with another key. */
  sign?: 'none' | 'hmac' | 'other-key' | 'client-secret'
  /** Replaces the response of the token endpoint. */
  tokens?: (response: ServerResponse) => void
  /** `iss` of the callback's query; null omits it. */
  answerIssuer?: string | null
}

export type FakeProvider = {
  issuer: string
  injected: InjectedFaults
  /** How often a code has been exchanged. */ exchanged: number
  /** The callback's query, as the browser sends it. */ answer(url: string): URL
  stop(): Promise<void>
}

const json = (response: ServerResponse, body: unknown, status = 200) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A fake OpenID provider with injectable errors. It issues a code without authenticating the user. */
export async function openFakeProvider({
  clientId,
  clientSecret,
  subject = 'somebody',
}: {
  clientId: string
  clientSecret: string
  subject?: string
}): Promise<FakeProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const otherKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const nonces = new Map<string, string>()
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    if (pathname === '/.well-known/openid-configuration') {
      return json(response, {
        issuer: fake.issuer,
        authorization_endpoint: `${fake.issuer}/auth`,
        token_endpoint: `${fake.issuer}/token`,
        jwks_uri: `${fake.issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (pathname === '/keys')
      return json(response, {
        keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
      })
    let text = ''
    request.on('data', (chunk) => {
      text += String(chunk)
    })
    request.on('end', () => {
      const code = new URLSearchParams(text).get('code') ?? ''
      fake.exchanged += 1
      if (fake.injected.tokens) return fake.injected.tokens(response)
      if (!nonces.has(code))
        return json(response, { error: 'invalid_grant', error_description: 'used before' }, 400)
      const now = Math.floor(Date.now() / 1_000)
      const claims = {
        iss: fake.issuer,
        sub: subject,
        aud: clientId,
        iat: now,
        exp: now + 600,
        nonce: nonces.get(code),
        email: 'freja@example.com',
        email_verified: true,
        given_name: 'Freja',
        family_name: 'Holm',
      }
      nonces.delete(code)
      json(response, {
        access_token: 'a',
        token_type: 'Bearer',
        expires_in: 600,
        id_token: token(fake.injected.claims?.(claims) ?? claims),
      })
    })
  })

  function token(claims: Claims): string {
    const { sign } = fake.injected
    const hashed = sign === 'hmac' || sign === 'client-secret'
    const alg = sign === 'none' ? 'none' : hashed ? 'HS256' : 'RS256'
    const signed = `${part({ alg, kid: 'one', typ: 'JWT' })}.${part(claims)}`
    if (sign === 'none') return `${signed}.`
    const by = (key: KeyObject) => createSign('RSA-SHA256').update(signed).sign(key).toString('base64url')
    if (hashed)
      return `${signed}.${createHmac(
        'sha256',
        sign === 'hmac' ? publicKey.export({ format: 'pem', type: 'spki' }) : clientSecret,
      )
        .update(signed)
        .digest('base64url')}`
    return `${signed}.${by(sign === 'other-key' ? otherKey : privateKey)}`
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fake: FakeProvider = {
    issuer: `http://localhost:${(server.address() as AddressInfo).port}`,
    injected: {},
    exchanged: 0,
    answer(url) {
      const parameters = new URL(url).searchParams
      const code = `code-${nonces.size}-${parameters.get('nonce')?.slice(0, 8)}`
      nonces.set(code, parameters.get('nonce') ?? '')
      const back = new URL(parameters.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', parameters.get('state') ?? '')
      const issuer = fake.injected.answerIssuer === undefined ? fake.issuer : fake.injected.answerIssuer
      if (issuer !== null) back.searchParams.set('iss', issuer)
      return back
    },
    async stop() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
  return fake
}

/**
 * Follows the simulator's pages as a browser would, and chooses an account. @returns the callback URL that it
 * redirects the browser to.
 */
export async function chooseAt(simulator: string, url: string, accountName: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let at = new URL(url)
  let init: RequestInit = {}
  for (let hop = 0; hop < 12; hop += 1) {
    const answer = await fetch(at, {
      ...init,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = line.slice(0, line.indexOf(';')).split('=')
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    const body = await answer.text()
    if (location) {
      at = new URL(location, at)
      init = {}
      if (at.origin !== simulator) return at
      continue
    }
    const action = /<form method="post" action="([^"]+)"/.exec(body)?.[1]
    if (!action) throw new Error(`the simulator answered ${answer.status}: ${body.slice(0, 300)}`)
    const hidden = [...body.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value] as [string, string],
    )
    at = new URL(action, at)
    init = { method: 'POST', body: new URLSearchParams([...hidden, ['person', accountName]]) }
  }
  throw new Error('the simulator redirects in a loop')
}
