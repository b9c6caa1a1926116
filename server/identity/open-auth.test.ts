import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { authLimits } from '#server/rate-limit/sign-in-limit.ts'
import type { SignedIn } from '#server/context/auth.ts'
import { openAuth } from './open-auth.ts'
import { argon, type PasswordHash } from './password/password-hash.ts'
import { createGuest, setPassword } from '#server/guest/queries.ts'
import { openDb } from '#server/database/db.ts'
import { perTier } from '#test/tier.ts'

const secret = 'a secret of tests, long enough for all'
const client = { address: '192.0.2.7', userAgent: 'a browser' }
const password = 'ælgpåtur i marts'
const wide = {
  ...authLimits,
  accountAttempts: 1e6,
  ipAttempts: 1e6,
  consecutive: 1e6,
  signUps: 1e6,
  signUpsOfEmail: 1e6,
}
const DAY = 24 * 3600 * 1000

let testDb: TestDb
beforeAll(async () => {
  testDb = await makeDb()
})
afterAll(() => testDb.close())

/** Creates an auth service with its own clock and counts of hash operations. */
function open(limits = wide) {
  const clock = { now: Date.UTC(2026, 10, 20, 9) }
  const count = { hash: 0, verify: 0 }
  const passwords: PasswordHash = {
    hash: (typed) => {
      count.hash += 1
      return argon.hash(typed)
    },
    verify: (stored, typed) => {
      count.verify += 1
      return argon.verify(stored, typed)
    },
  }
  return { auth: openAuth({ db: testDb.db, secret, now: () => clock.now, limits, passwords }), clock, count }
}

function signed(outcome: { ok: boolean }): SignedIn {
  if (!outcome.ok) throw new Error(`not signed in: ${JSON.stringify(outcome)}`)
  return outcome as SignedIn
}

/** Queries as the database owner, who bypasses row-level security. */
async function rows<R extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<R[]> {
  const owner = new pg.Client({ connectionString: testDb.ownerUrl })
  await owner.connect()
  const result = await owner.query<R>(sql, values)
  await owner.end()
  return result.rows
}

test('signing up signs in at once, and signing in again gives the same uid and another token', async () => {
  const { auth } = open()
  const tenant = await makeTenant(testDb)
  const first = signed(await auth.signUp(tenant, { email: 'Freja@Example.com', password }, client))
  expect(await auth.findSession(tenant, first.token)).toEqual({
    uid: first.uid,
    firstname: '',
    lastname: '',
    email: 'freja@example.com',
    mobile: null,
    avatar: null,
    preferredLanguage: null,
    countryCode: null,
    detailsPresent: false,
    sessionEnds: null,
    began: expect.any(Number),
    renewedFor: null,
  })
  const second = signed(await auth.signIn(tenant, { email: 'FREJA@example.com', password }, client))
  expect(second.uid).toBe(first.uid)
  expect(second.token).not.toBe(first.token)
  expect(second.token).toMatch(/^[\w-]{32}$/)
})

test('a short session has sessionEnds in epoch ms, and a renewable one has null', async () => {
  const { auth, clock } = open()
  const tenant = await makeTenant(testDb)
  const { uid, token } = signed(await auth.signUp(tenant, { email: 'freja@example.com', password }, client))
  const short = await auth.openSession(tenant, uid, client, 600)
  const end = clock.now + 600_000
  expect((await auth.findSession(tenant, short.token))?.sessionEnds).toBe(end)
  clock.now = end - 1
  expect((await auth.findSession(tenant, short.token))?.sessionEnds).toBe(end)
  clock.now += 29.99 * 86_400_000
  expect(await auth.findSession(tenant, token)).toMatchObject({ sessionEnds: null, renewedFor: 30 * 86_400 })
  expect(await auth.findSession(tenant, token)).toMatchObject({ sessionEnds: null, renewedFor: null })
})

