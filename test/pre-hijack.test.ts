import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findCart, lockCart } from '#server/cart/queries.ts'
import { createActionCode } from '#server/identity/action-code/queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { createInvite } from '#server/identity/invite/queries.ts'
import { listMail } from '#server/mail/queries.ts'
import { listSms } from '#server/sms/queries.ts'
import { codeTo } from '#test/action-mail.ts'
import { openAuthenticator } from '#test/authenticator.ts'
import { openFakeProvider, type FakeProvider } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { errorCodeOf, type TestGuest } from '#test/steps.ts'

/*
 * Twelve attacks that prepare or share access to another person's account. The attacker creates an account
 * with the victim's e-mail address and adds every credential that an account can have; the victim then signs
 * in by each method. Afterwards none of the attacker's credentials works.
 */
const ownerEmail = 'owner@example.com'
const password = 'the thief knows this'
const fresh = 'en rolig aften ved søen'

let fake: FakeProvider
let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  fake = await openFakeProvider({ clientId: 'client', clientSecret: 'secret' })
  app = await makeApp({ env: { GOOGLE_ISSUER: fake.issuer, GOOGLE_CLIENTS: '*=client:secret' } })
})
afterAll(async () => {
  await app.close()
  await fake.stop()
})
beforeEach(async () => {
  app.clock.now = Date.now()
  app.deps.messageLimit = async () => null
  fake.injected = {}
  tenant = await makeTenant(app)
})

const later = () => {
  app.clock.now = (app.clock.now ?? 0) + 31_000
}
const as = (sub: string, email: string, email_verified = true) => {
  fake.injected = { claims: (claims) => ({ ...claims, sub, email, email_verified }) }
}

async function followProvider(guest: TestGuest, purpose: 'signIn' | 'link' = 'signIn'): Promise<string> {
  const back = fake.answer((await guest('signInWithProvider', { provider: 'google', purpose })).url)
  return (
    new URL(
      (await app.app.fetch(new Request(back, { headers: { host: back.host } }), {})).headers.get(
        'location',
      ) ?? '',
    ).searchParams.get('code') ?? ''
  )
}

/**
 * Creates the attacker's account with every credential; each has an attempt that returns true if it still
 * works.
 */
async function createThief() {
  const attacker = app.guest(tenant)
  const { uid } = await attacker('createUserWithEmailAndPassword', { email: ownerEmail, password })
  await attacker('updateUser', {
    tenantId: tenant,
    uid,
    firstname: 'Thief',
    lastname: 'Thief',
    mobile: '20123456',
    countryCode: 'DK',
    address: 'Gade 1',
    city: 'By',
    postalcode: '1000',
    acceptTerms: true,
    acceptMarketing: true,
  })
  await app.db.write(tenant, (tx) => lockCart(tx, { guestId: uid }, new Date()))
  await asOwner(app, tenant, `update guest set mobile_verified = true where tenant_id = '${tenant}'`)
  const phone = openAuthenticator((await attacker('getTenant', { tenantId: tenant })).origin)
  const asked = await attacker('passkeyRegistrationOptions', { tenantId: tenant, uid })
  await attacker('registerPasskey', {
    tenantId: tenant,
    uid,
    code: asked.code,
    response: phone.make(asked.options),
  })
  as('thief', 'thief@example.com')
  expect(await attacker('takeHandOver', { code: await followProvider(attacker, 'link') })).toMatchObject({
    outcome: 'linked',
  })
  as('thief-2', 'thief2@example.com')
  const pendingLink = await followProvider(attacker, 'link')
  await attacker('verifyBeforeUpdateEmail', { newEmail: 'thief@example.com' })
  const pendingChange = await codeTo(app, tenant, 'thief@example.com', 'verifyAndChangeEmail')
  const question = await attacker('passkeyRegistrationOptions', { tenantId: tenant, uid })
  const session = attacker.cookies.get('session') ?? ''
  const opens = (asking: Promise<unknown>) =>
    asking.then(
      (answer) => (answer as { uid?: string }).uid === uid,
      () => false,
    )
  const attempts: Record<string, () => Promise<boolean>> = {
    session: async () => (await app.deps.auth.findSession(tenant, session)) !== null,
    password: () => opens(app.guest(tenant)('signInWithEmailAndPassword', { email: ownerEmail, password })),
    'the trusted device': async () => {
      const sameDevice = app.guest(tenant)
      sameDevice.cookies.set('known', attacker.cookies.get('known') ?? '')
      return opens(sameDevice('signInWithEmailAndPassword', { email: ownerEmail, password }))
    },
    passkey: async () => {
      const one = app.guest(tenant)
      const { code, options } = await one('passkeySignInOptions', {})
      return opens(one('signInWithPasskey', { code, response: phone.answer(options) }))
    },
    provider: async () => {
      as('thief', 'thief@example.com')
      const one = app.guest(tenant)
      return opens(one('takeHandOver', { code: await followProvider(one) }))
    },
    'a provider under way': async () => {
      await attacker('takeHandOver', { code: pendingLink })
      as('thief-2', 'thief2@example.com')
      const one = app.guest(tenant)
      return opens(one('takeHandOver', { code: await followProvider(one) }))
    },
    'a passkey under way': () =>
      opens(
        attacker('registerPasskey', {
          tenantId: tenant,
          uid,
          code: question.code,
          response: openAuthenticator('http://x').make(question.options),
        }),
      ),
    'a change of address under way': async () => {
      await attacker('applyActionCode', { oobCode: pendingChange }).catch(() => null)
      return (await emailOf(uid)) !== ownerEmail
    },
    number: async () => {
      later()
      await attacker('sendMagicLink', {
        tenantId: tenant,
        email: 'x@example.com',
        mobile: '20123456',
        dialcode: '+45',
      })
      const [sms] = await app.db.read(tenant, listSms)
      return opens(
        attacker('signInWithCustomToken', {
          linkIdentifier: /\/cl\/([^?\s]+)/.exec(sms?.text ?? '')?.[1] ?? '',
        }),
      )
    },
  }
  return {
    uid,
    attacker,
    open: async () => {
      const found: string[] = []
      for (const [name, attempt] of Object.entries(attempts)) if (await attempt()) found.push(name)
      return found
    },
  }
}

