import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, type TestDb } from '#test/make.ts'
import { exhaustive, perTier } from '#test/tier.ts'
import { createSignInLimit, authLimits, type AuthLimits } from './sign-in-limit.ts'
import { openDb, type Db } from '../database/db.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 20)
const who = { tenant: 'aurora', email: 'freja@example.com', address: '192.0.2.1' }
const elsewhere = (index: number) => ({ ...who, address: `192.0.${index >> 8}.${index & 255}` })

/** Attempts of a flood, spread over the same time in a sample and in the long run. */
const FLOOD = perTier(1_000, 10_000)

let testDb: TestDb
beforeAll(async () => {
  testDb = await makeDb()
})
afterAll(() => testDb.close())

/** The limits of one process with a settable clock. Processes with the same `secret` share counters. */
function open(
  limits: AuthLimits = authLimits,
  { secret = randomUUID(), db = testDb.db }: { secret?: string; db?: Pick<Db, 'limitPool'> } = {},
) {
  let clock = start
  const limit = createSignInLimit({ db, now: () => clock, secret }, limits)
  return {
    signIn: (one: Parameters<typeof limit.signIn>[0], now: number) => {
      clock = now
      return limit.signIn(one)
    },
    code: (one: Parameters<typeof limit.code>[0], now: number) => {
      clock = now
      return limit.code(one)
    },
    signUp: (one: Parameters<typeof limit.signUp>[0], now: number) => {
      clock = now
      return limit.signUp(one)
    },
  }
}

/** The number of attempts that run, one every `step` milliseconds. */
async function countRun(
  limit: ReturnType<typeof open>,
  attempts: number,
  step: number,
  of: (index: number) => typeof who,
) {
  let mayBeNotified = 0
  for (let index = 0; index < attempts; index += 1)
    if ((await limit.signIn(of(index), start + index * step)).ok) mayBeNotified += 1
  return mayBeNotified
}

test(
  `${FLOOD} attempts on one account from many IPs run ten times, then once after 30 seconds`,
  exhaustive,
  async () => {
    expect(await countRun(open(), FLOOD, 60_000 / FLOOD, elsewhere)).toBe(11)
    expect(await countRun(open(), FLOOD, 20_000 / FLOOD, elsewhere)).toBe(10)
  },
)

test(`attempts of one IP on ${FLOOD} accounts run 30 times in 15 minutes`, async () => {
  expect(
    await countRun(open(), FLOOD, 800_000 / FLOOD, (index) => ({
      ...who,
      email: `guest${index}@example.com`,
    })),
  ).toBe(30)
})

test('an IP has 30 attempts in each 15 minutes from the first attempt on', async () => {
  const limit = open()
  const times: number[] = []
  for (let at = start; at < start + 120 * MINUTE; at += 7_000)
    if ((await limit.signIn({ ...who, email: `g${at}@example.com` }, at)).ok) times.push(at)
  // Each window begins with the first attempt after the previous one: 7 s times 129.
  expect(times.map((at) => Math.floor((at - start) / (129 * 7_000)))).toEqual(
    Array.from({ length: 240 }, (_, index) => Math.floor(index / 30)),
  )
})