test('the same e-mail at two tenants is two separate guests', async () => {
  const { auth } = open()
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  const email = 'noah@example.com'
  const [here, there] = [
    signed(await auth.signUp(aurora, { email, password }, client)),
    signed(await auth.signUp(fjord, { email, password: 'noget helt andet' }, client)),
  ]
  expect(here.uid).not.toBe(there.uid)
  expect(await auth.signIn(fjord, { email, password }, client)).toEqual({
    ok: false,
    reason: 'invalid-credential',
  })
  expect(await auth.signIn(aurora, { email, password: 'noget helt andet' }, client)).toEqual({
    ok: false,
    reason: 'invalid-credential',
  })
  expect(await auth.findSession(fjord, here.token)).toBeNull()
  expect(await auth.findSession(aurora, there.token)).toBeNull()
  await auth.signOut(fjord, here.token)
  expect(await auth.findSession(aurora, here.token)).toMatchObject({ uid: here.uid })
  expect((await auth.findSession(fjord, there.token))?.uid).toBe(there.uid)
})

test('an account of one tenant cannot sign in at another tenant', async () => {
  const { auth } = open()
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  signed(await auth.signUp(aurora, { email: 'only-here@example.com', password }, client))
  expect(await auth.signIn(fjord, { email: 'only-here@example.com', password }, client)).toEqual({
    ok: false,
    reason: 'invalid-credential',
  })
})

test('the request role reads guests, sessions and accounts of the current tenant only, and none without one', async () => {
  const { auth } = open()
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  for (const tenant of [aurora, fjord])
    signed(await auth.signUp(tenant, { email: 'rls@example.com', password }, client))
  const app = new pg.Client({ connectionString: testDb.appUrl })
  await app.connect()
  for (const table of ['guest', 'session', 'account']) {
    expect((await app.query(`select 1 from ${table}`)).rowCount).toBe(0)
    await app.query(`begin; set local app.tenant_id = '${aurora}'`)
    expect((await app.query(`select distinct tenant_id from ${table}`)).rows).toEqual([{ tenant_id: aurora }])
    expect((await app.query(`delete from ${table} where tenant_id = $1`, [fjord])).rowCount).toBe(0)
    await app.query('rollback')
  }
  await app.end()
})

test('the database stores no token: a stored value cannot be used to sign in', async () => {
  const { auth } = open()
  const tenant = await makeTenant(testDb)
  const { token } = signed(await auth.signUp(tenant, { email: 'backup@example.com', password }, client))
  const [row] = await rows<{ token: string; ip_address: string; user_agent: string }>(
    'select token, ip_address, user_agent from session where tenant_id = $1',
    [tenant],
  )
  expect(row).toMatchObject({ ip_address: client.address, user_agent: client.userAgent })
  expect(row?.token).not.toContain(token)
  expect(await auth.findSession(tenant, row?.token ?? '')).toBeNull()
  const [stored] = await rows<{ password: string }>('select password from account where tenant_id = $1', [
    tenant,
  ])
  expect(stored?.password).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
})

test('signing out ends the current session only', async () => {
  const { auth } = open()
  const tenant = await makeTenant(testDb)
  const credentials = { email: 'out@example.com', password }
  const [phone, commandContext] = [
    signed(await auth.signUp(tenant, credentials, client)),
    signed(await auth.signIn(tenant, credentials, client)),
  ]
  await auth.signOut(tenant, phone.token)
  await auth.signOut(tenant, phone.token)
  expect(await auth.findSession(tenant, phone.token)).toBeNull()
  expect(await auth.findSession(tenant, commandContext.token)).not.toBeNull()
})

test('a wrong password, an unknown or malformed address and a missing password fail alike after one verification', async () => {
  const { auth, count } = open()
  const tenant = await makeTenant(testDb)
  signed(await auth.signUp(tenant, { email: 'known@example.com', password }, client))
  await testDb.db.write(tenant, (tx) =>
    createGuest(tx, { email: 'social@example.com', createdAt: new Date() }),
  )
  for (const email of [
    'known@example.com',
    'unknown@example.com',
    'social@example.com',
    'no address',
    '%',
    "' or 1=1 --",
    'KNOWN@EXAMPLE.COM',
  ]) {
    const before = { ...count }
    expect(await auth.signIn(tenant, { email, password: 'not this one' }, client)).toEqual({
      ok: false,
      reason: 'invalid-credential',
    })
    expect({ hash: count.hash - before.hash, verify: count.verify - before.verify }).toEqual({
      hash: 0,
      verify: 1,
    })
  }
  const before = count.verify
  signed(await auth.signIn(tenant, { email: 'known@example.com', password }, client))
  expect(count.verify - before).toBe(1)
})

