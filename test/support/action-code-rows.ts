import { examplesOf, nonexistent } from './examples.ts'
import { numberOf, type CodeKind, type Fixture } from './action-code-kinds.ts'
import type { TestGuest } from './steps.ts'

type Rejection = [number, string]

export type ConsumerRow = {
  takes: readonly CodeKind[]
  /** Reads and changes nothing. */
  reads?: true
  /**
   * Served on its own host and identified only by the code: the tenant of the browser's host does not matter.
   */
  hostless?: true
  /** Consumes codes that it rejects too: only the first response to a challenge counts. */
  consumes?: readonly CodeKind[]
  /** Runs in a browser whose cookies come only from `fixture`. */
  use(client: TestGuest, code: string, fixture: Fixture): Promise<Response>
  /** Status and error code of every rejection but the three below. */
  rejection: Rejection
  expired: Rejection
  used?: Rejection
  /** In another browser than the one that requested the code. */
  elsewhere?: Rejection
}

/**
 * Converts a rejection with a 2xx status, or one that an earlier step words differently, to the form of the
 * others.
 */
async function asRejection(
  sent: Promise<Response>,
  codeOf: (body: unknown) => string | null,
): Promise<Response> {
  const answer = await sent
  const code = codeOf(answer.headers.get('location') ?? (await answer.clone().json()))
  return code === null ? answer : Response.json({ error: { code } }, { status: 410 })
}

const errorOf = (body: unknown) => (body as { error?: { code: string } }).error?.code
const asRequestingBrowser = (client: TestGuest, { ask }: Fixture) => {
  client.cookies.set('ask', ask)
  return client
}
const asGuest = (client: TestGuest, { session }: Fixture) => {
  client.cookies.set('session', session)
  return client
}

const example = examplesOf(nonexistent)
const rejection: Rejection = [400, 'auth/invalid-action-code']
const expired: Rejection = [400, 'auth/expired-action-code']
const allStatus410 = (code: string): { rejection: Rejection; expired: Rejection } => ({
  rejection: [410, code],
  expired: [410, code],
})

const handOvers = ['handOver', 'providerEmail'] as const

/** Result of an invitation; an attempt that waited for another one fails like one that came after it. */
const inviteErrorCode = (code: string | undefined) =>
  code === undefined
    ? null
    : code === 'request/invalid'
      ? 'not-found'
      : code === 'invite/pending'
        ? 'invite/used'
        : code

/**
 * What each code can be used for: one row for each call that takes a code. The test combines every call with
 * every kind in every state.
 */
