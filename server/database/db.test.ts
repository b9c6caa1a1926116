import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { tenantId, type TenantId } from './db.ts'

let testDb: TestDb
let tenant: TenantId
beforeAll(async () => {
  testDb = await makeDb()
  tenant = await makeTenant(testDb)
})
afterAll(() => testDb.close())

const versionOf = () =>
  testDb.unrecorded
    .read(tenant, (tx) => tx.execute(sql`select version::int from calendar`))
    .then(({ rows }) => rows)

test('a transaction with a caught error is not reported as committed', async () => {
  const written = testDb.unrecorded.write(tenant, async (tx) => {
    await tx.execute(sql`update calendar set version = 777`)
    await tx.execute(sql`select 1 / 0`).catch(() => {})
  })
  await expect(written).rejects.toThrow('rolled back')
  expect(await versionOf()).toEqual([{ version: 1 }])
})

test('all statements of a reading see the same moment', async () => {
  const versions = await testDb.unrecorded.read(tenant, async (tx) => {
    const version = () => tx.execute(sql`select version::int from calendar`)
    const before = await version()
    await testDb.unrecorded.write(tenant, (other) => other.execute(sql`update calendar set version = 2`))
    return [before.rows, (await version()).rows]
  })
  expect(versions).toEqual([[{ version: 1 }], [{ version: 1 }]])
  expect(await versionOf()).toEqual([{ version: 2 }])
})

test.each(["x'; reset role; --", 'X', '', 'a b', 'a\n', '-a'])(
  '%o is no tenant’s id, so it never reaches SQL',
  (value) => {
    expect(() => tenantId(value)).toThrow(RangeError)
  },
)