test('the wait doubles with each attempt, up to an hour', async () => {
  const limit = open()
  let now = start
  for (let index = 0; index < 10; index += 1)
    expect((await limit.signIn(elsewhere(index), now)).ok).toBe(true)
  const waits: number[] = []
  for (let index = 10; index < 20; index += 1) {
    const rejection = await limit.signIn(elsewhere(index), now)
    if (rejection.ok) throw new Error('attempt ran too early')
    waits.push(rejection.retryAfter)
    expect((await limit.signIn(elsewhere(index), now + rejection.retryAfter * 1000 - 1)).ok).toBe(false)
    now += rejection.retryAfter * 1000
    expect((await limit.signIn(elsewhere(index), now)).ok).toBe(true)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

test('a rejected attempt does not extend the wait', async () => {
  const limit = open()
  for (let index = 0; index < 10; index += 1) await limit.signIn(elsewhere(index), start)
  for (let at = 0; at < 30_000; at += 100)
    expect((await limit.signIn(elsewhere(at), start + at)).ok).toBe(false)
  expect((await limit.signIn(who, start + 30_000)).ok).toBe(true)
})

test('a successful attempt resets the account and refunds the client IP', async () => {
  const limit = open()
  for (let round = 0; round < 20; round += 1) {
    for (let index = 0; index < 9; index += 1)
      expect((await limit.signIn(elsewhere(round * 9 + index), start)).ok).toBe(true)
    const right = await limit.signIn(who, start)
    expect(right.ok).toBe(true)
    if (right.ok) await right.succeeded()
  }
})

test('a hundred guests of one IP with correct passwords all sign in', async () => {
  const limit = open()
  for (let index = 0; index < 100; index += 1) {
    const attempt = await limit.signIn({ ...who, email: `guest${index}@example.com` }, start)
    expect(attempt.ok).toBe(true)
    if (attempt.ok) await attempt.succeeded()
  }
})

test('pausing before each limit gives 100 attempts in a row, then one an hour', async () => {
  const limit = open()
  let [now, attempts] = [start, 0]
  const until = start + 24 * 60 * MINUTE
  while (attempts < 100) {
    for (let index = 0; index < 9 && attempts < 100; index += 1, attempts += 1)
      expect((await limit.signIn(elsewhere(attempts), now)).ok).toBe(true)
    if (attempts < 100) now += authLimits.window
  }
  let more = 0
  for (now += 1000; now < until; now += MINUTE) if ((await limit.signIn(elsewhere(300), now)).ok) more += 1
  expect(more).toBeLessThanOrEqual(24)
  expect(more).toBeGreaterThan(18)
})

test('15 minutes without attempts restore the free ones', async () => {
  const limit = open()
  for (let index = 0; index < 9; index += 1) await limit.signIn(elsewhere(index), start)
  for (let index = 0; index < 10; index += 1)
    expect((await limit.signIn(elsewhere(index), start + authLimits.window)).ok).toBe(true)
  expect((await limit.signIn(elsewhere(99), start + authLimits.window)).ok).toBe(false)
})

test('the e-mail address is case-insensitive, and tenants are separate', async () => {
  const limit = open()
  for (let index = 0; index < 10; index += 1)
    await limit.signIn({ ...elsewhere(index), email: index % 2 ? 'FREJA@example.com' : who.email }, start)
  expect((await limit.signIn(who, start)).ok).toBe(false)
  expect((await limit.signIn({ ...who, tenant: 'fjord' }, start)).ok).toBe(true)
})

test('an IP can sign up ten times an hour over all tenants', async () => {
  const limit = open()
  let made = 0
  for (let index = 0; index < FLOOD; index += 1)
    if (
      (await limit.signUp(
        { tenant: `t${index}`, address: who.address, email: `guest${index}@example.com` },
        start + index * (3_000_000 / FLOOD),
      )) === null
    )
      made += 1
  expect(made).toBe(10)
  expect(await limit.signUp(who, start + 3_599_999)).toBe(1)
  expect(await limit.signUp(who, start + 3_600_000)).toBeNull()
})

test('an e-mail address can be used for five sign-ups an hour at a tenant', async () => {
  const limit = open()
  let runFormAction = 0
  for (let index = 0; index < 200; index += 1)
    if (
      (await limit.signUp(
        { ...elsewhere(index), email: index % 2 ? 'FREJA@example.com' : who.email },
        start + index,
      )) === null
    )
      runFormAction += 1
  expect(runFormAction).toBe(5)
  expect(await limit.signUp({ ...who, tenant: 'fjord', address: '203.0.113.1' }, start + 1_000)).toBeNull()
  expect(await limit.signUp({ ...elsewhere(1_001), email: 'noah@example.com' }, start)).toBeNull()
})

test('the limits are configurable', async () => {
  const limit = open({ ...authLimits, accountAttempts: 2, signUps: 1 })
  const runFormAction = []
  for (const index of [1, 2, 3]) runFormAction.push((await limit.signIn(elsewhere(index), start)).ok)
  expect(runFormAction).toEqual([true, true, false])
  expect([await limit.signUp(who, start), await limit.signUp(who, start)]).toEqual([null, 3600])
})

test('concurrent attempts at two processes are counted exactly, and later processes know them', async () => {
  const secret = randomUUID()
  const [here, there] = [open(authLimits, { secret }), open(authLimits, { secret })]
  const both = (index: number) => (index % 2 ? here : there)
  const mayBeNotified = async (ask: (index: number) => Promise<boolean>) =>
    (await Promise.all(Array.from({ length: 200 }, (_, index) => ask(index)))).filter(Boolean).length
  expect(await mayBeNotified(async (index) => (await both(index).signIn(elsewhere(index), start)).ok)).toBe(
    10,
  )
  expect(
    await mayBeNotified(
      async (index) =>
        (await both(index).signIn({ ...who, tenant: `t${index}`, address: '203.0.113.1' }, start)).ok,
    ),
  ).toBe(30)
  expect(
    await mayBeNotified(async (index) => (await both(index).code({ address: '203.0.113.2' }, start)).ok),
  ).toBe(30)
  expect(
    await mayBeNotified(
      async (index) =>
        (
          await both(index).signIn(
            { ...elsewhere(index), email: 'known@example.com', by: 'trusted-device' },
            start,
          )
        ).ok,
    ),
  ).toBe(10)
  expect(
    await mayBeNotified(
      async (index) =>
        (await both(index).signUp(
          { tenant: `t${index}`, address: '203.0.113.3', email: `g${index}@example.com` },
          start,
        )) === null,
    ),
  ).toBe(10)
  const later = open(authLimits, { secret })
  expect(await later.signIn(who, start + 1_000)).toEqual({ ok: false, retryAfter: 29 })
  expect((await later.signIn({ ...who, tenant: 't9', address: '203.0.113.1' }, start)).ok).toBe(false)
  expect(await later.signUp({ tenant: 'new', address: '203.0.113.3', email: 'new@example.com' }, start)).toBe(
    3600,
  )
  // After the wait, one of many concurrent attempts runs.
  expect(
    await mayBeNotified(async (index) => (await both(index).signIn(elsewhere(index), start + 30_000)).ok),
  ).toBe(1)
})

test('a point refunded after its window adds none to the next', async () => {
  const limit = open({ ...authLimits, ipAttempts: 2 })
  const early = await limit.code(who, start)
  await limit.code(who, start + authLimits.window)
  if (early.ok) await early.succeeded()
  await limit.code(who, start + 2 * authLimits.window)
  const late = []
  for (let index = 0; index < 3; index += 1)
    late.push((await limit.code(who, start + 2 * authLimits.window)).ok)
  expect(late).toEqual([true, false, false])
})

test('while the database is unavailable each process limits separately without errors', async () => {
  const away = openDb('postgres://app:x@127.0.0.1:1/none', 1)
  const limit = open(authLimits, { db: away })
  expect(await countRun(limit, 30, 1, elsewhere)).toBe(10)
  const codes = []
  for (let index = 0; index < 40; index += 1) codes.push((await limit.code(who, start)).ok)
  expect(codes.filter(Boolean)).toHaveLength(30)
  await away.close()
})