test('an e-mail is unique in any letter case, and a weak password creates no account', async () => {
  const { auth, count } = open()
  const tenant = await makeTenant(testDb)
  signed(await auth.signUp(tenant, { email: 'taken@example.com', password }, client))
  expect(
    await auth.signUp(tenant, { email: 'TAKEN@example.com', password: 'en helt anden en' }, client),
  ).toEqual({ ok: false, reason: 'email-already-in-use' })
  signed(await auth.signIn(tenant, { email: 'taken@example.com', password }, client))
  const hashed = count.hash
  for (const weak of ['x7Kq2', 'password1', 'Aurora123']) {
    expect(
      await auth.signUp(
        tenant,
        { email: 'weak@example.com', password: weak, names: ['Aurora Hair'] },
        client,
      ),
    ).toEqual({ ok: false, reason: 'weak-password' })
  }
  expect(count.hash).toBe(hashed)
  expect(await rows('select email from guest where tenant_id = $1', [tenant])).toEqual([
    { email: 'taken@example.com' },
  ])
})

const rounds = perTier(1, 20)

test(
  'of fifty concurrent sign-ups with one e-mail exactly one succeeds, and the others leave no rows',
  { timeout: 30_000 + rounds * 10_000 },
  async () => {
    for (let round = 0; round < rounds; round += 1) await raceForOneAddress()
  },
)

async function raceForOneAddress() {
  const { auth } = open()
  const tenant = await makeTenant(testDb)
  const outcomes = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      auth.signUp(tenant, { email: 'race@example.com', password: `${password} ${index}` }, client),
    ),
  )
  const won = outcomes.flatMap((one, index) => (one.ok ? [index] : []))
  expect(won).toHaveLength(1)
  expect(outcomes.filter((one) => !one.ok && one.reason === 'email-already-in-use')).toHaveLength(49)
  const counted = await rows(
    `select (select count(*)::int from guest where tenant_id = $1) guests,
      (select count(*)::int from account where tenant_id = $1) accounts,
      (select count(*)::int from session where tenant_id = $1) sessions`,
    [tenant],
  )
  expect(counted).toEqual([{ guests: 1, accounts: 1, sessions: 1 }])
  signed(await auth.signIn(tenant, { email: 'race@example.com', password: `${password} ${won[0]}` }, client))
}

test('a password is compared exactly, apart from Unicode normalization', async () => {
  const { auth } = open()
  const tenant = await makeTenant(testDb)
  const email = 'exact@example.com'
  signed(await auth.signUp(tenant, { email, password: ' Café  ﬁn ' }, client))
  signed(await auth.signIn(tenant, { email, password: ' Cafe\u0301  ﬁn ' }, client))
  for (const other of ['Café  ﬁn', ' café  ﬁn ', ' Café  fin ', ' Café ﬁn ', ' Café  ﬁn'])
    expect((await auth.signIn(tenant, { email, password: other }, client)).ok).toBe(false)
  const long = 'x7Kq2! '.repeat(36) + 'long'
  signed(await auth.signUp(tenant, { email: 'long@example.com', password: long }, client))
  signed(await auth.signIn(tenant, { email: 'long@example.com', password: long }, client))
  expect(
    (await auth.signIn(tenant, { email: 'long@example.com', password: long.slice(0, -1) }, client)).ok,
  ).toBe(false)
})

test('a session lasts thirty days from its last use, which is stored once a day', async () => {
  const { auth, clock } = open()
  const tenant = await makeTenant(testDb)
  const { token, expiresAt } = signed(
    await auth.signUp(tenant, { email: 'days@example.com', password }, client),
  )
  const started = clock.now
  const ends = async () =>
    (
      await rows<{ expires_at: Date }>('select expires_at from session where tenant_id = $1', [tenant])
    )[0]?.expires_at.getTime()
  expect(expiresAt.getTime()).toBe(started + 30 * DAY)
  clock.now = started + DAY - 1
  expect(await auth.findSession(tenant, token)).toMatchObject({ renewedFor: null })
  expect(await ends()).toBe(started + 30 * DAY)
  clock.now = started + DAY
  const found = await Promise.all([1, 2, 3].map(() => auth.findSession(tenant, token)))
  expect(found.filter(Boolean)).toHaveLength(3)
  expect(await ends()).toBe(started + 31 * DAY)
  expect(await auth.findSession(tenant, token)).toMatchObject({ renewedFor: null })
  clock.now = started + 31 * DAY - 1
  expect(await auth.findSession(tenant, token)).toMatchObject({ renewedFor: 30 * 86_400 })
  clock.now += 30 * DAY
  expect(await auth.findSession(tenant, token)).toBeNull()
})

