import { createActionCode } from '#server/identity/action-code/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { openAuthenticator } from './authenticator.ts'
import { codeTo } from './action-mail.ts'
import type { FakeProvider } from './identity-provider.ts'
import type { TestApp } from './make.ts'
import { asOwner } from './seeded.ts'
import { errorCodeOf, register, type TestGuest } from './steps.ts'

export const email = 'freja@example.com'
export const mobile = '20123456'
export const password = 'stamgast-demo'
export const fresh = 'en rolig aften ved søen'
const SECOND = 1_000
const DAY = 86_400_000

type Fixture = { app: TestApp; fake: FakeProvider }

/** Creates a guest with every kind of record, and with pending links. */
export async function makeCompleteGuest({ app, fake }: Fixture, tenant: TenantId) {
  const one = app.guest(tenant)
  const id = await register(one, tenant, email)
  await one('applyActionCode', { oobCode: await codeTo(app, tenant, email, 'verifyEmail') })
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+45${mobile}', mobile_verified = true where tenant_id = '${tenant}'`,
  )
  await signInWithGoogle({ app, fake }, app.guest(tenant))
  await addPasskey(one, tenant, id)
  await one('sendPasswordResetEmail', { email })
  await one('verifyBeforeUpdateEmail', { newEmail: 'new@example.com' })
  await app.guest(tenant)('sendMagicLink', { tenantId: tenant, email, mobile, dialcode: '+45' })
  await app.db.write(tenant, (tx) =>
    createInvite(tx, {
      prefill: { email },
      expiresAt: new Date(app.deps.now() + DAY),
      createdAt: new Date(app.deps.now()),
    }),
  )
  return { guest: one, uid: id, session: one.cookies.get('session') ?? '' }
}

async function handleCallback(
  { app, fake }: Fixture,
  one: TestGuest,
  purpose: 'signIn' | 'link' = 'signIn',
): Promise<string> {
  const back = fake.answer((await one('signInWithProvider', { provider: 'google', purpose })).url)
  const answer = await app.app.fetch(new Request(back, { headers: { host: back.host } }), {})
  return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
}
/** Signs in with the fake Google, or connects it. */
export const signInWithGoogle = async (fixture: Fixture, one: TestGuest, purpose?: 'link') =>
  one('takeHandOver', { code: await handleCallback(fixture, one, purpose) })

async function addPasskey(one: TestGuest, tenant: TenantId, id: string) {
  const phone = openAuthenticator((await one('getTenant', { tenantId: tenant })).origin)
  const { code, options } = await one('passkeyRegistrationOptions', { tenantId: tenant, uid: id })
  await one('registerPasskey', { tenantId: tenant, uid: id, code, response: phone.make(options) })
  return phone
}

const expectSame = <T>(found: T, wanted: T) => {
  if (found !== wanted) throw new Error(`${String(found)} instead of ${String(wanted)}`)
}

/**
 * All flows of a guest's account at one tenant, in their natural order: every sign-in method and every
 * change, through deletion and a new registration.
 */
