import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { openDb, tenantId, type TenantId } from './db.ts'

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

test('a statement with parameters is prepared once in a connection, and again after a change of its columns', async () => {
  const db = openDb(testDb.appUrl, 1, { preparedStatements: true })
  const owner = await testDb.owner.connect()
  try {
    await owner.query('create table shape as select 1 as width; grant select on shape to public')
    const find = () =>
      db.read(tenant, async (tx) => (await tx.execute(sql`select * from shape where ${1} = 1`)).rows)
    const prepared = () =>
      db.read(tenant, async (tx) => (await tx.execute('select statement from pg_prepared_statements')).rows)
    expect([await find(), await find()]).toEqual([[{ width: 1 }], [{ width: 1 }]])
    expect(await prepared()).toEqual([{ statement: 'select * from shape where $1 = 1' }])
    await owner.query('alter table shape add column height int')
    expect(await find()).toEqual([{ width: 1, height: null }])
  } finally {
    await owner.query('drop table shape')
    owner.release()
    await db.close()
  }
})
