import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInvite } from './queries.ts'
import type { TenantId } from '#server/database/db.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { perTier } from '#test/tier.ts'

const password = 'ælgpåtur i marts'
const DAY = 86_400_000
let app: TestApp
beforeAll(async () => {
  app = await makeApp({ env: { TRUSTED_PROXIES: '1' } })
})
afterAll(() => app.close())

const invite = (tenant: TenantId, prefill = {}, expiresAt = new Date(Date.now() + DAY)) =>
  app.db.write(tenant, (tx) => createInvite(tx, { prefill, expiresAt, createdAt: new Date() }))
const form = (uid: string, rest = {}) => ({
  uid,
  firstname: 'Freja',
  lastname: 'Holm',
  email: 'freja@example.com',
  mobile: '20 12 34 56',
  countryCode: 'DK',
  dialCode: '+45',
  preferredLanguage: 'da',
  password,
  ...rest,
})
const guests = (tenant: TenantId) =>
  asOwner(app, tenant, 'select * from guest where tenant_id = $1', [tenant])
const info = { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) }

let senders = 0
/** Each request has its own client IP, because the sign-up limit has its own test. */
async function send(tenant: TenantId, userData: object): Promise<{ status: number; body: unknown }> {
  senders += 1
  const headers = {
    'content-type': 'application/json',
    origin: `http://${tenant}.localhost`,
    'x-forwarded-for': `10.0.${Math.floor(senders / 250)}.${senders % 250}`,
  }
  const answer = await app.fetch(
    tenant,
    new Request(`http://${tenant}.localhost/api/userHandlingApi-newUserCreateFromInvite`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { tenantId: tenant, userData } }),
    }),
  )
  return { status: answer.status, body: await answer.json() }
}
const failedWith = (code: string, fields?: string[]) => ({
  status: 200,
  body: { result: { error: { errorInfo: { ...info, code, ...(fields ? { fields } : {}) } } } },
})
const succeeded = { status: 200, body: { result: { success: true } } }

test('accepting an invitation creates the guest with its id and password, and opens no session', async () => {
  const tenant = await makeTenant(app)
  const id = await invite(tenant, { firstname: 'Freja' })
  expect(id).toMatch(/^[\w-]{22}$/)
  const guest = app.guest(tenant)
  expect(await guest('getNewUserInvite', { tenantId: tenant, id })).toEqual({
    state: 'fresh',
    message: null,
    prefill: { firstname: 'Freja' },
  })
  expect(
    await guest('userHandlingApi-newUserCreateFromInvite', { tenantId: tenant, userData: form(id) }),
  ).toEqual({ success: true })
  expect([...guest.cookies.keys()].toSorted()).toEqual(['ask', 'booking'])
  expect(await guest('signInWithEmailAndPassword', { email: 'freja@example.com', password })).toMatchObject({
    uid: id,
  })
  expect(await guest('getUser', { tenantId: tenant, uid: id })).toMatchObject({
    firstname: 'Freja',
    lastname: 'Holm',
    mobile: '+4520123456',
    countryCode: 'DK',
    dialCode: '+45',
    preferredLanguage: 'da',
    detailsPresent: true,
  })
  const [row] = await guests(tenant)
  expect(row).toMatchObject({
    email_verified: false,
    mobile_verified: false,
    terms_accepted_at: expect.any(Date),
  })
})