export const consumerRows: Record<string, ConsumerRow> = {
  checkActionCode: {
    takes: ['signIn', 'verifyEmail', 'verifyAndChangeEmail', 'resetPassword', 'recoverEmail'],
    reads: true,
    rejection,
    expired,
    use: (client, oobCode) => client.send('checkActionCode', { oobCode }),
  },
  applyActionCode: {
    takes: ['signIn', 'verifyEmail', 'verifyAndChangeEmail'],
    rejection,
    expired,
    use: (client, oobCode) => client.send('applyActionCode', { oobCode }),
  },
  confirmPasswordReset: {
    takes: ['resetPassword'],
    rejection,
    expired,
    use: (client, oobCode) =>
      client.send('confirmPasswordReset', { oobCode, newPassword: 'en rolig aften ved søen' }),
  },
  recoverEmail: {
    takes: ['recoverEmail'],
    rejection,
    expired,
    use: (client, oobCode) => client.send('recoverEmail', { oobCode }),
  },
  acceptBookingLink: {
    takes: ['booking'],
    rejection: [401, 'auth/invalid-custom-token'],
    expired: [401, 'auth/invalid-custom-token'],
    use: (client, code) => client.send('acceptBookingLink', { code }),
  },
  signInWithAnonymousLink: {
    takes: ['magicLogin', 'customLogin'],
    reads: true,
    rejection: [410, 'auth/invalid-custom-token'],
    expired: [400, 'auth/link-expired'],
    // The page of a link says of one that it was used.
    use: (client, linkIdentifier) =>
      asRejection(client.send('signInWithAnonymousLink', { linkIdentifier }), (body) =>
        ['auth/link-used', 'auth/invalid-custom-token'].includes(errorOf(body) ?? '')
          ? 'auth/invalid-custom-token'
          : null,
      ),
  },
  signInWithCustomToken: {
    takes: ['magicLogin', 'customLogin'],
    rejection: [401, 'auth/invalid-custom-token'],
    expired: [401, 'auth/invalid-custom-token'],
    use: (client, linkIdentifier) => client.send('signInWithCustomToken', { linkIdentifier }),
  },
  requestConfirmMobile: {
    takes: ['confirmMobile'],
    ...allStatus410('no success'),
    use: (client, code, { tenant, uid }) =>
      asRejection(
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
    ...allStatus410('auth/invalid-verification-code'),
    use: (client, code, fixture) =>
      asRejection(
        asRequestingBrowser(client, fixture).send('signInWithCode', { email: fixture.email, code }),
        (body) => (errorOf(body) ? 'auth/invalid-verification-code' : null),
      ),
  },
  'the callback of a provider': {
    takes: ['provider'],
    hostless: true,
    ...allStatus410('over'),
    use: (_client, code, { app: { app, deps } }) => {
      const { host } = new URL(deps.config.authOrigin)
      const asked = app.fetch(
        new Request(
          `http://${host}/oauth/facebook/callback?error=access_denied&state=${encodeURIComponent(code)}`,
          { headers: { host } },
        ),
        {},
      )
      return asRejection(Promise.resolve(asked), (to) =>
        String(to).endsWith('?message=provider-denied') ? null : 'over',
      ).then((answer) => (answer.status === 303 ? new Response() : answer))
    },
  },
  checkHandOver: {
    takes: handOvers,
    reads: true,
    ...allStatus410('gone'),
    elsewhere: [410, 'elsewhere'],
    use: (client, code, fixture) =>
      asRejection(asRequestingBrowser(client, fixture).send('checkHandOver', { code }), (body) => {
        const { state } = body as { state: string }
        return state === 'gone' || state === 'elsewhere' ? state : null
      }),
  },
  takeHandOver: {
    takes: handOvers,
    ...allStatus410('gone'),
    elsewhere: [410, 'elsewhere'],
    use: (client, code, fixture) =>
      asRejection(asRequestingBrowser(client, fixture).send('takeHandOver', { code }), (body) => {
        const { outcome, reason } = body as { outcome: string; reason?: string }
        return outcome === 'signedIn' ? null : (reason ?? outcome)
      }),
  },
  signInWithPasskey: {
    takes: ['passkey'],
    consumes: ['passkey', 'passkeyRegistration'],
    ...allStatus410('passkey/refused'),
    use: (client, code, fixture) =>
      asRejection(
        asRequestingBrowser(client, fixture).send('signInWithPasskey', {
          code,
          response: fixture.answer ?? example.signInWithPasskey.response,
        }),
        (body) => (errorOf(body) === undefined ? null : 'passkey/refused'),
      ),
  },
  registerPasskey: {
    takes: ['passkeyRegistration'],
    consumes: ['passkey', 'passkeyRegistration'],
    ...allStatus410('passkey/refused'),
    // Without a session of the tenant the request is rejected before its passkey is checked.
    use: (client, code, fixture) =>
      asRejection(
        asGuest(client, fixture).send('registerPasskey', {
          tenantId: fixture.tenant,
          uid: fixture.uid,
          code,
          response: fixture.made ?? example.registerPasskey.response,
        }),
        (body) => (errorOf(body) === undefined ? null : 'passkey/refused'),
      ),
  },
  getNewUserInvite: {
    takes: ['invite'],
    reads: true,
    rejection: [410, 'not-found'],
    expired: [410, 'expired'],
    used: [410, 'used'],
    use: (client, id, { tenant }) =>
      asRejection(client.send('getNewUserInvite', { tenantId: tenant, id }), (body) => {
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
    rejection: [410, 'not-found'],
    expired: [410, 'invite/expired'],
    used: [410, 'invite/used'],
    use: (client, uid, { tag }) =>
      asRejection(
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
          inviteErrorCode(
            (body as { result?: { error?: { errorInfo: { code: string } } } }).result?.error?.errorInfo
              .code ?? errorOf(body),
          ),
      ),
  },
}