export function accountFlows(
  fixture: Fixture,
  here: TenantId,
  guest: TestGuest,
): [string, () => Promise<unknown>][] {
  const { app } = fixture
  let uid = ''
  const later = (ms = 31 * SECOND) => {
    app.clock.now = (app.clock.now ?? 0) + ms
  }
  const self = () => ({ tenantId: here, uid })
  const enter = (with_ = password) => guest('signInWithEmailAndPassword', { email, password: with_ })
  const linkInSms = async () =>
    /\/cl\/([^?\s]+)/.exec((await app.db.read(here, listSms))[0]?.text ?? '')?.[1] ?? ''
  return [
    [
      'signing up with the same address',
      async () => {
        uid = await register(guest, here, email)
      },
    ],
    [
      'trying to sign up once more',
      () => errorCodeOf(app.guest(here)('createUserWithEmailAndPassword', { email, password })),
    ],
    ['asking again whether the address is one’s own', () => guest('sendEmailVerification', {})],
    [
      'showing that it is',
      async () => guest('applyActionCode', { oobCode: await codeTo(app, here, email, 'verifyEmail') }),
    ],
    ['signing out', () => guest('signOut', {})],
    [
      'wrong passwords until the account waits',
      async () => {
        for (let attempts = 0; attempts < 12; attempts += 1)
          await errorCodeOf(app.guest(here)('signInWithEmailAndPassword', { email, password: 'wrong one' }))
      },
    ],
    ['signing in', () => enter()],
    [
      'a new password by mail',
      async () => {
        later()
        await guest('sendPasswordResetEmail', { email })
        await guest('confirmPasswordReset', {
          oobCode: await codeTo(app, here, email, 'resetPassword'),
          newPassword: fresh,
        })
        await enter(fresh)
      },
    ],
    [
      'a new password by the old',
      () => guest('updatePassword', { ...self(), currentPassword: fresh, newPassword: password }),
    ],
    [
      'a link by mail',
      async () => {
        later()
        await guest('sendMagicLink', { tenantId: here, email })
        await guest('applyActionCode', { oobCode: await codeTo(app, here, email, 'signIn') })
      },
    ],
    [
      'another address',
      async () => {
        later()
        await guest('verifyBeforeUpdateEmail', {
          newEmail: 'elsewhere@example.com',
          currentPassword: password,
        })
        await guest('applyActionCode', {
          oobCode: await codeTo(app, here, 'elsewhere@example.com', 'verifyAndChangeEmail'),
        })
      },
    ],
    [
      'going back to the first',
      async () => {
        await guest('recoverEmail', { oobCode: await codeTo(app, here, email, 'recoverEmail') })
        await enter()
      },
    ],
    [
      'a number that is confirmed',
      async () => {
        later()
        await guest('updateUser', { ...self(), mobile, countryCode: 'DK' })
        await guest('sendMobileConfirmation', { tenantId: here })
        const [, code = ''] =
          /\/confirmMobile\/([^/]+)\//.exec((await app.db.read(here, listSms))[0]?.text ?? '') ?? []
        expectSame(
          (
            await guest('gen2_userHandlingApi-requestConfirmMobile', {
              uid: code,
              language: 'en',
              tenant: here,
              user: uid,
            })
          ).success,
          true,
        )
      },
    ],
    [
      'a link by text message',
      async () => {
        later()
        await guest('sendMagicLink', { tenantId: here, email: 'x@example.com', mobile, dialcode: '+45' })
        expectSame((await guest('signInWithCustomToken', { linkIdentifier: await linkInSms() })).uid, uid)
      },
    ],
    [
      'six digits',
      async () => {
        later(3_600_000)
        await guest('sendSignInCode', { tenantId: here, email })
        const code = /^\d{6}$/m.exec((await app.db.read(here, listMail))[0]?.text ?? '')?.[0] ?? ''
        expectSame((await guest('signInWithCode', { tenantId: here, email, code })).uid, uid)
      },
    ],
    [
      'a link of the tenant’s own',
      async () => {
        const linkIdentifier = await app.db.write(here, (tx) =>
          createActionCode(
            tx,
            { kind: 'customLogin', guestId: uid, data: {}, expiresAt: new Date(app.deps.now() + 60_000) },
            app.deps.now(),
          ),
        )
        await guest('signInWithCustomToken', { linkIdentifier })
      },
    ],
    [
      'a passkey',
      async () => {
        const phone = await addPasskey(guest, here, uid)
        const { code, options } = await guest('passkeySignInOptions', {})
        expectSame((await guest('signInWithPasskey', { code, response: phone.answer(options) })).uid, uid)
        const {
          documents: [passkey],
        } = await guest('listPasskeys', self())
        await guest('removePasskey', { ...self(), id: passkey?.id ?? '' })
      },
    ],
    [
      'the same Google account',
      async () => {
        expectSame((await signInWithGoogle(fixture, guest)).outcome, 'signedIn')
      },
    ],
    [
      'disconnecting and connecting it',
      async () => {
        await guest('unlinkAccount', { provider: 'google' })
        expectSame((await signInWithGoogle(fixture, guest, 'link')).outcome, 'linked')
      },
    ],
    [
      'the profile',
      async () => {
        await guest('updateUser', { ...self(), firstname: 'Changed', address: 'Elsewhere 1' })
        await guest('listAccounts', {})
        await guest('exportUser', self())
        await guest('removeSessions', self())
      },
    ],
    [
      'deleting the account',
      async () => {
        await enter()
        await guest('deleteUser', { ...self(), confirmed: true, fee: 0, password })
      },
    ],
    [
      'an invitation to the same address',
      async () => {
        const id = await app.db.write(here, (tx) =>
          createInvite(tx, {
            prefill: { email },
            expiresAt: new Date(app.deps.now() + DAY),
            createdAt: new Date(app.deps.now()),
          }),
        )
        expectSame(
          'success' in
            (await guest('userHandlingApi-newUserCreateFromInvite', {
              tenantId: here,
              userData: {
                uid: id,
                firstname: 'Freja',
                lastname: 'Holm',
                email,
                mobile,
                countryCode: 'DK',
                dialCode: '+45',
                preferredLanguage: 'da',
                password,
              },
            })),
          true,
        )
        expectSame((await enter()).uid, id)
      },
    ],
  ]
}
