import { examplesOf, nobody } from './examples.ts'
import { numberOf, type CodeKind, type World } from './action-code-kinds.ts'
import type { TestGuest } from './steps.ts'

type Told = [number, string]

export type ConsumerRow = {
  takes: readonly CodeKind[]
  /** Reads and changes nothing. */
  reads?: true
  /** Known by the code alone, on a host of its own: the tenant whose host a browser is at does not matter. */
  hostless?: true
  /** Uses up what it refuses too: of many answers to one question the first alone counts. */
  usesUp?: readonly CodeKind[]
  /** By a browser that nothing is known of but what `world` says. */
  use(client: TestGuest, code: string, world: World): Promise<Response>
  /** The status and the stable code of every refusal but these three. */
  refusal: Told
  expired: Told
  used?: Told
  /** In another browser than the one that asked. */
  elsewhere?: Told
}

/** What says no under a good status, or in words that another step before it has, as the others say it. */
async function asRefusal(
  sent: Promise<Response>,
  codeOf: (body: unknown) => string | null,
): Promise<Response> {
  const answer = await sent
  const code = codeOf(answer.headers.get('location') ?? (await answer.clone().json()))
  return code === null ? answer : Response.json({ error: { code } }, { status: 410 })
}

const errorOf = (body: unknown) => (body as { error?: { code: string } }).error?.code
const asAsker = (client: TestGuest, { ask }: World) => {
  client.cookies.set('ask', ask)
  return client
}
const asGuest = (client: TestGuest, { session }: World) => {
  client.cookies.set('session', session)
  return client
}

const example = examplesOf(nobody)
const refusal: Told = [400, 'auth/invalid-action-code']
const expired: Told = [400, 'auth/expired-action-code']
const allGone = (code: string): { refusal: Told; expired: Told } => ({
  refusal: [410, code],
  expired: [410, code],
})

const handOvers = ['handOver', 'providerEmail'] as const

/** What came of an invitation; a try that waits for another one is lost like one that came after it. */
const inviteFault = (code: string | undefined) =>
  code === undefined
    ? null
    : code === 'request/invalid'
      ? 'not-found'
      : code === 'invite/pending'
        ? 'invite/used'
        : code

