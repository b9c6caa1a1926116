import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallError } from '#contract/errors.ts'
import { readConfig } from '#server/config/config.ts'
import { createMessageLimit } from '#server/rate-limit/message-limit.ts'
import type { TenantId } from '#server/database/db.ts'
import { findGuestByEmail } from '#server/guest/email-queries.ts'
import { listAccounts } from './provider-queries.ts'
import { listMail } from '#server/mail/queries.ts'
import { openIdentitySimulator, type IdentitySimulator } from '#simulators/identity/open.ts'
import { chooseAt } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { errorCodeOf, type TestGuest } from '#test/steps.ts'

/*
 * The whole flow with the simulated providers of the demo over their real protocols: redirect to the
 * provider, callback on the registered host, handover to the tenant's host.
 */
const [freja, , maja, emil, signe] = [
  '100000000000001',
  '100000000000002',
  '100000000000003',
  '100000000000004',
  '100000000000005',
]

let simulator: IdentitySimulator
let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  simulator = await openIdentitySimulator({ ...readConfig({}), host: '127.0.0.1' })
  const { google, facebook } = simulator.identity
  const written = (clients: typeof google.clients) =>
    [...(clients ?? [])].map(([name, { id, secret }]) => `${name}=${id}:${secret}`).join()
  app = await makeApp({
    env: {
      GOOGLE_ISSUER: google.issuer,
      GOOGLE_CLIENTS: written(google.clients),
      FACEBOOK_CLIENTS: written(facebook.clients),
      FACEBOOK_DIALOG_URL: facebook.dialogUrl,
      FACEBOOK_GRAPH_URL: facebook.graphUrl,
    },
  })
})
afterAll(async () => {
  await app.close()
  await simulator.stop()
})
beforeEach(async () => {
  app.clock.now = null
  tenant = await makeTenant(app)
})

type Provider = 'google' | 'facebook'
type SignInWithProviderInput = Parameters<TestGuest>[1]

/**
 * Starts a sign-in, selects a person at the provider and requests the callback.
 * @returns its redirect target.
 */
async function handleCallback(
  guest: TestGuest,
  provider: Provider,
  person: string,
  input: Partial<Extract<SignInWithProviderInput, { provider: Provider }>> = {},
): Promise<URL> {
  const { url } = await guest('signInWithProvider', { provider, ...input })
  return atCallback(await chooseAt(simulator.origin, url, person))
}

async function atCallback(back: URL): Promise<URL> {
  const answer = await app.app.fetch(new Request(back, { headers: { host: back.host } }), {})
  expect([
    answer.status,
    answer.headers.get('cache-control'),
    answer.headers.get('referrer-policy'),
    answer.headers.getSetCookie(),
  ]).toEqual([303, 'no-store', 'no-referrer', []])
  return new URL(answer.headers.get('location') ?? '')
}

const codeOf = (url: URL): string => url.searchParams.get('code') ?? ''

async function signInThrough(
  guest: TestGuest,
  provider: Provider,
  person: string,
  input?: Parameters<typeof handleCallback>[3],
) {
  return guest('takeHandOver', { code: codeOf(await handleCallback(guest, provider, person, input)) })
}

const findGuest = (email: string) => app.db.read(tenant, (tx) => findGuestByEmail(tx, email))
const listProviders = async (uid: string) =>
  (await app.db.read(tenant, (tx) => listAccounts(tx, uid))).map(({ providerId }) => providerId)
const mailTo = async (email: string) => (await app.db.read(tenant, listMail)).filter(({ to }) => to === email)
const linkIn = (text: string) =>
  codeOf(new URL(/https?:\/\/\S+\/sign-in\/callback\?code=\S+/.exec(text)?.[0] ?? ''))
const password = 'stamgast-demo'
const signUp = (email: string, guest = app.guest(tenant)) =>
  guest('createUserWithEmailAndPassword', { email, password }).then(({ uid }) => ({ uid, guest }))
const signInError = (email: string) =>
  errorCodeOf(app.guest(tenant)('signInWithEmailAndPassword', { email, password }))
const signUpVerified = async (email: string) => {
  const { uid, guest } = await signUp(email)
  await app.db.write(tenant, async (tx) =>
    (await import('#server/guest/email-queries.ts')).verifyGuestEmail(tx, uid, new Date()),
  )
  return { uid, guest }
}

