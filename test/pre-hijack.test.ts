import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createActionCode } from '#server/data/action-code.ts'
import type { TenantId } from '#server/data/db.ts'
import { createInvite } from '#server/data/invite.ts'
import { listMail } from '#server/data/mail.ts'
import { listSms } from '#server/data/sms.ts'
import { codeTo } from './action-mail.ts'
import { openAuthenticator } from './authenticator.ts'
import { openFakeProvider, type FakeProvider } from './identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from './make.ts'
import { asOwner } from './seeded.ts'
import { faultOf, type TestGuest } from './steps.ts'

/*
 * Twelve ways to be in somebody's account before, or beside, its owner. A thief makes an account with the owner's address and hangs
 * everything on it that an account can have; the owner then comes by each way there is. In the end nothing of the thief's opens it.
 */
const owned = 'owner@example.com'
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
  fake.wrong = {}
  tenant = await makeTenant(app)
})

const later = () => {
  app.clock.now = (app.clock.now ?? 0) + 31_000
}
const as = (sub: string, email: string, email_verified = true) => {
  fake.wrong = { claims: (said) => ({ ...said, sub, email, email_verified }) }
}

async function leaveAndComeBack(guest: TestGuest, purpose: 'signIn' | 'link' = 'signIn'): Promise<string> {
  const back = fake.answer((await guest('signInWithProvider', { provider: 'google', purpose })).url)
  return (
    new URL(
      (await app.app.fetch(new Request(back, { headers: { host: back.host } }), {})).headers.get(
        'location',
      ) ?? '',
    ).searchParams.get('code') ?? ''
  )
}

