import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { interactionPolicy, Provider } from 'oidc-provider'
import type { OAuthClient } from '#server/config/identity.ts'
import { memoryAdapter } from './memory.ts'
import { chooser, readPostedForm, sendPage } from './page.ts'
import { findPerson, type Person } from './people.ts'

type Options = { issuer: string; client: OAuthClient; redirectUri: string }

/**
 * Simulates Google with a certified OpenID provider: discovery, keys, PKCE, and ID tokens with Google's
 * claims.
 */
export function googleSimulator({
  issuer,
  client,
  redirectUri,
}: Options): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const provider = openProvider({ issuer, client, redirectUri })
  const answer = provider.callback()
  return async (request, response) => {
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    if (!uid) return answer(request, response)
    if (request.method === 'GET') return sendPage(response, chooser('Google', `/interaction/${uid}`))
    const person = findPerson((await readPostedForm(request)).get('person'))
    const result = person
      ? { login: { accountId: person.id, remember: false }, select_account: {} }
      : { error: 'access_denied', error_description: 'The user cancelled.' }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  }
}

function openProvider({ issuer, client, redirectUri }: Options): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const policy = interactionPolicy.base()
  // Google shows an account chooser; choosing an account is the consent.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  policy.remove('consent')
  const provider = new Provider(issuer, {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'RS256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'simulator', alg: 'RS256', use: 'sig' }] },
    cookies: {
      keys: [randomBytes(16).toString('hex')],
      names: { interaction: '_idp_interaction', resume: '_idp_resume', session: '_idp_session' },
    },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    // Google puts the claims into the ID token.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, interaction) => `/interaction/${interaction.uid}` },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 3_600,
      IdToken: 3_600,
      Interaction: 3_600,
      Session: 3_600,
    },
    findAccount: (_context, id) => {
      const person = findPerson(id)
      return person
        ? { accountId: id, claims: () => ({ ...toClaims(person), picture: `${issuer}/picture/${id}.png` }) }
        : undefined
    },
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId,
        accountId: context.oidc.session?.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    async renderError(context) {
      context.type = 'text/plain'
      context.body = 'The simulator cannot do this. Go back and try again.'
    },
  })
  return provider
}

const toClaims = ({ id, firstname, lastname, email, emailVerified }: Person) => ({
  sub: id,
  name: `${firstname} ${lastname}`,
  given_name: firstname,
  family_name: lastname,
  ...(email ? { email, email_verified: emailVerified } : {}),
})