test('a first Google sign-in creates a guest with name and verified e-mail, a second finds it', async () => {
  const guest = app.guest(tenant)
  const first = await signInThrough(guest, 'google', maja ?? '', { to: '/profile?x=1' })
  expect(first).toMatchObject({ outcome: 'signedIn', isNew: true, to: '/profile?x=1' })
  expect(await findGuest('maja.lind@example.com')).toMatchObject({
    firstname: 'Maja',
    lastname: 'Lind',
    emailVerified: true,
    avatar: expect.stringMatching(/^\/avatar\/.+\.webp$/),
  })
  const again = await signInThrough(app.guest(tenant), 'google', maja ?? '')
  expect(again).toMatchObject({
    outcome: 'signedIn',
    isNew: false,
    to: '/home',
    uid: first.outcome === 'signedIn' ? first.uid : '',
  })
})

test('a provider sign-in replaces the session and its cookie', async () => {
  const { guest, uid } = await signUp('lone@example.com')
  const before = guest.cookies.get('session') ?? ''
  await signInThrough(guest, 'google', maja ?? '')
  expect(guest.cookies.get('session')).not.toBe(before)
  expect(await app.deps.auth.findSession(tenant, before)).toBeNull()
  expect(uid).not.toBe((await findGuest('maja.lind@example.com'))?.id)
})

test('the same person at two tenants is two guests', async () => {
  const other = await makeTenant(app)
  await signInThrough(app.guest(tenant), 'google', maja ?? '')
  const there = app.guest(other)
  const { url } = await there('signInWithProvider', { provider: 'google' })
  expect(
    await there('takeHandOver', {
      code: codeOf(await atCallback(await chooseAt(simulator.origin, url, maja ?? ''))),
    }),
  ).toMatchObject({ outcome: 'signedIn', isNew: true })
})

test('an account with a verified e-mail is linked and keeps its password', async () => {
  const { uid } = await signUpVerified('freja@example.com')
  expect(await signInThrough(app.guest(tenant), 'google', freja ?? '')).toMatchObject({
    outcome: 'signedIn',
    uid,
    isNew: false,
  })
  expect(await listProviders(uid)).toEqual(['google'])
  expect(
    await app.guest(tenant)('signInWithEmailAndPassword', { email: 'freja@example.com', password }),
  ).toMatchObject({ uid })
})

