import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, type TestDb } from '#test/make.ts'
import { openLimits } from './limits.ts'

let testDb: TestDb
beforeAll(async () => {
  testDb = await makeDb()
})
afterAll(() => testDb.close())

const HOUR = 3_600_000
const admitted = async (times: number, ask: (index: number) => Promise<number | null>) =>
  (await Promise.all(Array.from({ length: times }, (_, index) => ask(index)))).filter((wait) => wait === null)
    .length

test('of what is asked for at once at two processes exactly as much is admitted as may be, and what starts later knows of it', async () => {
  const clock = { now: Date.UTC(2030, 4, 6, 10) }
  const store = { db: testDb.db, now: () => clock.now, secret: randomUUID() }
  const open = () => openLimits({ bookingLimit: 7 }, store)
  const [here, there] = [open(), open()]
  const both = (index: number) => (index % 2 ? here : there)
  const address = '192.0.2.1'
  expect(
    await admitted(60, (index) =>
      both(index).bookingLimit({ tenant: `t${index}`, address, email: `g${index}@example.com` }),
    ),
  ).toBe(7)
  expect(
    await admitted(60, (index) =>
      both(index).bookingLimit({
        tenant: 'aurora',
        address: `198.51.100.${index}`,
        email: index % 3 ? 'Freja@example.com' : 'freja@example.com',
      }),
    ),
  ).toBe(7)
  expect(await admitted(300, (index) => both(index).translationLimit(address))).toBe(120)
  expect(
    await admitted(60, (index) =>
      both(index).messageLimit({ tenant: `t${index}`, to: `g${index}@example.com`, address }),
    ),
  ).toBe(20)
  expect(
    await admitted(60, (index) =>
      both(index).messageLimit({ tenant: 'aurora', to: 'freja@example.com', address: `198.51.100.${index}` }),
    ),
  ).toBe(1)
  const later = open()
  expect(await later.bookingLimit({ tenant: 'new', address, email: 'new@example.com' })).toBe(3600)
  expect(await later.translationLimit(address)).toBe(3600)
  expect(await later.messageLimit({ tenant: 'new', to: null, address })).toBe(3600)
  // A client that was refused for its receiver has lost nothing by it.
  clock.now += HOUR
  expect(await later.messageLimit({ tenant: 'aurora', to: 'freja@example.com', address })).toBeNull()
  expect(
    await admitted(30, () => later.messageLimit({ tenant: 'aurora', to: 'freja@example.com', address })),
  ).toBe(0)
  expect(await admitted(30, () => later.messageLimit({ tenant: 'aurora', to: null, address }))).toBe(19)
})

test('nobody can read of whom was counted', async () => {
  const limits = openLimits({ bookingLimit: 7 }, { db: testDb.db, now: Date.now, secret: randomUUID() })
  await limits.bookingLimit({ tenant: 'aurora', address: '192.0.2.77', email: 'freja@example.com' })
  const { rows } = await testDb.db.limitPool.query('select * from rate_limit')
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|freja|aurora/)
})

test('streams that are open at once are counted over all processes, and those of a process that is gone for 90 seconds', async () => {
  const clock = { now: Date.UTC(2030, 4, 6, 10) }
  const store = { db: testDb.db, now: () => clock.now, secret: randomUUID() }
  const processes = [openLimits({ bookingLimit: 7 }, store), openLimits({ bookingLimit: 7 }, store)] as const
  const quotas = (guest: string) => [
    { name: 'address', key: '192.0.2.1', max: 10 } as const,
    { name: 'guest', key: guest, max: 3 } as const,
  ]
  const openMany = async (times: number, guest: (index: number) => string) =>
    (
      await Promise.all(
        Array.from({ length: times }, (_, index) =>
          processes[index % 2 ? 0 : 1].openStreams.acquire(quotas(guest(index))),
        ),
      )
    ).filter((release) => release !== null)
  expect(await openMany(20, () => 'freja')).toHaveLength(3)
  const others = await openMany(40, (index) => `guest ${index}`)
  expect(others).toHaveLength(7)
  const [one] = others
  one?.()
  one?.()
  await expect.poll(() => openMany(1, () => 'noah')).toHaveLength(1)
  expect(await openMany(10, (index) => `late ${index}`)).toHaveLength(0)
  await processes[0].openStreams.close()
  const room = (await openMany(20, (index) => `later ${index}`)).length
  expect(room).toBeGreaterThan(0)
  clock.now += 91_000
  const restarted = openLimits({ bookingLimit: 7 }, store)
  const acquired = await Promise.all(
    Array.from({ length: 20 }, (_, index) => restarted.openStreams.acquire(quotas(`new ${index}`))),
  )
  expect(acquired.filter((release) => release !== null)).toHaveLength(10)
})