test('the document has the state of the invitation, and no guest data once it is consumed', async () => {
  const tenant = await makeTenant(app)
  const guest = app.guest(tenant)
  const [id, late] = [
    await invite(tenant, { email: 'freja@example.com' }),
    await invite(tenant, { email: 'freja@example.com' }, new Date(Date.now() - 1)),
  ]
  const state = (one = id) => guest('getNewUserInvite', { tenantId: tenant, id: one })
  expect(await state(late)).toEqual({ state: 'expired', message: null, prefill: null })
  await send(tenant, form(id))
  expect(await state()).toEqual({ state: 'success', message: { success: true }, prefill: null })
  await asOwner(app, tenant, "update invite set used_at = used_at - interval '2 minutes' where id = $1", [id])
  expect(await state()).toEqual({ state: 'used', message: null, prefill: null })
  expect((await asOwner(app, tenant, 'select prefill from invite where id = $1', [id]))[0]).toEqual({
    prefill: {},
  })
  expect(await send(tenant, form(id, { email: 'other@example.com' }))).toEqual(failedWith('invite/used'))
  expect(await send(tenant, form(late, { email: 'other@example.com' }))).toEqual(failedWith('invite/expired'))
  const answer = await guest.send('getNewUserInvite', { tenantId: tenant, id: late })
  expect([answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual(['no-store', null])
})

test("an unknown invitation and another tenant's have the same response", async () => {
  const [tenant, other] = [await makeTenant(app), await makeTenant(app)]
  const foreign = await invite(other, { email: 'freja@example.com' })
  const fetchInvite = async (id: string, tenantId: string) => {
    const answer = await app.guest(tenant).send('getNewUserInvite', { tenantId, id })
    return [answer.status, await answer.text()]
  }
  const unknown = await fetchInvite('nobodynobodynobodynobody', tenant)
  expect(unknown[0]).toBe(404)
  expect(await fetchInvite(foreign, tenant)).toEqual(unknown)
  expect(await fetchInvite(foreign, other)).toEqual(unknown)
  expect(await send(tenant, form(foreign))).toEqual(failedWith('not-found'))
  expect(await send(tenant, form('nobodynobodynobodynobody'))).toEqual(failedWith('not-found'))
  expect(await guests(tenant)).toEqual([])
})

test('an e-mail with an account is rejected, and that account does not change', async () => {
  const tenant = await makeTenant(app)
  const owner = app.guest(tenant)
  const { uid } = await owner('createUserWithEmailAndPassword', { email: 'freja@example.com', password })
  const before = await guests(tenant)
  const id = await invite(tenant)
  expect(
    await send(tenant, form(id, { email: 'FREJA@example.com', password: 'somebody else knows it' })),
  ).toEqual(failedWith('auth/email-already-in-use'))
  expect(await guests(tenant)).toEqual(before)
  expect(await owner('signInWithEmailAndPassword', { email: 'freja@example.com', password })).toMatchObject({
    uid,
  })
  // The invitation remains valid for another e-mail.
  expect(await owner('getNewUserInvite', { tenantId: tenant, id })).toMatchObject({
    state: 'error',
    message: { error: { errorInfo: { ...info, code: 'auth/email-already-in-use' } } },
  })
  expect(await send(tenant, form(id, { email: 'other@example.com' }))).toEqual(succeeded)
})

test('the uid of an existing guest is no invitation, and the guest is not overwritten', async () => {
  const tenant = await makeTenant(app)
  const { uid } = await app.guest(tenant)('createUserWithEmailAndPassword', {
    email: 'freja@example.com',
    password,
  })
  const before = await guests(tenant)
  expect(await send(tenant, form(uid, { email: 'other@example.com' }))).toEqual(failedWith('not-found'))
  // Not even when an invitation has the same id.
  await asOwner(
    app,
    tenant,
    `insert into invite (tenant_id, id, prefill, expires_at, created_at)
    values ($1, $2, '{}', now() + interval '1 day', now())`,
    [tenant, uid],
  )
  expect((await send(tenant, form(uid, { email: 'other@example.com' }))).body).toMatchObject({
    result: { error: {} },
  })
  expect(await guests(tenant)).toEqual(before)
})

test('a mobile that begins with another country’s dial code has that country', async () => {
  const tenant = await makeTenant(app)
  const id = await invite(tenant)
  await send(tenant, form(id, { mobile: '0047 412.34.567' }))
  const guest = app.guest(tenant)
  await guest('signInWithEmailAndPassword', { email: 'freja@example.com', password })
  expect(await guest('getUser', { tenantId: tenant, uid: id })).toMatchObject({
    mobile: '+4741234567',
    countryCode: 'NO',
    dialCode: '+47',
  })
})

const invalidInputs: [string, object, string, string[]][] = [
  ['a first name of one letter', { firstname: 'F' }, 'request/invalid', ['firstname']],
  ['a last name of 51 characters', { lastname: 'x'.repeat(51) }, 'request/invalid', ['lastname']],
  ['no names', { firstname: ' ', lastname: undefined }, 'request/invalid', ['firstname', 'lastname']],
  ['an invalid e-mail', { email: 'freja' }, 'request/invalid', ['email']],
  ['an e-mail of 51 characters', { email: `${'x'.repeat(39)}@example.com` }, 'request/invalid', ['email']],
  ['a mobile of five digits', { mobile: '20123' }, 'guest/invalid-mobile', ['mobile']],
  ['a mobile with letters', { mobile: '2012x456' }, 'guest/invalid-mobile', ['mobile']],
  ['a mobile that begins with 0', { mobile: '02012345' }, 'guest/invalid-mobile', ['mobile']],
  ['no mobile', { mobile: '' }, 'guest/invalid-mobile', ['mobile']],
  ['an unknown country', { countryCode: 'XX', dialCode: '' }, 'guest/invalid-mobile', ['mobile']],
  ['an unknown language', { preferredLanguage: 'xx' }, 'request/invalid', ['preferredLanguage']],
  ['a password of five characters', { password: 'q8%zk' }, 'auth/weak-password', ['password']],
  ['a common password', { password: 'password1' }, 'auth/weak-password', ['password']],
]
test.for(invalidInputs)(
  '%s is rejected with the fields in the response',
  async ([, change, code, fields]) => {
    const tenant = await makeTenant(app)
    const id = await invite(tenant)
    expect(await send(tenant, form(id, change))).toEqual(failedWith(code, fields))
    expect(await guests(tenant)).toEqual([])
    expect(await app.guest(tenant)('getNewUserInvite', { tenantId: tenant, id })).toMatchObject({
      state: 'fresh',
    })
  },
)

test('an unknown field of the form reaches no row', async () => {
  const tenant = await makeTenant(app)
  const id = await invite(tenant)
  const extraFields = {
    id: 'chosen',
    tenantId: 'other',
    tenant_id: 'other',
    pending: true,
    emailVerified: true,
    email_verified: true,
    mobileVerified: true,
    marketingAcceptedAt: '2020-01-01',
    avatar: 'https://evil.example/x.svg',
    name: 'Admin',
    role: 'admin',
    createdAt: '2000-01-01',
    passwordHash: 'x',
    __proto__: { emailVerified: true },
  }
  expect(await send(tenant, { ...extraFields, ...form(id) })).toEqual(succeeded)
  expect(await guests(tenant)).toMatchObject([
    {
      id,
      tenant_id: tenant,
      name: 'Freja Holm',
      email_verified: false,
      mobile_verified: false,
      marketing_accepted_at: null,
      avatar: null,
      notifications: null,
    },
  ])
})

test('one of fifty concurrent acceptances succeeds, and only that one hashes a password', async () => {
  const hash = app.deps.auth.hashPassword
  let hashed = 0
  app.deps.auth.hashPassword = (typed) => {
    hashed += 1
    return hash(typed)
  }
  const rounds = perTier(1, 20)
  for (let round = 0; round < rounds; round += 1) {
    // A new tenant each round, because sign-ups an hour are limited per tenant and client IP.
    const tenant = await makeTenant(app)
    const id = await invite(tenant)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        send(tenant, form(id, { email: `guest${round}${round % 2 ? index : ''}@example.com` })),
      ),
    )
    const codes = answers.map(
      ({ body }) => (body as { result: { success?: true; error?: { errorInfo: { code: string } } } }).result,
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(codes.filter((one) => one.success).length).toBe(1)
    expect(
      codes.filter(
        (one) => one.error && !['invite/pending', 'invite/used'].includes(one.error.errorInfo.code),
      ),
    ).toEqual([])
    expect((await guests(tenant)).length).toBe(1)
  }
  app.deps.auth.hashPassword = hash
  expect(hashed).toBe(rounds)
})

test('two concurrent invitations for one e-mail create one account, and one remains valid', async () => {
  const tenant = await makeTenant(app)
  const ids = [await invite(tenant), await invite(tenant)]
  const answers = await Promise.all(ids.map((id) => send(tenant, form(id))))
  expect(answers.filter(({ body }) => (body as { result: { success?: true } }).result.success).length).toBe(1)
  const states = await Promise.all(
    ids.map(async (id) => (await app.guest(tenant)('getNewUserInvite', { tenantId: tenant, id })).state),
  )
  expect(states.toSorted()).toEqual(['error', 'success'])
})

test('an attempt whose process died blocks the invitation for 30 seconds', async () => {
  const tenant = await makeTenant(app)
  const id = await invite(tenant)
  await asOwner(
    app,
    tenant,
    "update invite set outcome = jsonb_build_object('pending', true, 'since', $2::bigint) where id = $1",
    [id, Date.now() - 20_000],
  )
  expect(await app.guest(tenant)('getNewUserInvite', { tenantId: tenant, id })).toEqual({
    state: 'pending',
    message: { pending: true },
    prefill: null,
  })
  expect(await send(tenant, form(id))).toEqual(failedWith('invite/pending'))
  await asOwner(
    app,
    tenant,
    "update invite set outcome = jsonb_build_object('pending', true, 'since', $2::bigint) where id = $1",
    [id, Date.now() - 30_001],
  )
  expect(await send(tenant, form(id))).toEqual(succeeded)
})

test('the live document follows an attempt to its end, and has no events of other invitations', async () => {
  const tenant = await makeTenant(app)
  const [id, other] = [await invite(tenant), await invite(tenant)]
  const follow = async (one: string) => {
    const answer = await app.fetch(
      tenant,
      new Request(`http://x/api/tenants/${tenant}/newUserInvite/${one}`, {
        headers: { accept: 'text/event-stream' },
      }),
    )
    const reader = (answer.body ?? new ReadableStream<Uint8Array>())
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader()
    const seen = { text: '', leave: () => reader.cancel() }
    void (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) seen.text += part.value
    })()
    return seen
  }
  const [watched, quiet, topics] = [
    await follow(id),
    await follow(other),
    await app.fetch(tenant, new Request('http://x/api/live')),
  ]
  await expect.poll(() => [watched, quiet].every(({ text }) => text.includes('"state":"fresh"'))).toBe(true)
  await send(tenant, form(id))
  await expect.poll(() => watched.text).toContain('"state":"success"')
  expect(quiet.text).not.toContain('success')
  await topics.body?.cancel()
  for (const one of [watched, quiet]) await one.leave()
})

test('a tenant without sign-in rejects invitations', async () => {
  const tenant = await makeTenant(app, { profile: { signIn: false } })
  expect((await send(tenant, form(await invite(tenant)))).status).toBe(400)
})