test('an attacker’s sign-in methods are removed when the e-mail’s owner signs in with Google', async () => {
  const { uid, guest: attacker } = await signUp('freja@example.com')
  expect(await signInThrough(attacker, 'facebook', emil ?? '', { purpose: 'link' })).toMatchObject({
    outcome: 'linked',
  })
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+4520123456', mobile_verified = true
    where tenant_id = '${tenant}' and id = '${uid}'`,
  )
  await asOwner(
    app,
    tenant,
    `insert into passkey (tenant_id, id, public_key, user_id, credential_id, counter, device_type, backed_up)
    values ('${tenant}', 'p', 'k', '${uid}', 'c', 0, 'singleDevice', false)`,
  )
  const pending = codeOf(await handleCallback(attacker, 'google', maja ?? '', { purpose: 'link' }))
  const session = attacker.cookies.get('session') ?? ''
  expect(await signInThrough(app.guest(tenant), 'google', freja ?? '')).toMatchObject({
    outcome: 'signedIn',
    uid,
    isNew: false,
  })
  expect(await app.deps.auth.findSession(tenant, session)).toBeNull()
  expect(await signInError('freja@example.com')).toBe('auth/invalid-credential')
  expect(await listProviders(uid)).toEqual(['google'])
  expect(await findGuest('freja@example.com')).toMatchObject({ emailVerified: true, mobileVerified: false })
  expect(await asOwner(app, tenant, `select 1 from passkey where tenant_id = '${tenant}'`)).toEqual([])
  expect(await attacker('takeHandOver', { code: pending })).toMatchObject({ outcome: 'refused' })
  // The attacker's Facebook account now has to verify an e-mail of its own.
  expect(await signInThrough(app.guest(tenant), 'facebook', emil ?? '')).toMatchObject({
    outcome: 'askEmail',
  })
})

test.each([
  ['google', emil],
  ['facebook', emil],
  ['facebook', freja],
] as const)(
  'an e-mail that %s has not verified signs in only after verification by mail',
  async (provider, person) => {
    const email = person === emil ? 'emil.krogh@example.com' : 'freja@example.com'
    const { uid } = await signUpVerified(email)
    const guest = app.guest(tenant)
    const output = await signInThrough(guest, provider, person ?? '')
    if (output.outcome !== 'askEmail') throw new Error(output.outcome)
    expect(guest.cookies.has('session')).toBe(false)
    expect(await listProviders(uid)).toEqual([])
    expect(await guest('checkHandOver', { code: output.code })).toEqual({
      state: 'askEmail',
      provider,
      email,
    })
    expect(await guest('takeHandOver', { code: output.code, email })).toEqual({ outcome: 'mailed', email })
    const [mail] = await mailTo(email)
    expect(await guest('takeHandOver', { code: linkIn(mail?.text ?? '') })).toMatchObject({
      outcome: 'signedIn',
      uid,
    })
    expect(await listProviders(uid)).toEqual([provider])
  },
)

test('a Facebook identity without an e-mail gets an account once its mailed link is opened', async () => {
  const guest = app.guest(tenant)
  const output = await signInThrough(guest, 'facebook', signe ?? '', { to: '/book' })
  if (output.outcome !== 'askEmail') throw new Error(output.outcome)
  expect(await guest('checkHandOver', { code: output.code })).toEqual({
    state: 'askEmail',
    provider: 'facebook',
    email: null,
  })
  expect(await guest('takeHandOver', { code: output.code })).toEqual({
    outcome: 'askEmail',
    code: output.code,
  })
  expect(await guest('takeHandOver', { code: output.code, email: 'Signe@Example.com' })).toEqual({
    outcome: 'mailed',
    email: 'signe@example.com',
  })
  expect(await findGuest('signe@example.com')).toBeNull()
  const [mail] = await mailTo('signe@example.com')
  expect(mail).toMatchObject({ secret: true })
  const code = linkIn(mail?.text ?? '')
  expect(await guest('checkHandOver', { code })).toEqual({
    state: 'confirmEmail',
    provider: 'facebook',
    email: 'signe@example.com',
  })
  expect(await guest('takeHandOver', { code })).toMatchObject({
    outcome: 'signedIn',
    isNew: true,
    to: '/book',
  })
  expect(await findGuest('signe@example.com')).toMatchObject({
    firstname: 'Signe',
    emailVerified: true,
    avatar: expect.stringMatching(/^\/avatar\//),
  })
  expect(await signInThrough(app.guest(tenant), 'facebook', signe ?? '')).toMatchObject({
    outcome: 'signedIn',
    isNew: false,
  })
  expect(await guest('takeHandOver', { code: output.code, email: 'signe@example.com' })).toMatchObject({
    outcome: 'refused',
    reason: 'gone',
  })
})

test('the sixth mail to one e-mail in an hour is rejected, and the form can be submitted later', async () => {
  const limited = createMessageLimit({ db: app.db, now: app.deps.now, secret: app.deps.secret })
  app.deps.messageLimit = limited
  const began = Date.now()
  const outcomes: string[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    app.clock.now = began + turn * 2_000
    const guest = app.guest(tenant)
    const answer = await signInThrough(guest, 'facebook', signe ?? '')
    if (answer.outcome !== 'askEmail') throw new Error(answer.outcome)
    const send = () => guest('takeHandOver', { code: answer.code, email: 'flood@example.com' })
    outcomes.push(
      await send().then(
        ({ outcome }) => outcome,
        (error: CallError) => error.code,
      ),
    )
    if (turn < 5) continue
    app.deps.messageLimit = async () => null
    expect(await send()).toMatchObject({ outcome: 'mailed' })
  }
  expect(outcomes).toEqual(['mailed', 'mailed', 'mailed', 'mailed', 'mailed', 'auth/too-many-requests'])
})

test('a verification link works only in the browser that requested it', async () => {
  const { uid, guest: victim } = await signUpVerified('victim@example.com')
  const attacker = app.guest(tenant)
  const output = await signInThrough(attacker, 'facebook', signe ?? '')
  if (output.outcome !== 'askEmail') throw new Error(output.outcome)
  await attacker('takeHandOver', { code: output.code, email: 'victim@example.com' })
  const code = linkIn((await mailTo('victim@example.com'))[0]?.text ?? '')
  for (const one of [victim, app.guest(tenant)]) {
    expect(await one('checkHandOver', { code })).toEqual({ state: 'elsewhere', provider: null, email: null })
    expect(await one('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'elsewhere' })
  }
  expect(await listProviders(uid)).toEqual([])
})

test('a denied consent redirects to the page of its button with a message and consumes the state', async () => {
  for (const [provider, purpose, page] of [
    ['google', 'signIn', '/login'],
    ['facebook', 'signIn', '/login'],
    ['google', 'signUp', '/new-guest2'],
  ] as const) {
    const guest = app.guest(tenant)
    const { url } = await guest('signInWithProvider', { provider, purpose })
    const back = await chooseAt(simulator.origin, url, 'none')
    expect((await atCallback(back)).href).toBe(
      `http://${tenant}.localhost:3000${page}?message=provider-denied`,
    )
    expect((await atCallback(back)).href).toBe(`http://${tenant}.localhost:3000/login?message=provider-over`)
  }
})