/** What can be done with which code: one row for each call that takes one. The test makes every pair of them with a kind, in every state. */
export const consumerRows: Record<string, ConsumerRow> = {
  checkActionCode: {
    takes: ['signIn', 'verifyEmail', 'verifyAndChangeEmail', 'resetPassword', 'recoverEmail'],
    reads: true,
    refusal,
    expired,
    use: (client, oobCode) => client.send('checkActionCode', { oobCode }),
  },
  applyActionCode: {
    takes: ['signIn', 'verifyEmail', 'verifyAndChangeEmail'],
    refusal,
    expired,
    use: (client, oobCode) => client.send('applyActionCode', { oobCode }),
  },
  confirmPasswordReset: {
    takes: ['resetPassword'],
    refusal,
    expired,
    use: (client, oobCode) =>
      client.send('confirmPasswordReset', { oobCode, newPassword: 'en rolig aften ved søen' }),
  },
  recoverEmail: {
    takes: ['recoverEmail'],
    refusal,
    expired,
    use: (client, oobCode) => client.send('recoverEmail', { oobCode }),
  },
  signInWithAnonymousLink: {
    takes: ['magicLogin', 'customLogin'],
    reads: true,
    refusal: [410, 'used'],
    expired: [410, 'expired'],
    use: (client, linkIdentifier) =>
      asRefusal(client.send('signInWithAnonymousLink', { linkIdentifier }), (body) => {
        const { state } = body as { state: string }
        return state === 'fresh' ? null : state === 'unknown' ? 'used' : state
      }),
  },
  signInWithCustomToken: {
    takes: ['magicLogin', 'customLogin'],
    refusal: [401, 'auth/invalid-custom-token'],
    expired: [401, 'auth/invalid-custom-token'],
    use: (client, linkIdentifier) => client.send('signInWithCustomToken', { linkIdentifier }),
  },
  requestConfirmMobile: {
    takes: ['confirmMobile'],
    ...allGone('no success'),
    use: (client, code, { tenant, uid }) =>
      asRefusal(
        client.send('gen2_userHandlingApi-requestConfirmMobile', {
          uid: code,
          language: 'en',
          tenant,
          user: uid,
        }),
        (body) => ((body as { result: { success: boolean } }).result.success ? null : 'no success'),
      ),
  },
  signInWithCode: {
    takes: ['signInCode'],
    ...allGone('auth/invalid-verification-code'),
    use: (client, code, world) =>
      asRefusal(asAsker(client, world).send('signInWithCode', { email: world.email, code }), (body) =>
        errorOf(body) ? 'auth/invalid-verification-code' : null,
      ),
  },
  'the callback of a provider': {
    takes: ['provider'],
    hostless: true,
    ...allGone('over'),
    use: (_client, code, { app: { app, deps } }) => {
      const { host } = new URL(deps.config.authOrigin)
      const asked = app.fetch(
        new Request(
          `http://${host}/oauth/facebook/callback?error=access_denied&state=${encodeURIComponent(code)}`,
          { headers: { host } },
        ),
        {},
      )
      return asRefusal(Promise.resolve(asked), (to) =>
        String(to).endsWith('?message=provider-denied') ? null : 'over',
      ).then((answer) => (answer.status === 303 ? new Response() : answer))
    },
  },
  checkHandOver: {
    takes: handOvers,
    reads: true,
    ...allGone('gone'),
    elsewhere: [410, 'elsewhere'],
    use: (client, code, world) =>
      asRefusal(asAsker(client, world).send('checkHandOver', { code }), (body) => {
        const { state } = body as { state: string }
        return state === 'gone' || state === 'elsewhere' ? state : null
      }),
  },
  takeHandOver: {
    takes: handOvers,
    ...allGone('gone'),
    elsewhere: [410, 'elsewhere'],
    use: (client, code, world) =>
      asRefusal(asAsker(client, world).send('takeHandOver', { code }), (body) => {
        const { outcome, reason } = body as { outcome: string; reason?: string }
        return outcome === 'signedIn' ? null : (reason ?? outcome)
      }),
  },
  signInWithPasskey: {
    takes: ['passkey'],
    usesUp: ['passkey', 'passkeyRegistration'],
    ...allGone('passkey/refused'),
    use: (client, code, world) =>
      asRefusal(
        asAsker(client, world).send('signInWithPasskey', {
          code,
          response: world.answer ?? example.signInWithPasskey.response,
        }),
        (body) => (errorOf(body) === undefined ? null : 'passkey/refused'),
      ),
  },
  registerPasskey: {
    takes: ['passkeyRegistration'],
    usesUp: ['passkey', 'passkeyRegistration'],
    ...allGone('passkey/refused'),
    // Without a session of the tenant nobody gets as far as being refused a passkey.
    use: (client, code, world) =>
      asRefusal(
        asGuest(client, world).send('registerPasskey', {
          tenantId: world.tenant,
          uid: world.uid,
          code,
          response: world.made ?? example.registerPasskey.response,
        }),
        (body) => (errorOf(body) === undefined ? null : 'passkey/refused'),
      ),
  },
  getNewUserInvite: {
    takes: ['invite'],
    reads: true,
    refusal: [410, 'not-found'],
    expired: [410, 'expired'],
    used: [410, 'used'],
    use: (client, id, { tenant }) =>
      asRefusal(client.send('getNewUserInvite', { tenantId: tenant, id }), (body) => {
        const { state } = body as { state?: string }
        return state === 'fresh'
          ? null
          : state === undefined
            ? 'not-found'
            : state === 'success'
              ? 'used'
              : state
      }),
  },
  newUserCreateFromInvite: {
    takes: ['invite'],
    refusal: [410, 'not-found'],
    expired: [410, 'invite/expired'],
    used: [410, 'invite/used'],
    use: (client, uid, { tag }) =>
      asRefusal(
        client.send('userHandlingApi-newUserCreateFromInvite', {
          userData: {
            uid,
            firstname: 'Freja',
            lastname: 'Holm',
            email: `invited-${tag}@example.com`,
            mobile: numberOf(tag).slice(3),
            countryCode: 'DK',
            dialCode: '+45',
            preferredLanguage: 'da',
            password: 'en rolig aften',
          },
        }),
        (body) =>
          inviteFault(
            (body as { result?: { error?: { errorInfo: { code: string } } } }).result?.error?.errorInfo
              .code ?? errorOf(body),
          ),
      ),
  },
}
