import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CallError } from '#contract/errors.ts'
import { readConfig } from '#server/config.ts'
import { messageLimit } from '#server/message-limit.ts'
import type { TenantId } from '#server/data/db.ts'
import { findGuestByEmail } from '#server/data/guest-access.ts'
import { listAccounts } from '#server/data/account.ts'
import { listMail } from '#server/data/mail.ts'
import { openIdentitySimulator, type IdentitySimulator } from '#server/providers/identity-simulator/open.ts'
import { chooseAt } from '#test/identity-provider.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { faultOf, type TestGuest } from '#test/steps.ts'

/*
 * The whole way through the simulator of the demo, over its real protocols: away, back to the one host, over to the tenant's.
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
type Leave = Parameters<TestGuest>[1]

/** Leaves for a provider, chooses somebody there, comes back to the callback host. @returns where that sends the browser. */
async function comeBack(
  guest: TestGuest,
  provider: Provider,
  person: string,
  ask: Partial<Extract<Leave, { provider: Provider }>> = {},
): Promise<URL> {
  const { url } = await guest('signInWithProvider', { provider, ...ask })
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

async function enter(
  guest: TestGuest,
  provider: Provider,
  person: string,
  ask?: Parameters<typeof comeBack>[3],
) {
  return guest('takeHandOver', { code: codeOf(await comeBack(guest, provider, person, ask)) })
}

const guestOf = (email: string) => app.db.read(tenant, (tx) => findGuestByEmail(tx, email))
const providersOf = async (uid: string) =>
  (await app.db.read(tenant, (tx) => listAccounts(tx, uid))).map(({ providerId }) => providerId)
const mailTo = async (email: string) => (await app.db.read(tenant, listMail)).filter(({ to }) => to === email)
const linkIn = (text: string) =>
  codeOf(new URL(/https?:\/\/\S+\/sign-in\/callback\?code=\S+/.exec(text)?.[0] ?? ''))
const password = 'stamgast-demo'
const signUp = (email: string, guest = app.guest(tenant)) =>
  guest('createUserWithEmailAndPassword', { email, password }).then(({ uid }) => ({ uid, guest }))
const signInFault = (email: string) =>
  faultOf(app.guest(tenant)('signInWithEmailAndPassword', { email, password }))
const verify = async (email: string) => {
  const { uid, guest } = await signUp(email)
  await app.db.write(tenant, async (tx) =>
    (await import('#server/data/guest-access.ts')).verifyGuestEmail(tx, uid, new Date()),
  )
  return { uid, guest }
}

test('a new guest comes in by Google, with name and verified address, and is the same guest the next time', async () => {
  const guest = app.guest(tenant)
  const first = await enter(guest, 'google', maja ?? '', { to: '/profile?x=1' })
  expect(first).toMatchObject({ outcome: 'signedIn', isNew: true, to: '/profile?x=1' })
  expect(await guestOf('maja.lind@example.com')).toMatchObject({
    firstname: 'Maja',
    lastname: 'Lind',
    emailVerified: true,
    avatar: expect.stringMatching(/^\/avatar\/.+\.webp$/),
  })
  const again = await enter(app.guest(tenant), 'google', maja ?? '')
  expect(again).toMatchObject({
    outcome: 'signedIn',
    isNew: false,
    to: '/home',
    uid: first.outcome === 'signedIn' ? first.uid : '',
  })
})

test('the session is a new one: its cookie changes, and the one before it is over', async () => {
  const { guest, uid } = await signUp('lone@example.com')
  const before = guest.cookies.get('session') ?? ''
  await enter(guest, 'google', maja ?? '')
  expect(guest.cookies.get('session')).not.toBe(before)
  expect(await app.deps.auth.findSession(tenant, before)).toBeNull()
  expect(uid).not.toBe((await guestOf('maja.lind@example.com'))?.id)
})

test('the same person at two tenants is two guests', async () => {
  const other = await makeTenant(app)
  await enter(app.guest(tenant), 'google', maja ?? '')
  const there = app.guest(other)
  const { url } = await there('signInWithProvider', { provider: 'google' })
  expect(
    await there('takeHandOver', {
      code: codeOf(await atCallback(await chooseAt(simulator.origin, url, maja ?? ''))),
    }),
  ).toMatchObject({ outcome: 'signedIn', isNew: true })
})

test('an account whose address is verified is connected, and keeps its password', async () => {
  const { uid } = await verify('freja@example.com')
  expect(await enter(app.guest(tenant), 'google', freja ?? '')).toMatchObject({
    outcome: 'signedIn',
    uid,
    isNew: false,
  })
  expect(await providersOf(uid)).toEqual(['google'])
  expect(
    await app.guest(tenant)('signInWithEmailAndPassword', { email: 'freja@example.com', password }),
  ).toMatchObject({ uid })
})

test('whoever made an account with an address that is not theirs keeps no password, session or provider once its owner comes by Google', async () => {
  const { uid, guest: attacker } = await signUp('freja@example.com')
  expect(await enter(attacker, 'facebook', emil ?? '', { purpose: 'link' })).toMatchObject({
    outcome: 'linked',
  })
  await asOwner(
    app,
    tenant,
    `update guest set mobile = '+4520123456', mobile_verified = true where tenant_id = '${tenant}' and id = '${uid}'`,
  )
  await asOwner(
    app,
    tenant,
    `insert into passkey (tenant_id, id, public_key, user_id, credential_id, counter, device_type, backed_up) values ('${tenant}', 'p', 'k', '${uid}', 'c', 0, 'singleDevice', false)`,
  )
  const pending = codeOf(await comeBack(attacker, 'google', maja ?? '', { purpose: 'link' }))
  const session = attacker.cookies.get('session') ?? ''
  expect(await enter(app.guest(tenant), 'google', freja ?? '')).toMatchObject({
    outcome: 'signedIn',
    uid,
    isNew: false,
  })
  expect(await app.deps.auth.findSession(tenant, session)).toBeNull()
  expect(await signInFault('freja@example.com')).toBe('auth/invalid-credential')
  expect(await providersOf(uid)).toEqual(['google'])
  expect(await guestOf('freja@example.com')).toMatchObject({ emailVerified: true, mobileVerified: false })
  expect(await asOwner(app, tenant, `select 1 from passkey where tenant_id = '${tenant}'`)).toEqual([])
  expect(await attacker('takeHandOver', { code: pending })).toMatchObject({ outcome: 'refused' })
  // And by that Facebook account the attacker only gets as far as proving an address of their own.
  expect(await enter(app.guest(tenant), 'facebook', emil ?? '')).toMatchObject({ outcome: 'askEmail' })
})

test.each([
  ['google', emil],
  ['facebook', emil],
  ['facebook', freja],
] as const)(
  'an address that %s does not vouch for opens no account of that address: it is proved by mail first',
  async (provider, person) => {
    const email = person === emil ? 'emil.krogh@example.com' : 'freja@example.com'
    const { uid } = await verify(email)
    const guest = app.guest(tenant)
    const asked = await enter(guest, provider, person ?? '')
    if (asked.outcome !== 'askEmail') throw new Error(asked.outcome)
    expect(guest.cookies.has('session')).toBe(false)
    expect(await providersOf(uid)).toEqual([])
    expect(await guest('checkHandOver', { code: asked.code })).toEqual({ state: 'askEmail', provider, email })
    expect(await guest('takeHandOver', { code: asked.code, email })).toEqual({ outcome: 'mailed', email })
    const [mail] = await mailTo(email)
    expect(await guest('takeHandOver', { code: linkIn(mail?.text ?? '') })).toMatchObject({
      outcome: 'signedIn',
      uid,
    })
    expect(await providersOf(uid)).toEqual([provider])
  },
)

test('Facebook without an address: it is asked for, and there is no account before the link in the mail is opened', async () => {
  const guest = app.guest(tenant)
  const asked = await enter(guest, 'facebook', signe ?? '', { to: '/book' })
  if (asked.outcome !== 'askEmail') throw new Error(asked.outcome)
  expect(await guest('checkHandOver', { code: asked.code })).toEqual({
    state: 'askEmail',
    provider: 'facebook',
    email: null,
  })
  expect(await guest('takeHandOver', { code: asked.code })).toEqual({ outcome: 'askEmail', code: asked.code })
  expect(await guest('takeHandOver', { code: asked.code, email: 'Signe@Example.com' })).toEqual({
    outcome: 'mailed',
    email: 'signe@example.com',
  })
  expect(await guestOf('signe@example.com')).toBeNull()
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
  expect(await guestOf('signe@example.com')).toMatchObject({
    firstname: 'Signe',
    emailVerified: true,
    avatar: expect.stringMatching(/^\/avatar\//),
  })
  expect(await enter(app.guest(tenant), 'facebook', signe ?? '')).toMatchObject({
    outcome: 'signedIn',
    isNew: false,
  })
  expect(await guest('takeHandOver', { code: asked.code, email: 'signe@example.com' })).toMatchObject({
    outcome: 'refused',
    reason: 'gone',
  })
})

test('nobody is flooded: the sixth mail to one address within an hour is refused, and the form may be sent again later', async () => {
  const limited = messageLimit({ db: app.db, now: app.deps.now, secret: app.deps.secret })
  app.deps.messageLimit = limited
  const began = Date.now()
  const asked: string[] = []
  for (let turn = 0; turn < 6; turn += 1) {
    app.clock.now = began + turn * 2_000
    const guest = app.guest(tenant)
    const answer = await enter(guest, 'facebook', signe ?? '')
    if (answer.outcome !== 'askEmail') throw new Error(answer.outcome)
    const send = () => guest('takeHandOver', { code: answer.code, email: 'flood@example.com' })
    asked.push(
      await send().then(
        ({ outcome }) => outcome,
        (error: CallError) => error.code,
      ),
    )
    if (turn < 5) continue
    app.deps.messageLimit = async () => null
    expect(await send()).toMatchObject({ outcome: 'mailed' })
  }
  expect(asked).toEqual(['mailed', 'mailed', 'mailed', 'mailed', 'mailed', 'auth/too-many-requests'])
})

test('a victim who opens the mail that an attacker has asked for gives nothing away: the link works in the asking browser alone', async () => {
  const { uid, guest: victim } = await verify('victim@example.com')
  const attacker = app.guest(tenant)
  const asked = await enter(attacker, 'facebook', signe ?? '')
  if (asked.outcome !== 'askEmail') throw new Error(asked.outcome)
  await attacker('takeHandOver', { code: asked.code, email: 'victim@example.com' })
  const code = linkIn((await mailTo('victim@example.com'))[0]?.text ?? '')
  for (const one of [victim, app.guest(tenant)]) {
    expect(await one('checkHandOver', { code })).toEqual({ state: 'elsewhere', provider: null, email: null })
    expect(await one('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'elsewhere' })
  }
  expect(await providersOf(uid)).toEqual([])
})

test('saying no leads back to the login page with a message, and the state is used up', async () => {
  for (const provider of ['google', 'facebook'] as const) {
    const guest = app.guest(tenant)
    const { url } = await guest('signInWithProvider', { provider })
    const back = await chooseAt(simulator.origin, url, 'none')
    expect((await atCallback(back)).href).toBe(
      `http://${tenant}.localhost:3000/login?message=provider-denied`,
    )
    expect((await atCallback(back)).href).toBe(`http://${tenant}.localhost:3000/login?message=provider-over`)
  }
})

test('a hand-over works once, in its own browser, at its own tenant, for a minute', async () => {
  const other = await makeTenant(app)
  const guest = app.guest(tenant)
  const code = codeOf(await comeBack(guest, 'google', maja ?? ''))
  const stranger = app.guest(tenant)
  expect(await stranger('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'elsewhere' })
  await stranger('signInWithProvider', { provider: 'google' })
  expect(await stranger('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'elsewhere' })
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

  const late = codeOf(await comeBack(guest, 'google', maja ?? ''))
  app.clock.now = Date.now() + 60_001
  expect(await guest('checkHandOver', { code: late })).toMatchObject({ state: 'gone' })
  expect(await guest('takeHandOver', { code: late })).toMatchObject({ outcome: 'refused', reason: 'gone' })
})

test('fifty at once with one hand-over: exactly one is signed in, and one guest is made', async () => {
  const guest = app.guest(tenant)
  const code = codeOf(await comeBack(guest, 'google', maja ?? ''))
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => guest('takeHandOver', { code })))
  expect(outcomes.filter(({ outcome }) => outcome === 'signedIn')).toHaveLength(1)
})

test('two first sign-ins of one person at once make one guest', async () => {
  const guests = [app.guest(tenant), app.guest(tenant), app.guest(tenant)]
  const codes: string[] = []
  for (const guest of guests) codes.push(codeOf(await comeBack(guest, 'google', maja ?? '')))
  const outcomes = await Promise.all(
    guests.map((guest, at) => guest('takeHandOver', { code: codes[at] ?? '' })),
  )
  expect(new Set(outcomes.map((one) => (one.outcome === 'signedIn' ? one.uid : one.outcome))).size).toBe(1)
})

test('a code in the place of another is nothing: a state is no hand-over, a hand-over no state', async () => {
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

test('a signed-in guest connects a provider, sees it and disconnects it; the last way in stays', async () => {
  const { guest, uid } = await signUp('bo@example.com')
  expect(await enter(guest, 'google', maja ?? '', { purpose: 'link' })).toEqual({
    outcome: 'linked',
    to: '/profile/security',
  })
  expect(await guest('listAccounts', {})).toEqual({
    documents: [{ provider: 'google', connectedAt: expect.any(Number), last: false }],
    available: ['google', 'facebook'],
  })
  expect(await enter(app.guest(tenant), 'google', maja ?? '')).toMatchObject({ outcome: 'signedIn', uid })
  expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: true })
  expect(await guest('unlinkAccount', { provider: 'google' })).toEqual({ success: false })

  const only = app.guest(tenant)
  await enter(only, 'google', maja ?? '')
  // A link to the address that Google has vouched for would let them in.
  expect(await only('listAccounts', {})).toMatchObject({ documents: [{ last: false }] })
  await asOwner(app, tenant, 'update guest set email_verified = false where tenant_id = $1', [tenant])
  expect(await only('listAccounts', {})).toMatchObject({ documents: [{ last: true }] })
  expect(await faultOf(only('unlinkAccount', { provider: 'google' }))).toBe('auth/last-way-in')
})

test('a guest is told by mail that a provider was connected, however that came about, and once', async () => {
  const told = async (to: string) =>
    (await app.db.read(tenant, listMail)).filter(
      (row) => row.to === to && row.key.startsWith('providerAdded:'),
    ).length
  const { guest } = await signUp('bo@example.com')
  await enter(guest, 'google', maja ?? '', { purpose: 'link' })
  await enter(guest, 'google', maja ?? '', { purpose: 'link' })
  await enter(app.guest(tenant), 'google', maja ?? '')
  expect(await told('bo@example.com')).toBe(1)

  tenant = await makeTenant(app)
  await signUp('maja.lind@example.com')
  await enter(app.guest(tenant), 'google', maja ?? '')
  await enter(app.guest(tenant), 'google', maja ?? '')
  expect(await told('maja.lind@example.com')).toBe(1)
  tenant = await makeTenant(app)
  await enter(app.guest(tenant), 'google', maja ?? '')
  expect(await told('maja.lind@example.com')).toBe(0)
})

test('connecting asks for a fresh session, the same guest at the end, and an identity that is nobody else’s', async () => {
  expect(
    await faultOf(app.guest(tenant)('signInWithProvider', { provider: 'google', purpose: 'link' })),
  ).toBe('auth/unauthenticated')
  const { guest } = await signUp('bo@example.com')
  app.clock.now = Date.now() + 11 * 60_000
  expect(await faultOf(guest('signInWithProvider', { provider: 'google', purpose: 'link' }))).toBe(
    'auth/requires-recent-login',
  )
  app.clock.now = null

  const code = codeOf(await comeBack(guest, 'google', maja ?? '', { purpose: 'link' }))
  await signUp('eve@example.com', guest)
  expect(await guest('takeHandOver', { code })).toMatchObject({ outcome: 'refused', reason: 'elsewhere' })

  await enter(app.guest(tenant), 'google', maja ?? '')
  expect(await enter(guest, 'google', maja ?? '', { purpose: 'link' })).toMatchObject({
    outcome: 'refused',
    reason: 'taken',
  })
})

test('a tenant without a client has no such provider', async () => {
  const bare = await makeApp()
  const id = await makeTenant(bare)
  expect(bare.deps.identities.namesOf(id)).toEqual([])
  expect(await faultOf(bare.guest(id)('signInWithProvider', { provider: 'google' }))).toBe(
    'auth/operation-not-allowed',
  )
  await bare.close()
})

test('a guest who left from a second host of the tenant comes back there', async () => {
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

test('the callback is on its own host alone, and reading its head changes nothing', async () => {
  const guest = app.guest(tenant)
  const { url } = await guest('signInWithProvider', { provider: 'google' })
  const back = await chooseAt(simulator.origin, url, maja ?? '')
  const ask = async (method: string, host: string) =>
    (await app.app.fetch(new Request(back, { method, headers: { host } }), {})).status
  expect(await ask('GET', `${tenant}.localhost:3000`)).toBe(404)
  expect(await ask('HEAD', back.host)).toBe(405)
  expect(await ask('POST', back.host)).toBe(405)
  expect(await guest('takeHandOver', { code: codeOf(await atCallback(back)) })).toMatchObject({
    outcome: 'signedIn',
  })
})
