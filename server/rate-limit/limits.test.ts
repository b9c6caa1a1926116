import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, type TestDb } from '#test/make.ts'
import { createRateLimiters } from './limits.ts'

let testDb: TestDb
beforeAll(async () => {
  testDb = await makeDb()
})
afterAll(() => testDb.close())

const HOUR = 3_600_000
const countAllowed = async (times: number, ask: (index: number) => Promise<number | null>) =>
  (await Promise.all(Array.from({ length: times }, (_, index) => ask(index)))).filter((wait) => wait === null)
    .length

test('concurrent requests at two processes are counted exactly, and later processes know them', async () => {
  const clock = { now: Date.UTC(2030, 4, 6, 10) }
  const store = { db: testDb.db, now: () => clock.now, secret: randomUUID() }
  const open = () => createRateLimiters({ bookingLimit: 7 }, store)
  const [here, there] = [open(), open()]
  const both = (index: number) => (index % 2 ? here : there)
  const address = '192.0.2.1'
  expect(
    await countAllowed(60, (index) =>
      both(index).bookingLimit({ tenant: `t${index}`, address, email: `g${index}@example.com` }),
    ),
  ).toBe(7)
  expect(
    await countAllowed(60, (index) =>
      both(index).bookingLimit({
        tenant: 'aurora',
        address: `198.51.100.${index}`,
        email: index % 3 ? 'Freja@example.com' : 'freja@example.com',
      }),
    ),
  ).toBe(7)
  expect(await countAllowed(300, (index) => both(index).translationLimit(address))).toBe(120)
  expect(
    await countAllowed(60, (index) =>
      both(index).messageLimit({ tenant: `t${index}`, to: `g${index}@example.com`, address }),
    ),
  ).toBe(20)
  expect(
    await countAllowed(60, (index) =>
      both(index).messageLimit({ tenant: 'aurora', to: 'freja@example.com', address: `198.51.100.${index}` }),
    ),
  ).toBe(1)
  expect(await countAllowed(60, (index) => both(index).paymentLimit(address))).toBe(7)
  const later = open()
  expect(await later.bookingLimit({ tenant: 'new', address, email: 'new@example.com' })).toBe(3600)
  expect(await later.translationLimit(address)).toBe(3600)
  expect(await later.messageLimit({ tenant: 'new', to: null, address })).toBe(3600)
  expect(await later.paymentLimit(address)).toBe(600)
  // A request rejected for its receiver does not count for the client.
  clock.now += HOUR
  expect(await later.messageLimit({ tenant: 'aurora', to: 'freja@example.com', address })).toBeNull()
  expect(
    await countAllowed(30, () => later.messageLimit({ tenant: 'aurora', to: 'freja@example.com', address })),
  ).toBe(0)
  expect(await countAllowed(30, () => later.messageLimit({ tenant: 'aurora', to: null, address }))).toBe(19)
})

test('the table does not reveal who was counted', async () => {
  const limits = createRateLimiters(
    { bookingLimit: 7 },
    { db: testDb.db, now: Date.now, secret: randomUUID() },
  )
  await limits.bookingLimit({ tenant: 'aurora', address: '192.0.2.77', email: 'freja@example.com' })
  const { rows } = await testDb.db.limitPool.query('select * from rate_limit')
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|freja|aurora/)
})

test('open streams count over all processes, those of a dead process for 90 seconds', async () => {
  const clock = { now: Date.UTC(2030, 4, 6, 10) }
  const store = { db: testDb.db, now: () => clock.now, secret: randomUUID() }
  const processes = [
    createRateLimiters({ bookingLimit: 7 }, store),
    createRateLimiters({ bookingLimit: 7 }, store),
  ] as const
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
  const restarted = createRateLimiters({ bookingLimit: 7 }, store)
  const acquired = await Promise.all(
    Array.from({ length: 20 }, (_, index) => restarted.openStreams.acquire(quotas(`new ${index}`))),
  )
  expect(acquired.filter((release) => release !== null)).toHaveLength(10)
})