test('a handover code works once, in its own browser, at its own tenant, for a minute', async () => {
  const other = await makeTenant(app)
  const guest = app.guest(tenant)
  const code = codeOf(await handleCallback(guest, 'google', maja ?? ''))
  const otherBrowser = app.guest(tenant)
  expect(await otherBrowser('takeHandOver', { code })).toMatchObject({
    outcome: 'refused',
    reason: 'elsewhere',
  })
  await otherBrowser('signInWithProvider', { provider: 'google' })
  expect(await otherBrowser('takeHandOver', { code })).toMatchObject({
    outcome: 'refused',
    reason: 'elsewhere',
  })
  const away = app.guest(other)
  for (const [name, value] of guest.cookies) away.cookies.set(name, value)
  expect(await away('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'gone' })
  const secret = code.slice(code.indexOf('.'))
  expect(await away('takeHandOver', { code: `${other}${secret}` })).toMatchObject({
    outcome: 'refused',
    reason: 'gone',
  })
  expect(await guest('checkHandOver', { code })).toEqual({ state: 'enter', provider: 'google', email: null })
  expect(await guest('takeHandOver', { code })).toMatchObject({ outcome: 'signedIn' })
  expect(await guest('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'gone' })

  const late = codeOf(await handleCallback(guest, 'google', maja ?? ''))
  app.clock.now = Date.now() + 60_001
  expect(await guest('checkHandOver', { code: late })).toMatchObject({ state: 'gone' })
  expect(await guest('takeHandOver', { code: late })).toMatchObject({ outcome: 'refused', reason: 'gone' })
})

test('one of fifty concurrent requests with one handover code signs in', async () => {
  const guest = app.guest(tenant)
  const code = codeOf(await handleCallback(guest, 'google', maja ?? ''))
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => guest('takeHandOver', { code })))
  expect(outcomes.filter(({ outcome }) => outcome === 'signedIn')).toHaveLength(1)
})

test('three concurrent first sign-ins of one person create one guest', async () => {
  const guests = [app.guest(tenant), app.guest(tenant), app.guest(tenant)]
  const codes: string[] = []
  for (const guest of guests) codes.push(codeOf(await handleCallback(guest, 'google', maja ?? '')))
  const outcomes = await Promise.all(
    guests.map((guest, at) => guest('takeHandOver', { code: codes[at] ?? '' })),
  )
  expect(new Set(outcomes.map((one) => (one.outcome === 'signedIn' ? one.uid : one.outcome))).size).toBe(1)
})

test('a state is invalid as a handover code, and a handover code as a state', async () => {
  const guest = app.guest(tenant)
  const { url } = await guest('signInWithProvider', { provider: 'google' })
  const state = new URL(url).searchParams.get('state') ?? ''
  expect(await guest('takeHandOver', { code: state })).toMatchObject({ outcome: 'refused', reason: 'gone' })
  const back = await chooseAt(simulator.origin, url, maja ?? '')
  const swapped = new URL(back)
  const code = codeOf(await atCallback(back))
  swapped.searchParams.set('state', code)
  expect((await atCallback(swapped)).searchParams.get('message')).toBe('provider-over')
  expect(await guest('takeHandOver', { code })).toMatchObject({ outcome: 'signedIn' })
})

test('a signed-in guest links and unlinks a provider, but not the last sign-in method', async () => {
  const { guest, uid } = await signUp('bo@example.com')
  expect(await signInThrough(guest, 'google', maja ?? '', { purpose: 'link' })).toEqual({
    outcome: 'linked',
    to: '/profile/security',
  })
  expect(await guest('listAccounts', {})).toEqual({
    documents: [{ provider: 'google', connectedAt: expect.any(Number), last: false }],
    available: ['google', 'facebook'],
  })
  expect(await signInThrough(app.guest(tenant), 'google', maja ?? '')).toMatchObject({
    outcome: 'signedIn',
    uid,
  })
  expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: true })
  expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: false })

  const only = app.guest(tenant)
  await signInThrough(only, 'google', maja ?? '')
  // A link to the e-mail that Google has verified would sign them in.
  expect(await only('listAccounts', {})).toMatchObject({ documents: [{ last: false }] })
  await asOwner(app, tenant, 'update guest set email_verified = false where tenant_id = $1', [tenant])
  expect(await only('listAccounts', {})).toMatchObject({ documents: [{ last: true }] })
  expect(await errorCodeOf(only('unlinkAccount', { provider: 'google' }))).toBe('auth/last-way-in')
})

