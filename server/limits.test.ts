import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, type TestDb } from '#test/make.ts'
import { openLimits } from './limits.ts'

let testDb: TestDb
beforeAll(async () => { testDb = await makeDb() })
afterAll(() => testDb.close())

const HOUR = 3_600_000
const admitted = async (times: number, ask: (index: number) => Promise<number | null>) => (await Promise.all(Array.from({ length: times }, (_, index) => ask(index)))).filter((wait) => wait === null).length

test('of what is asked for at once at two processes exactly as much is admitted as may be, and what starts later knows of it', async () => {
  const clock = { now: Date.UTC(2030, 4, 6, 10) }
  const store = { db: testDb.db, now: () => clock.now, secret: randomUUID() }
  const open = () => openLimits({ bookingLimit: 7 }, store)
  const [here, there] = [open(), open()]
  const both = (index: number) => (index % 2 ? here : there)
  const address = '192.0.2.1'
  expect(await admitted(60, (index) => both(index).bookingLimit({ tenant: `t${index}`, address, email: `g${index}@example.com` }))).toBe(7)
  expect(await admitted(60, (index) => both(index).bookingLimit({ tenant: 'aurora', address: `198.51.100.${index}`, email: index % 3 ? 'Freja@example.com' : 'freja@example.com' }))).toBe(7)
  expect(await admitted(300, (index) => both(index).translationLimit(address))).toBe(120)
  expect(await admitted(60, (index) => both(index).messageLimit({ tenant: `t${index}`, to: `g${index}@example.com`, address }))).toBe(20)
  expect(await admitted(60, (index) => both(index).messageLimit({ tenant: 'aurora', to: 'freja@example.com', address: `198.51.100.${index}` }))).toBe(1)
  const later = open()
  expect(await later.bookingLimit({ tenant: 'new', address, email: 'new@example.com' })).toBe(3600)
  expect(await later.translationLimit(address)).toBe(3600)
  expect(await later.messageLimit({ tenant: 'new', to: null, address })).toBe(3600)
  // A client that was refused for its receiver has lost nothing by it.
  clock.now += HOUR
  expect(await later.messageLimit({ tenant: 'aurora', to: 'freja@example.com', address })).toBeNull()
  expect(await admitted(30, () => later.messageLimit({ tenant: 'aurora', to: 'freja@example.com', address }))).toBe(0)
  expect(await admitted(30, () => later.messageLimit({ tenant: 'aurora', to: null, address }))).toBe(19)
})

test('nobody can read of whom was counted', async () => {
  const limits = openLimits({ bookingLimit: 7 }, { db: testDb.db, now: Date.now, secret: randomUUID() })
  await limits.bookingLimit({ tenant: 'aurora', address: '192.0.2.77', email: 'freja@example.com' })
  const { rows } = await testDb.db.limitPool.query('select * from rate_limit')
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|freja|aurora/)
})
