import { expect, test } from 'vitest'
import { authLimit, authLimits, type AuthLimit } from './auth-limit.ts'

const MINUTE = 60_000
const start = Date.UTC(2026, 10, 20)
const who = { tenant: 'aurora', email: 'freja@example.com', address: '192.0.2.1' }
const elsewhere = (index: number) => ({ ...who, address: `192.0.${index >> 8}.${index & 255}` })

/** How many of `tries` run, one every `step` milliseconds. */
function ran(limit: AuthLimit, tries: number, step: number, of: (index: number) => typeof who) {
  return Array.from({ length: tries }, (_, index) => limit.signIn(of(index), start + index * step)).filter((one) => one.ok).length
}

test('ten thousand tries on one account within a minute from as many addresses run ten times, then once more after half a minute', () => {
  expect(ran(authLimit(), 10_000, 6, elsewhere)).toBe(11)
  expect(ran(authLimit(), 10_000, 2, elsewhere)).toBe(10)
})

test('ten thousand accounts from one address run thirty times in fifteen minutes', () => {
  expect(ran(authLimit(), 10_000, 80, (index) => ({ ...who, email: `guest${index}@example.com` }))).toBe(30)
})

test('thirty tries of an address fit into any fifteen minutes, however they are spread', () => {
  const limit = authLimit()
  const times: number[] = []
  for (let at = start; at < start + 120 * MINUTE; at += 7_000) if (limit.signIn({ ...who, email: `g${at}@example.com` }, at).ok) times.push(at)
  expect(times.length).toBeGreaterThan(200)
  expect(Math.max(...times.map((from) => times.filter((at) => at >= from && at < from + authLimits.window).length))).toBe(30)
})

test('each further try waits twice as long, up to an hour', () => {
  const limit = authLimit()
  let now = start
  for (let index = 0; index < 10; index += 1) expect(limit.signIn(elsewhere(index), now).ok).toBe(true)
  const waits: number[] = []
  for (let index = 10; index < 20; index += 1) {
    const refused = limit.signIn(elsewhere(index), now)
    if (refused.ok) throw new Error('ran too early')
    waits.push(refused.retryAfter)
    expect(limit.signIn(elsewhere(index), now + refused.retryAfter * 1000 - 1).ok).toBe(false)
    now += refused.retryAfter * 1000
    expect(limit.signIn(elsewhere(index), now).ok).toBe(true)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 960, 1920, 3600, 3600, 3600])
})

test('a refused try counts for nothing: it cannot keep the owner out for longer', () => {
  const limit = authLimit()
  for (let index = 0; index < 10; index += 1) limit.signIn(elsewhere(index), start)
  for (let at = 0; at < 30_000; at += 100) expect(limit.signIn(elsewhere(at), start + at).ok).toBe(false)
  expect(limit.signIn(who, start + 30_000).ok).toBe(true)
})

test('the right password gives the account its tries back, and the address that one', () => {
  const limit = authLimit()
  for (let round = 0; round < 20; round += 1) {
    for (let index = 0; index < 9; index += 1) expect(limit.signIn(elsewhere(round * 9 + index), start).ok).toBe(true)
    const right = limit.signIn(who, start)
    expect(right.ok).toBe(true)
    if (right.ok) right.succeeded()
  }
})

test('a hundred guests behind one address who know their passwords all get in', () => {
  const limit = authLimit()
  for (let index = 0; index < 100; index += 1) {
    const attempt = limit.signIn({ ...who, email: `guest${index}@example.com` }, start)
    expect(attempt.ok).toBe(true)
    if (attempt.ok) attempt.succeeded()
  }
})

test('whoever stays below ten each time has a hundred tries in a row, then one an hour', () => {
  const limit = authLimit()
  let [now, tries] = [start, 0]
  const until = start + 24 * 60 * MINUTE
  while (tries < 100) {
    for (let index = 0; index < 9 && tries < 100; index += 1, tries += 1) expect(limit.signIn(elsewhere(tries), now).ok).toBe(true)
    if (tries < 100) now += authLimits.window
  }
  let more = 0
  for (now += 1000; now < until; now += MINUTE) if (limit.signIn(elsewhere(300), now).ok) more += 1
  expect(more).toBeLessThanOrEqual(24)
  expect(more).toBeGreaterThan(18)
})

test('a quiet quarter of an hour gives the free tries back', () => {
  const limit = authLimit()
  for (let index = 0; index < 9; index += 1) limit.signIn(elsewhere(index), start)
  for (let index = 0; index < 10; index += 1) expect(limit.signIn(elsewhere(index), start + authLimits.window).ok).toBe(true)
  expect(limit.signIn(elsewhere(99), start + authLimits.window).ok).toBe(false)
})

test('upper case is the same account, another tenant is another', () => {
  const limit = authLimit()
  for (let index = 0; index < 10; index += 1) limit.signIn({ ...elsewhere(index), email: index % 2 ? 'FREJA@example.com' : who.email }, start)
  expect(limit.signIn(who, start).ok).toBe(false)
  expect(limit.signIn({ ...who, tenant: 'fjord' }, start).ok).toBe(true)
})

test('ten accounts an hour are made from one address of one tenant', () => {
  const limit = authLimit()
  const from = (index: number) => ({ ...who, email: `guest${index}@example.com` })
  const made = Array.from({ length: 10_000 }, (_, index) => limit.signUp(from(index), start + index * 300)).filter((wait) => wait === null)
  expect(made.length).toBe(10)
  expect(limit.signUp(who, start + 3_599_999)).toBe(1)
  expect(limit.signUp(who, start + 3_600_000)).toBeNull()
  expect(limit.signUp({ ...who, tenant: 'fjord' }, start)).toBeNull()
})

test('five sign-ups an hour name one e-mail address of one tenant, however it is written and wherever they come from', () => {
  const limit = authLimit()
  const tried = Array.from({ length: 1_000 }, (_, index) => limit.signUp({ ...elsewhere(index), email: index % 2 ? 'FREJA@example.com' : who.email }, start + index)).filter((wait) => wait === null)
  expect(tried.length).toBe(5)
  expect(limit.signUp({ ...who, tenant: 'fjord' }, start)).toBeNull()
  expect(limit.signUp({ ...elsewhere(1_001), email: 'noah@example.com' }, start)).toBeNull()
})

test('the figures may be others', () => {
  const limit = authLimit({ ...authLimits, accountTries: 2, signUps: 1 })
  expect([1, 2, 3].map((index) => limit.signIn(elsewhere(index), start).ok)).toEqual([true, true, false])
  expect([limit.signUp(who, start), limit.signUp(who, start)]).toEqual([null, 3600])
})