const emailOf = async (uid: string) =>
  (
    await asOwner<{ email: string }>(
      app,
      tenant,
      `select email from guest where tenant_id = '${tenant}' and id = '${uid}'`,
    )
  )[0]?.email
const digitsIn = async () =>
  /^\d{6}$/m.exec(
    (await app.db.read(tenant, listMail)).find(({ to, text }) => to === ownerEmail && /^\d{6}$/m.test(text))
      ?.text ?? '',
  )?.[0] ?? ''

async function bySignInLink(owner: TestGuest) {
  later()
  await owner('sendMagicLink', { tenantId: tenant, email: ownerEmail })
  return (await owner('applyActionCode', { oobCode: await codeTo(app, tenant, ownerEmail, 'signIn') })) as {
    uid?: string
  }
}
async function byReset(owner: TestGuest) {
  later()
  await owner('sendPasswordResetEmail', { email: ownerEmail })
  await owner('confirmPasswordReset', {
    oobCode: await codeTo(app, tenant, ownerEmail, 'resetPassword'),
    newPassword: fresh,
  })
  return owner('signInWithEmailAndPassword', { email: ownerEmail, password: fresh })
}
const byGoogle = async (owner: TestGuest) => {
  as('owner', ownerEmail)
  return (await owner('takeHandOver', { code: await followProvider(owner) })) as { uid?: string }
}