test('after ten wrong passwords even the right one is rejected, and another tenant is not affected', async () => {
  const { auth, clock, count } = open({ ...authLimits, ipAttempts: 1e6, signUps: 1e6 })
  const [aurora, fjord] = [await makeTenant(testDb), await makeTenant(testDb)]
  const email = 'brute@example.com'
  for (const tenant of [aurora, fjord]) signed(await auth.signUp(tenant, { email, password }, client))
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      auth.signIn(aurora, { email, password: `guess ${index}` }, { ...client, address: `192.0.2.${index}` }),
    ),
  )
  expect(outcomes.filter((one) => !one.ok && one.reason === 'invalid-credential')).toHaveLength(10)
  expect(outcomes.filter((one) => !one.ok && one.reason === 'too-many-requests')).toHaveLength(50)
  expect(count.verify).toBe(10)
  expect(await auth.signIn(aurora, { email, password }, client)).toEqual({
    ok: false,
    reason: 'too-many-requests',
    retryAfter: 30,
  })
  signed(await auth.signIn(fjord, { email, password }, client))
  clock.now += 30_000
  signed(await auth.signIn(aurora, { email, password }, client))
  expect((await auth.signIn(aurora, { email, password: 'guess' }, client)).ok).toBe(false)
  signed(await auth.signIn(aurora, { email, password }, client))
})

test('an unknown address has the same limit as a known one', async () => {
  const { auth } = open({ ...authLimits, ipAttempts: 1e6, signUps: 1e6 })
  const tenant = await makeTenant(testDb)
  signed(await auth.signUp(tenant, { email: 'known@example.com', password }, client))
  const answers = async (email: string, from: number) => {
    const found = []
    for (let index = 0; index < 12; index += 1)
      found.push(
        await auth.signIn(
          tenant,
          { email, password: 'wrong one' },
          { ...client, address: `198.51.100.${from + index}` },
        ),
      )
    return found
  }
  expect(await answers('unknown@example.com', 0)).toEqual(await answers('known@example.com', 100))
})

test('a guest created with a hash can sign in, and a new password ends all earlier sessions', async () => {
  const { auth } = open()
  const tenant = await makeTenant(testDb)
  const email = 'seeded@example.com'
  const uid = await testDb.db.write(tenant, async (tx) =>
    createGuest(tx, {
      email,
      firstname: 'Freja',
      lastname: 'Holm',
      mobile: '+4520123456',
      passwordHash: await argon.hash(password),
      createdAt: new Date(),
    }),
  )
  const { token } = signed(await auth.signIn(tenant, { email, password }, client))
  expect(await auth.findSession(tenant, token)).toMatchObject({
    uid,
    firstname: 'Freja',
    detailsPresent: true,
  })
  const changed = await argon.hash('et nyt kodeord her')
  await testDb.db.write(tenant, (tx) => setPassword(tx, uid, changed, new Date()))
  expect(await auth.findSession(tenant, token)).toBeNull()
  expect((await auth.signIn(tenant, { email, password }, client)).ok).toBe(false)
  signed(await auth.signIn(tenant, { email, password: 'et nyt kodeord her' }, client))
})

test('an unavailable database is an error, not a result about credentials or session', async () => {
  const db = openDb(testDb.appUrl, 1)
  const auth = openAuth({ db, secret, now: Date.now })
  const tenant = await makeTenant(testDb)
  await db.close()
  const credentials = { email: 'a@example.com', password }
  const outcomes = await Promise.allSettled([
    auth.signIn(tenant, credentials, client),
    auth.signUp(tenant, credentials, client),
    auth.findSession(tenant, 'token'),
    auth.signOut(tenant, 'token'),
  ])
  expect(outcomes.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
})
