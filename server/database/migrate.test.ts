import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { makeDb, makeTenant, type TestDb } from '#test/make.ts'
import { addMigration, migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.ts'
import { DatabaseSetupError } from './setup-error.ts'

const made: TestDb[] = []
afterAll(async () => {
  for (const testDb of made) await testDb.close()
})

async function database(): Promise<TestDb> {
  const testDb = await makeDb()
  made.push(testDb)
  return testDb
}

const update = ({ ownerUrl, appUrl }: TestDb, later?: string) =>
  migrate(ownerUrl, { url: appUrl, create: false }, later ? { folder: later } : {})

const count = async ({ owner }: TestDb, from: string) =>
  (await owner.query<{ count: number }>(`select count(*)::int from ${from}`)).rows[0]?.count

/** As drizzle-kit writes it, with an update of the rows that stand already. */
const nickname = `
  ALTER TABLE "member" ADD COLUMN "nickname" text;--> statement-breakpoint
  ALTER TABLE "member" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
  UPDATE "member" SET "nickname" = "firstname" || '!';--> statement-breakpoint
  ALTER TABLE "member" ALTER COLUMN "nickname" SET NOT NULL;--> statement-breakpoint
  CREATE TABLE "remark" ("tenant_id" text NOT NULL, "id" uuid NOT NULL);`

test('a later migration changes the rows of every tenant once, however many processes start', async () => {
  const testDb = await database()
  for (const id of ['one', 'two']) await makeTenant(testDb, { id, members: [{ id: 'anna' }, { id: 'bo' }] })
  const applied = 'migration.__drizzle_migrations'
  const before = (await count(testDb, applied)) ?? 0
  const later = addMigration(nickname)
  await Promise.all(Array.from({ length: 4 }, () => update(testDb, later)))
  expect(await count(testDb, applied)).toBe(before + 1)
  expect(await count(testDb, `member where nickname = firstname || '!'`)).toBe(4)
  expect(await count(testDb, "pg_class where relname in ('member', 'remark') and relforcerowsecurity")).toBe(
    2,
  )
  // A process of the version before starts beside it.
  await update(testDb)
  expect(await count(testDb, applied)).toBe(before + 1)
})

test('a migration that is killed halfway changes nothing, and the next start applies it', async () => {
  const testDb = await database()
  const later = addMigration(`
    ALTER TABLE "member" ADD COLUMN "nickname" text;--> statement-breakpoint
    ALTER TABLE "finance" ADD COLUMN "nickname" text;`)
  const columns = "information_schema.columns where column_name = 'nickname'"
  const reader = await testDb.owner.connect()
  await reader.query('begin; lock table finance in access share mode')
  const killed = update(testDb, later).catch((error: unknown) => error)
  const waiting = `pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  while ((await count(testDb, waiting)) !== 1) await sleep(20)
  await testDb.owner.query(`select pg_terminate_backend(pid) from ${waiting}`)
  expect(await killed).toMatchObject({ code: '57P01' })
  await reader.query('rollback')
  reader.release()
  expect(await count(testDb, columns)).toBe(0)
  await update(testDb, later)
  expect(await count(testDb, columns)).toBe(2)
})

test('a database of a version before 0.1.0 is left as it is, with the way to bring its data here', async () => {
  const testDb = await database()
  // The first migration then.
  await testDb.owner.query(`
    drop schema public cascade; create schema public; truncate migration.__drizzle_migrations;
    insert into migration.__drizzle_migrations (hash, created_at) values ('x', 1795179686687)`)
  const refused = await update(testDb).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseSetupError)
  expect(String(refused)).toMatch(/^[^\n]* before 0\.1\.0 .*stamgast backup FILE.*stamgast restore FILE/)
  expect(await count(testDb, "pg_class where relnamespace = 'public'::regnamespace")).toBe(0)
})

/** The statements that all clients send while `work` runs. */
async function sentBy(work: () => Promise<void>): Promise<string[]> {
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    return sent.mock.calls.map(([first]) =>
      typeof first === 'string' ? first : (first as unknown as { text: string }).text,
    )
  } finally {
    sent.mockRestore()
  }
}

test('a new check names its columns without the table, whose shards have other names', async () => {
  const testDb = await database()
  const sent = await sentBy(() =>
    update(
      testDb,
      addMigration('ALTER TABLE "finance" ADD CONSTRAINT "vat" CHECK ("finance"."vat_percent" >= 0);'),
    ),
  )
  expect(sent).toContain('ALTER TABLE "finance" ADD CONSTRAINT "vat" CHECK ("vat_percent" >= 0);')
})

test('a start with nothing pending changes nothing', async () => {
  const testDb = await database()
  const sent = await sentBy(() => update(testDb))
  expect(sent.length).toBeGreaterThan(5)
  expect(sent.filter((text) => !/^\s*(select|set|begin|commit)\b/i.test(text))).toEqual([])
})

test('no migration updates rows with stable functions of columns, which Citus refuses', () => {
  const stable = /\bupdate\b[^;]*\b(to_jsonb?|jsonb?_build_\w+|to_char|concat(_ws)?|format)\s*\(/i
  const files = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))
  expect(files.filter((name) => stable.test(readFileSync(join(migrationsFolder, name), 'utf8')))).toEqual([])
})