/** The ways in which the victim, who owns the mailbox, signs in. */
const ownerSignIns: [string, (owner: TestGuest) => Promise<{ uid?: string }>][] = [
  ['1/12, by a new password', byReset],
  ['2/12, by a sign-in link', bySignInLink],
  [
    '3/12, by a one-time code',
    async (owner) => {
      later()
      await owner('sendSignInCode', { tenantId: tenant, email: ownerEmail })
      return owner('signInWithCode', { tenantId: tenant, email: ownerEmail, code: await digitsIn() })
    },
  ],
  ['4/12, by a provider that has verified the address', byGoogle],
  [
    '5/12, by a provider that does not verify the address, and a mail',
    async (owner) => {
      as('owner', ownerEmail, false)
      const asked = await owner('takeHandOver', { code: await followProvider(owner) })
      if (asked.outcome !== 'askEmail') throw new Error(asked.outcome)
      await owner('takeHandOver', { code: asked.code, email: ownerEmail })
      const code =
        /\/sign-in\/callback\?code=(\S+)/.exec(
          (await app.db.read(tenant, listMail)).find(
            ({ to, text }) => to === ownerEmail && text.includes('/sign-in/callback'),
          )?.text ?? '',
        )?.[1] ?? ''
      return (await owner('takeHandOver', { code })) as { uid?: string }
    },
  ],
  [
    '6/12, after opening the welcome mail',
    async (owner) => {
      await owner('applyActionCode', { oobCode: await codeTo(app, tenant, ownerEmail, 'verifyEmail') })
      return bySignInLink(owner)
    },
  ],
  [
    '7/12, after an attempt to sign up',
    async (owner) => {
      expect(
        await errorCodeOf(owner('createUserWithEmailAndPassword', { email: ownerEmail, password: fresh })),
      ).toBe('auth/email-already-in-use')
      return byReset(owner)
    },
  ],
  [
    '8/12, with an invitation, which never overwrites an account',
    async (owner) => {
      const uid = await app.db.write(tenant, (tx) =>
        createInvite(tx, {
          prefill: { email: ownerEmail },
          expiresAt: new Date(app.deps.now() + 86_400_000),
          createdAt: new Date(app.deps.now()),
        }),
      )
      const answer = await owner('userHandlingApi-newUserCreateFromInvite', {
        tenantId: tenant,
        userData: {
          uid,
          firstname: 'Owner',
          lastname: 'Owner',
          email: ownerEmail,
          mobile: '20999999',
          countryCode: 'DK',
          dialCode: '+45',
          preferredLanguage: 'da',
          password: fresh,
        },
      })
      expect(answer).toMatchObject({ error: { errorInfo: { code: 'auth/email-already-in-use' } } })
      return byReset(owner)
    },
  ],
]

test.each(ownerSignIns)(
  'a thief’s credentials do not work after the owner of the address arrives: %s',
  async (_, ownerSignIn) => {
    const { uid, open } = await createThief()
    expect(await open()).toEqual(expect.arrayContaining(['session', 'password', 'passkey', 'provider']))
    // Starts again: the attempts have consumed some of the credentials.
    tenant = await makeTenant(app)
    const again = await createThief()
    const owner = app.guest(tenant)
    expect((await ownerSignIn(owner)).uid).toBe(again.uid)
    expect(await again.open()).toEqual([])
    expect(await emailOf(again.uid)).toBe(ownerEmail)
    // Nothing is left of what the thief has entered.
    expect(await app.db.read(tenant, (tx) => findCart(tx, { guestId: again.uid }))).toBeNull()
    expect(await owner('getUser', { tenantId: tenant, uid: again.uid })).toMatchObject({
      email: ownerEmail,
      firstname: '',
      lastname: '',
      mobile: null,
      mobileVerified: false,
      countryCode: null,
      dialCode: null,
      address: null,
      city: null,
      postalcode: null,
      avatar: null,
      acceptTerms: false,
      acceptMarketing: false,
      detailsPresent: false,
    })
    expect(uid).not.toBe(again.uid)
  },
)

/** An account with a verified e-mail address. */
async function createVerifiedOwner() {
  const owner = app.guest(tenant)
  const { uid } = await owner('createUserWithEmailAndPassword', { email: ownerEmail, password: fresh })
  await owner('applyActionCode', { oobCode: await codeTo(app, tenant, ownerEmail, 'verifyEmail') })
  return { owner, uid }
}

test('9/12, a provider that reports an unverified address opens no account of that address', async () => {
  const { uid } = await createVerifiedOwner()
  for (const email_verified of [false, 'true', 1, null, undefined]) {
    fake.injected = { claims: (claims) => ({ ...claims, sub: 'thief', email: ownerEmail, email_verified }) }
    const attacker = app.guest(tenant)
    expect(await attacker('takeHandOver', { code: await followProvider(attacker) })).toMatchObject({
      outcome: 'askEmail',
    })
    expect(attacker.cookies.has('session')).toBe(false)
  }
  expect(
    await asOwner(
      app,
      tenant,
      `select provider_id from account where tenant_id = '${tenant}' and user_id = '${uid}'`,
    ),
  ).toEqual([{ provider_id: 'credential' }])
})