/** What a thief has hung on an account, each with a try to use it: true where it opens. */
async function plant() {
  const thief = app.guest(tenant)
  const { uid } = await thief('createUserWithEmailAndPassword', { email: owned, password })
  await thief('updateUser', {
    tenantId: tenant,
    uid,
    firstname: 'Thief',
    lastname: 'Thief',
    mobile: '20123456',
    countryCode: 'DK',
  })
  await asOwner(app, tenant, `update guest set mobile_verified = true where tenant_id = '${tenant}'`)
  const phone = openAuthenticator((await thief('getTenant', { tenantId: tenant })).origin)
  const asked = await thief('passkeyRegistrationOptions', { tenantId: tenant, uid })
  await thief('registerPasskey', {
    tenantId: tenant,
    uid,
    code: asked.code,
    response: phone.make(asked.options),
  })
  as('thief', 'thief@example.com')
  expect(await thief('takeHandOver', { code: await leaveAndComeBack(thief, 'link') })).toMatchObject({
    outcome: 'linked',
  })
  as('thief-2', 'thief2@example.com')
  const pendingLink = await leaveAndComeBack(thief, 'link')
  await thief('verifyBeforeUpdateEmail', { newEmail: 'thief@example.com' })
  const pendingChange = await codeTo(app, tenant, 'thief@example.com', 'verifyAndChangeEmail')
  const question = await thief('passkeyRegistrationOptions', { tenantId: tenant, uid })
  const session = thief.cookies.get('session') ?? ''
  const opens = (asking: Promise<unknown>) =>
    asking.then(
      (answer) => (answer as { uid?: string }).uid === uid,
      () => false,
    )
  const tries: Record<string, () => Promise<boolean>> = {
    session: async () => (await app.deps.auth.findSession(tenant, session)) !== null,
    password: () => opens(app.guest(tenant)('signInWithEmailAndPassword', { email: owned, password })),
    'the browser that is known': async () => {
      const kept = app.guest(tenant)
      kept.cookies.set('known', thief.cookies.get('known') ?? '')
      return opens(kept('signInWithEmailAndPassword', { email: owned, password }))
    },
    passkey: async () => {
      const one = app.guest(tenant)
      const { code, options } = await one('passkeySignInOptions', {})
      return opens(one('signInWithPasskey', { code, response: phone.answer(options) }))
    },
    provider: async () => {
      as('thief', 'thief@example.com')
      const one = app.guest(tenant)
      return opens(one('takeHandOver', { code: await leaveAndComeBack(one) }))
    },
    'a provider under way': async () => {
      await thief('takeHandOver', { code: pendingLink })
      as('thief-2', 'thief2@example.com')
      const one = app.guest(tenant)
      return opens(one('takeHandOver', { code: await leaveAndComeBack(one) }))
    },
    'a passkey under way': () =>
      opens(
        thief('registerPasskey', {
          tenantId: tenant,
          uid,
          code: question.code,
          response: openAuthenticator('http://x').make(question.options),
        }),
      ),
    'a change of address under way': async () => {
      await thief('applyActionCode', { oobCode: pendingChange }).catch(() => null)
      return (await emailOf(uid)) !== owned
    },
    number: async () => {
      later()
      await thief('sendMagicLink', {
        tenantId: tenant,
        email: 'x@example.com',
        mobile: '20123456',
        dialcode: '+45',
      })
      const [sms] = await app.db.read(tenant, listSms)
      return opens(
        thief('signInWithCustomToken', {
          linkIdentifier: /\/cl\/([^?\s]+)/.exec(sms?.text ?? '')?.[1] ?? '',
        }),
      )
    },
  }
  return {
    uid,
    thief,
    open: async () => {
      const found: string[] = []
      for (const [name, attempt] of Object.entries(tries)) if (await attempt()) found.push(name)
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
    (await app.db.read(tenant, listMail)).find(({ to, text }) => to === owned && /^\d{6}$/m.test(text))
      ?.text ?? '',
  )?.[0] ?? ''

async function bySignInLink(owner: TestGuest) {
  later()
  await owner('sendMagicLink', { tenantId: tenant, email: owned })
  return (await owner('applyActionCode', { oobCode: await codeTo(app, tenant, owned, 'signIn') })) as {
    uid?: string
  }
}
async function byReset(owner: TestGuest) {
  later()
  await owner('sendPasswordResetEmail', { email: owned })
  await owner('confirmPasswordReset', {
    oobCode: await codeTo(app, tenant, owned, 'resetPassword'),
    newPassword: fresh,
  })
  return owner('signInWithEmailAndPassword', { email: owned, password: fresh })
}
const byGoogle = async (owner: TestGuest) => {
  as('owner', owned)
  return (await owner('takeHandOver', { code: await leaveAndComeBack(owner) })) as { uid?: string }
}

/** How the owner comes, whose mailbox is theirs. */
const comings: [string, (owner: TestGuest) => Promise<{ uid?: string }>][] = [
  ['1/12, by a new password', byReset],
  ['2/12, by a sign-in link', bySignInLink],
  [
    '3/12, by six digits',
    async (owner) => {
      later()
      await owner('sendSignInCode', { tenantId: tenant, email: owned })
      return owner('signInWithCode', { tenantId: tenant, email: owned, code: await digitsIn() })
    },
  ],
  ['4/12, by a provider that vouches for the address', byGoogle],
  [
    '5/12, by a provider that does not, and a mail',
    async (owner) => {
      as('owner', owned, false)
      const asked = await owner('takeHandOver', { code: await leaveAndComeBack(owner) })
      if (asked.outcome !== 'askEmail') throw new Error(asked.outcome)
      await owner('takeHandOver', { code: asked.code, email: owned })
      const code =
        /\/sign-in\/callback\?code=(\S+)/.exec(
          (await app.db.read(tenant, listMail)).find(
            ({ to, text }) => to === owned && text.includes('/sign-in/callback'),
          )?.text ?? '',
        )?.[1] ?? ''
      return (await owner('takeHandOver', { code })) as { uid?: string }
    },
  ],
  [
    '6/12, having opened the welcome mail first',
    async (owner) => {
      await owner('applyActionCode', { oobCode: await codeTo(app, tenant, owned, 'verifyEmail') })
      return bySignInLink(owner)
    },
  ],
  [
    '7/12, having tried to sign up',
    async (owner) => {
      expect(await faultOf(owner('createUserWithEmailAndPassword', { email: owned, password: fresh }))).toBe(
        'auth/email-already-in-use',
      )
      return byReset(owner)
    },
  ],
  [
    '8/12, having an invitation, which is never written over an account',
    async (owner) => {
      const uid = await app.db.write(tenant, (tx) =>
        createInvite(tx, {
          prefill: { email: owned },
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
          email: owned,
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

test.each(comings)(
  'a thief keeps nothing of an account made with somebody’s address once its owner comes: %s',
  async (_, come) => {
    const { uid, open } = await plant()
    expect(await open()).toEqual(expect.arrayContaining(['session', 'password', 'passkey', 'provider']))
    // Once more from the beginning: the tries have used some of it up.
    tenant = await makeTenant(app)
    const again = await plant()
    const owner = app.guest(tenant)
    expect((await come(owner)).uid).toBe(again.uid)
    expect(await again.open()).toEqual([])
    expect(await emailOf(again.uid)).toBe(owned)
    expect((await owner('getUser', { tenantId: tenant, uid: again.uid })).email).toBe(owned)
    expect(uid).not.toBe(again.uid)
  },
)

/** An account whose address its owner has shown to be theirs. */
async function settled() {
  const owner = app.guest(tenant)
  const { uid } = await owner('createUserWithEmailAndPassword', { email: owned, password: fresh })
  await owner('applyActionCode', { oobCode: await codeTo(app, tenant, owned, 'verifyEmail') })
  return { owner, uid }
}

test('9/12, a provider that only says an address, without vouching for it, opens no account of that address', async () => {
  const { uid } = await settled()
  for (const email_verified of [false, 'true', 1, null, undefined]) {
    fake.wrong = { claims: (said) => ({ ...said, sub: 'thief', email: owned, email_verified }) }
    const thief = app.guest(tenant)
    expect(await thief('takeHandOver', { code: await leaveAndComeBack(thief) })).toMatchObject({
      outcome: 'askEmail',
    })
    expect(thief.cookies.has('session')).toBe(false)
  }
  expect(
    await asOwner(
      app,
      tenant,
      `select provider_id from account where tenant_id = '${tenant}' and user_id = '${uid}'`,
    ),
  ).toEqual([{ provider_id: 'credential' }])
})

test('10/12, an address that is only asked for is not the account’s: nobody is found by it, and its owner can still have it', async () => {
  const thief = app.guest(tenant)
  const { uid } = await thief('createUserWithEmailAndPassword', { email: 'thief@example.com', password })
  await thief('verifyBeforeUpdateEmail', { newEmail: owned })
  expect(await faultOf(thief('signInWithEmailAndPassword', { email: owned, password }))).toBe(
    'auth/invalid-credential',
  )
  as('owner', owned)
  const owner = app.guest(tenant)
  const entered = await owner('takeHandOver', { code: await leaveAndComeBack(owner) })
  expect(entered).toMatchObject({ outcome: 'signedIn', isNew: true })
  expect(entered.outcome === 'signedIn' && entered.uid).not.toBe(uid)
  // And the link that was sent for the change is worth nothing any more.
  expect(
    await faultOf(
      thief('applyActionCode', { oobCode: await codeTo(app, tenant, owned, 'verifyAndChangeEmail') }),
    ),
  ).toBe('auth/email-already-in-use')
})

test('11/12, a thief who was at an open account and changed its address is out once the old address undoes it', async () => {
  const { owner, uid } = await settled()
  const thief = app.guest(tenant)
  thief.cookies.set('session', owner.cookies.get('session') ?? '')
  await thief('verifyBeforeUpdateEmail', { newEmail: 'thief@example.com', currentPassword: fresh })
  await thief('applyActionCode', {
    oobCode: await codeTo(app, tenant, 'thief@example.com', 'verifyAndChangeEmail'),
  })
  later()
  await thief('sendMagicLink', { tenantId: tenant, email: 'thief@example.com' })
  await thief('applyActionCode', { oobCode: await codeTo(app, tenant, 'thief@example.com', 'signIn') })
  later()
  await thief('sendMagicLink', { tenantId: tenant, email: 'thief@example.com' })
  const pending = await codeTo(app, tenant, 'thief@example.com', 'signIn')
  expect(
    await app.guest(tenant)('recoverEmail', { oobCode: await codeTo(app, tenant, owned, 'recoverEmail') }),
  ).toEqual({ email: owned })
  expect(await faultOf(thief('getUser', { tenantId: tenant, uid }))).toBe('auth/unauthenticated')
  expect(await faultOf(thief('applyActionCode', { oobCode: pending }))).toBe('auth/invalid-action-code')
  expect((await app.guest(tenant)('signInWithEmailAndPassword', { email: owned, password: fresh })).uid).toBe(
    uid,
  )
})

test('12/12, a sign-in that a thief begins, or a link of their own, signs nobody else in to it, and a number that is only written down opens nothing', async () => {
  const { owner, uid } = await settled()
  const thief = app.guest(tenant)
  const { uid: theirs } = await thief('createUserWithEmailAndPassword', {
    email: 'thief@example.com',
    password,
  })
  as('thief', 'thief@example.com')
  const handOver = await leaveAndComeBack(thief)
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
  // The thief writes the owner's number into an account of their own.
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+4520123456', mobile_verified = true where tenant_id = '${tenant}' and id = '${uid}'`,
  )
  await thief('updateUser', {
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
