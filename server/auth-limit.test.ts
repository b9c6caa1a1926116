import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, type TestDb } from '#test/make.ts'
import { authLimit, authLimits, type AuthLimits } from './auth-limit.ts'
import { openDb, type Db } from './data/db.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 20)
const who = { tenant: 'aurora', email: 'freja@example.com', address: '192.0.2.1' }
const elsewhere = (index: number) => ({ ...who, address: `192.0.${index >> 8}.${index & 255}` })

let testDb: TestDb
beforeAll(async () => {
  testDb = await makeDb()
})
afterAll(() => testDb.close())

/** One process's limits, with counters of its own unless `secret` says whose, by a clock that each question sets. */
function open(
  limits: AuthLimits = authLimits,
  { secret = randomUUID(), db = testDb.db }: { secret?: string; db?: Pick<Db, 'limitPool'> } = {},
) {
  let clock = start
  const limit = authLimit({ db, now: () => clock, secret }, limits)
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

/** How many of `tries` run, one every `step` milliseconds. */
async function ran(
  limit: ReturnType<typeof open>,
  tries: number,
  step: number,
  of: (index: number) => typeof who,
) {
  let admitted = 0
  for (let index = 0; index < tries; index += 1)
    if ((await limit.signIn(of(index), start + index * step)).ok) admitted += 1
  return admitted
}

test('ten thousand tries on one account within a minute from as many addresses run ten times, then once more after half a minute', async () => {
  expect(await ran(open(), 10_000, 6, elsewhere)).toBe(11)
  expect(await ran(open(), 10_000, 2, elsewhere)).toBe(10)
})

test('ten thousand accounts from one address run thirty times in fifteen minutes', async () => {
  expect(await ran(open(), 10_000, 80, (index) => ({ ...who, email: `guest${index}@example.com` }))).toBe(30)
})

test('thirty tries of an address fit into each fifteen minutes, counted from the first, however they are spread', async () => {
  const limit = open()
  const times: number[] = []
  for (let at = start; at < start + 120 * MINUTE; at += 7_000)
    if ((await limit.signIn({ ...who, email: `g${at}@example.com` }, at)).ok) times.push(at)
  // Every window begins with the first try after the one before: 7 s times 129.
  expect(times.map((at) => Math.floor((at - start) / (129 * 7_000)))).toEqual(
    Array.from({ length: 240 }, (_, index) => Math.floor(index / 30)),
  )
})

test('each further try waits twice as long, up to an hour', async () => {
  const limit = open()
  let now = start
  for (let index = 0; index < 10; index += 1)
    expect((await limit.signIn(elsewhere(index), now)).ok).toBe(true)
  const waits: number[] = []
  for (let index = 10; index < 20; index += 1) {
    const refused = await limit.signIn(elsewhere(index), now)
    if (refused.ok) throw new Error('ran too early')
    waits.push(refused.retryAfter)
    expect((await limit.signIn(elsewhere(index), now + refused.retryAfter * 1000 - 1)).ok).toBe(false)
    now += refused.retryAfter * 1000
    expect((await limit.signIn(elsewhere(index), now)).ok).toBe(true)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

test('a refused try counts for nothing: it cannot keep the owner out for longer', async () => {
  const limit = open()
  for (let index = 0; index < 10; index += 1) await limit.signIn(elsewhere(index), start)
  for (let at = 0; at < 30_000; at += 100)
    expect((await limit.signIn(elsewhere(at), start + at)).ok).toBe(false)
  expect((await limit.signIn(who, start + 30_000)).ok).toBe(true)
})

test('the right password gives the account its tries back, and the address that one', async () => {
  const limit = open()
  for (let round = 0; round < 20; round += 1) {
    for (let index = 0; index < 9; index += 1)
      expect((await limit.signIn(elsewhere(round * 9 + index), start)).ok).toBe(true)
    const right = await limit.signIn(who, start)
    expect(right.ok).toBe(true)
    if (right.ok) await right.succeeded()
  }
})

test('a hundred guests behind one address who know their passwords all get in', async () => {
  const limit = open()
  for (let index = 0; index < 100; index += 1) {
    const attempt = await limit.signIn({ ...who, email: `guest${index}@example.com` }, start)
    expect(attempt.ok).toBe(true)
    if (attempt.ok) await attempt.succeeded()
  }
})

test('whoever stays below ten each time has a hundred tries in a row, then one an hour', async () => {
  const limit = open()
  let [now, tries] = [start, 0]
  const until = start + 24 * 60 * MINUTE
  while (tries < 100) {
    for (let index = 0; index < 9 && tries < 100; index += 1, tries += 1)
      expect((await limit.signIn(elsewhere(tries), now)).ok).toBe(true)
    if (tries < 100) now += authLimits.window
  }
  let more = 0
  for (now += 1000; now < until; now += MINUTE) if ((await limit.signIn(elsewhere(300), now)).ok) more += 1
  expect(more).toBeLessThanOrEqual(24)
  expect(more).toBeGreaterThan(18)
})

test('a quiet quarter of an hour gives the free tries back', async () => {
  const limit = open()
  for (let index = 0; index < 9; index += 1) await limit.signIn(elsewhere(index), start)
  for (let index = 0; index < 10; index += 1)
    expect((await limit.signIn(elsewhere(index), start + authLimits.window)).ok).toBe(true)
  expect((await limit.signIn(elsewhere(99), start + authLimits.window)).ok).toBe(false)
})

test('upper case is the same account, another tenant is another', async () => {
  const limit = open()
  for (let index = 0; index < 10; index += 1)
    await limit.signIn({ ...elsewhere(index), email: index % 2 ? 'FREJA@example.com' : who.email }, start)
  expect((await limit.signIn(who, start)).ok).toBe(false)
  expect((await limit.signIn({ ...who, tenant: 'fjord' }, start)).ok).toBe(true)
})

test('ten accounts an hour are made from one address, at all tenants together', async () => {
  const limit = open()
  let made = 0
  for (let index = 0; index < 10_000; index += 1)
    if (
      (await limit.signUp(
        { tenant: `t${index}`, address: who.address, email: `guest${index}@example.com` },
        start + index * 300,
      )) === null
    )
      made += 1
  expect(made).toBe(10)
  expect(await limit.signUp(who, start + 3_599_999)).toBe(1)
  expect(await limit.signUp(who, start + 3_600_000)).toBeNull()
})

test('five sign-ups an hour name one e-mail address of one tenant, however it is written and wherever they come from', async () => {
  const limit = open()
  let tried = 0
  for (let index = 0; index < 200; index += 1)
    if (
      (await limit.signUp(
        { ...elsewhere(index), email: index % 2 ? 'FREJA@example.com' : who.email },
        start + index,
      )) === null
    )
      tried += 1
  expect(tried).toBe(5)
  expect(await limit.signUp({ ...who, tenant: 'fjord', address: '203.0.113.1' }, start + 1_000)).toBeNull()
  expect(await limit.signUp({ ...elsewhere(1_001), email: 'noah@example.com' }, start)).toBeNull()
})

test('the figures may be others', async () => {
  const limit = open({ ...authLimits, accountTries: 2, signUps: 1 })
  const tried = []
  for (const index of [1, 2, 3]) tried.push((await limit.signIn(elsewhere(index), start)).ok)
  expect(tried).toEqual([true, true, false])
  expect([await limit.signUp(who, start), await limit.signUp(who, start)]).toEqual([null, 3600])
})

test('of two hundred tries at once at two processes exactly as many run as may, and a process that starts later knows of them', async () => {
  const secret = randomUUID()
  const [here, there] = [open(authLimits, { secret }), open(authLimits, { secret })]
  const both = (index: number) => (index % 2 ? here : there)
  const admitted = async (ask: (index: number) => Promise<boolean>) =>
    (await Promise.all(Array.from({ length: 200 }, (_, index) => ask(index)))).filter(Boolean).length
  expect(await admitted(async (index) => (await both(index).signIn(elsewhere(index), start)).ok)).toBe(10)
  expect(
    await admitted(
      async (index) =>
        (await both(index).signIn({ ...who, tenant: `t${index}`, address: '203.0.113.1' }, start)).ok,
    ),
  ).toBe(30)
  expect(
    await admitted(async (index) => (await both(index).code({ address: '203.0.113.2' }, start)).ok),
  ).toBe(30)
  expect(
    await admitted(
      async (index) =>
        (
          await both(index).signIn(
            { ...elsewhere(index), email: 'known@example.com', by: 'known-browser' },
            start,
          )
        ).ok,
    ),
  ).toBe(10)
  expect(
    await admitted(
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
  // After the wait one of many runs.
  expect(
    await admitted(async (index) => (await both(index).signIn(elsewhere(index), start + 30_000)).ok),
  ).toBe(1)
})

test('a point that is given back after its window adds none to the next', async () => {
  const limit = open({ ...authLimits, addressTries: 2 })
  const early = await limit.code(who, start)
  await limit.code(who, start + authLimits.window)
  if (early.ok) await early.succeeded()
  await limit.code(who, start + 2 * authLimits.window)
  const late = []
  for (let index = 0; index < 3; index += 1)
    late.push((await limit.code(who, start + 2 * authLimits.window)).ok)
  expect(late).toEqual([true, false, false])
})

test('while the database is away each process limits by itself, and nothing fails', async () => {
  const away = openDb('postgres://app:x@127.0.0.1:1/none', 1)
  const limit = open(authLimits, { db: away })
  expect(await ran(limit, 30, 1, elsewhere)).toBe(10)
  const codes = []
  for (let index = 0; index < 40; index += 1) codes.push((await limit.code(who, start)).ok)
  expect(codes.filter(Boolean)).toHaveLength(30)
  await away.close()
})