test('10/12, a requested address does not belong to the account until it is verified', async () => {
  const attacker = app.guest(tenant)
  const { uid } = await attacker('createUserWithEmailAndPassword', { email: 'thief@example.com', password })
  await attacker('verifyBeforeUpdateEmail', { newEmail: ownerEmail })
  expect(await errorCodeOf(attacker('signInWithEmailAndPassword', { email: ownerEmail, password }))).toBe(
    'auth/invalid-credential',
  )
  as('owner', ownerEmail)
  const owner = app.guest(tenant)
  const entered = await owner('takeHandOver', { code: await followProvider(owner) })
  expect(entered).toMatchObject({ outcome: 'signedIn', isNew: true })
  expect(entered.outcome === 'signedIn' && entered.uid).not.toBe(uid)
  // The change's link is invalid as well.
  expect(
    await errorCodeOf(
      attacker('applyActionCode', { oobCode: await codeTo(app, tenant, ownerEmail, 'verifyAndChangeEmail') }),
    ),
  ).toBe('auth/email-already-in-use')
})

test('11/12, a thief who changes the address is signed out when the change is undone', async () => {
  const { owner, uid } = await createVerifiedOwner()
  const attacker = app.guest(tenant)
  attacker.cookies.set('session', owner.cookies.get('session') ?? '')
  await attacker('verifyBeforeUpdateEmail', { newEmail: 'thief@example.com', currentPassword: fresh })
  await attacker('applyActionCode', {
    oobCode: await codeTo(app, tenant, 'thief@example.com', 'verifyAndChangeEmail'),
  })
  later()
  await attacker('sendMagicLink', { tenantId: tenant, email: 'thief@example.com' })
  await attacker('applyActionCode', { oobCode: await codeTo(app, tenant, 'thief@example.com', 'signIn') })
  later()
  await attacker('sendMagicLink', { tenantId: tenant, email: 'thief@example.com' })
  const pending = await codeTo(app, tenant, 'thief@example.com', 'signIn')
  expect(
    await app.guest(tenant)('recoverEmail', {
      oobCode: await codeTo(app, tenant, ownerEmail, 'recoverEmail'),
    }),
  ).toEqual({ email: ownerEmail })
  expect(await errorCodeOf(attacker('getUser', { tenantId: tenant, uid }))).toBe('auth/unauthenticated')
  expect(await errorCodeOf(attacker('applyActionCode', { oobCode: pending }))).toBe(
    'auth/invalid-action-code',
  )
  expect(
    (await app.guest(tenant)('signInWithEmailAndPassword', { email: ownerEmail, password: fresh })).uid,
  ).toBe(uid)
})

test('12/12, a thief’s own sign-in, link or unverified number signs no one else in to it', async () => {
  const { owner, uid } = await createVerifiedOwner()
  const attacker = app.guest(tenant)
  const { uid: theirs } = await attacker('createUserWithEmailAndPassword', {
    email: 'thief@example.com',
    password,
  })
  as('thief', 'thief@example.com')
  const handOver = await followProvider(attacker)
  expect(await owner('takeHandOver', { code: handOver })).toMatchObject({
    outcome: 'refused',
    reason: 'elsewhere',
  })
  expect((await owner('getUser', { tenantId: tenant, uid })).uid).toBe(uid)
  const link = await app.db.write(tenant, (tx) =>
    createActionCode(
      tx,
      { kind: 'customLogin', guestId: theirs, data: {}, expiresAt: new Date(app.deps.now() + 60_000) },
      app.deps.now(),
    ),
  )
  expect(await owner('signInWithAnonymousLink', { tenantId: tenant, linkIdentifier: link })).toMatchObject({
    here: false,
    continueAs: 't•••@example.com',
  })
  // The thief enters the owner's number in their own account.
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+4520123456', mobile_verified = true where tenant_id = '${tenant}'
      and id = '${uid}'`,
  )
  await attacker('updateUser', {
    tenantId: tenant,
    uid: theirs,
    firstname: 'Thief',
    lastname: 'Thief',
    mobile: '20123456',
    countryCode: 'DK',
  })
  later()
  await owner('sendMagicLink', {
    tenantId: tenant,
    email: 'x@example.com',
    mobile: '20123456',
    dialcode: '+45',
  })
  const [sms] = await app.db.read(tenant, listSms)
  expect(
    (
      await owner('signInWithCustomToken', {
        linkIdentifier: /\/cl\/([^?\s]+)/.exec(sms?.text ?? '')?.[1] ?? '',
      })
    ).uid,
  ).toBe(uid)
})