test('linking a provider sends one mail, from the profile or by a sign-in', async () => {
  const countNotices = async (to: string) =>
    (await app.db.read(tenant, listMail)).filter(
      (row) => row.to === to && row.key.startsWith('providerAdded:'),
    ).length
  const { guest } = await signUp('bo@example.com')
  await signInThrough(guest, 'google', maja ?? '', { purpose: 'link' })
  await signInThrough(guest, 'google', maja ?? '', { purpose: 'link' })
  await signInThrough(app.guest(tenant), 'google', maja ?? '')
  expect(await countNotices('bo@example.com')).toBe(1)

  tenant = await makeTenant(app)
  await signUp('maja.lind@example.com')
  await signInThrough(app.guest(tenant), 'google', maja ?? '')
  await signInThrough(app.guest(tenant), 'google', maja ?? '')
  expect(await countNotices('maja.lind@example.com')).toBe(1)
  tenant = await makeTenant(app)
  await signInThrough(app.guest(tenant), 'google', maja ?? '')
  expect(await countNotices('maja.lind@example.com')).toBe(0)
})

test('linking needs a recent sign-in, the same guest at the end and an identity not yet linked', async () => {
  expect(
    await errorCodeOf(app.guest(tenant)('signInWithProvider', { provider: 'google', purpose: 'link' })),
  ).toBe('auth/unauthenticated')
  const { guest } = await signUp('bo@example.com')
  app.clock.now = Date.now() + 11 * 60_000
  expect(await errorCodeOf(guest('signInWithProvider', { provider: 'google', purpose: 'link' }))).toBe(
    'auth/requires-recent-login',
  )
  app.clock.now = null

  const code = codeOf(await handleCallback(guest, 'google', maja ?? '', { purpose: 'link' }))
  await signUp('eve@example.com', guest)
  expect(await guest('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'elsewhere' })

  await signInThrough(app.guest(tenant), 'google', maja ?? '')
  expect(await signInThrough(guest, 'google', maja ?? '', { purpose: 'link' })).toMatchObject({
    outcome: 'refused',
    reason: 'taken',
  })
})

test('a tenant without a client at a provider does not offer it', async () => {
  const bare = await makeApp()
  const id = await makeTenant(bare)
  expect(bare.deps.identities.namesOf(id)).toEqual([])
  expect(await errorCodeOf(bare.guest(id)('signInWithProvider', { provider: 'google' }))).toBe(
    'auth/operation-not-allowed',
  )
  await bare.close()
})

test('a sign-in from the tenant’s second host returns to that host', async () => {
  const id = await makeTenant(app, { vanityHost: 'www.second.example' })
  const at = app.guest(id)
  const { url } = await at('signInWithProvider', { provider: 'google' })
  expect((await atCallback(await chooseAt(simulator.origin, url, maja ?? ''))).origin).toBe(
    `http://${id}.localhost:3000`,
  )
  const request = new Request('http://www.second.example/api/signInWithProvider', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'www.second.example' },
    body: JSON.stringify({ provider: 'google' }),
  })
  const left = (await (await app.app.fetch(request, {})).json()) as { url: string }
  expect((await atCallback(await chooseAt(simulator.origin, left.url, maja ?? ''))).origin).toBe(
    'http://www.second.example:3000',
  )
})

test('the callback exists only on its own host, and a HEAD request does not consume the state', async () => {
  const guest = app.guest(tenant)
  const { url } = await guest('signInWithProvider', { provider: 'google' })
  const back = await chooseAt(simulator.origin, url, maja ?? '')
  const request = async (method: string, host: string) =>
    (await app.app.fetch(new Request(back, { method, headers: { host } }), {})).status
  expect(await request('GET', `${tenant}.localhost:3000`)).toBe(404)
  expect(await request('HEAD', back.host)).toBe(405)
  expect(await request('POST', back.host)).toBe(405)
  expect(await guest('takeHandOver', { code: codeOf(await atCallback(back)) })).toMatchObject({
    outcome: 'signedIn',
  })
})
