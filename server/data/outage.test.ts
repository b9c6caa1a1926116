import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFreezingProxy } from '#test/freezing-proxy.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { unavailable } from '../run-call.ts'
import { openDb, type TenantId } from './db.ts'
import { announce, openNews, proveListening, type Notice } from './news.ts'
import { DatabaseRefused } from './refused.ts'

let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
})
afterAll(() => app.close())

const one = (db: TestApp['db']) =>
  db.read(tenant, (tx) => tx.execute(sql`/* test */ select 1 as one`)).then(({ rows }) => rows[0])

test(
  'a connection that answers nothing is given up and replaced, in transactions and beside them',
  { timeout: 60_000 },
  async () => {
    const proxy = await openFreezingProxy(app.appUrl)
    const db = openDb(proxy.through(app.appUrl), 1)
    for (const ask of [() => one(db), () => db.check().then(() => ({ one: 1 }))]) {
      expect(await ask()).toEqual({ one: 1 })
      proxy.freeze()
      expect(await ask().catch(unavailable)).toBe(true)
      expect(await ask()).toEqual({ one: 1 })
    }
    proxy.close()
    await db.close()
  },
)

test(
  'notices are heard again after the connection that listens has frozen, and pages are told to ask again',
  { timeout: 60_000 },
  async () => {
    const proxy = await openFreezingProxy(app.appUrl)
    const news = await openNews(proxy.through(app.appUrl), { through: app.db, every: 100, deaf: 400 })
    const heard: (Notice | 'reconnected')[] = []
    news.subscribe((notice) => heard.push(notice))
    // Heartbeats are heard, so that nothing is opened anew.
    await sleep(1_000)
    expect(heard).toEqual([])
    proxy.freeze()
    await expect.poll(() => heard).toContain('reconnected')
    await app.db.write(tenant, (tx) => announce(tx, 'visits', 'guest'))
    await expect.poll(() => heard).toContainEqual({ tenant, topic: 'visits', id: 'guest' })
    await news.close()
    proxy.close()
  },
)

test('a listener that hears nothing at all is refused at the start with the setting that mends it', async () => {
  const [{ name: elsewhere } = { name: '' }] = await asOwner<{ name: string }>(
    app,
    tenant,
    "select datname as name from pg_database where datallowconn and datname <> current_database() and datname <> 'template1' order by datname = 'postgres' desc limit 1",
  )
  await proveListening(app.appUrl, app.appUrl)
  const refused = await proveListening(
    Object.assign(new URL(app.appUrl), { pathname: `/${elsewhere}` }).href,
    app.appUrl,
  ).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(DatabaseRefused)
  expect(String(refused)).toContain('DATABASE_DIRECT_URL')
})

const restarting = (code: string) => Object.assign(new Error('the server restarts'), { code })

test.each(['57P03', '08006', '08001'])(
  'a read that meets a server which restarts (%s) is run once more, a write is not',
  async (code) => {
    const runs = { read: 0, write: 0, hopeless: 0 }
    const fail = (what: keyof typeof runs, until: number) => {
      runs[what] += 1
      if (runs[what] <= until) throw restarting(code)
      return Promise.resolve('read')
    }
    expect(await app.db.read(tenant, () => fail('read', 1))).toBe('read')
    await expect(app.db.write(tenant, () => fail('write', 1))).rejects.toThrow('the server restarts')
    await expect(app.db.read(tenant, () => fail('hopeless', 9))).rejects.toThrow('the server restarts')
    expect(runs).toEqual({ read: 2, write: 1, hopeless: 2 })
  },
)

test('a list of tenants that meets a server which restarts is asked for once more', async () => {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const {
    rows: [before],
  } = await app.db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const asked = app.db.shared.execute(
    sql`select case when pg_backend_pid() = ${before?.pid} then pg_sleep(3) end`,
  )
  await sleep(200)
  await owner.query('select pg_terminate_backend($1)', [before?.pid])
  expect((await asked).rowCount).toBe(1)
  await owner.end()
})

test(
  'a disk that is full is told as 503 and shows in /readyz, until there is room again',
  { timeout: 60_000 },
  async () => {
    const ready = async () => {
      const answer = await app.app.fetch(new Request('http://x/readyz'))
      return [answer.status, await answer.text()]
    }
    expect(await ready()).toEqual([200, 'ok'])
    // As PostgreSQL says it itself: of a table that finds no room, and of a new one.
    await asOwner(
      app,
      tenant,
      `
    create function no_room() returns trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger full_disk before insert on visit for each row execute function no_room();
    create function no_table() returns event_trigger language plpgsql as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create event trigger full_disk on ddl_command_end when tag in ('CREATE TABLE AS', 'CREATE TABLE') execute function no_table()`,
    )
    const guest = app.guest(tenant)
    const start = Math.floor(Date.now() / 86_400_000 + 3) * 86_400_000 + 11 * 3_600_000
    const refused = await guest.send('holdVisit', { tenantId: tenant, services: ['cut'], start })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    await expect.poll(ready).toEqual([503, 'database disk full'])
    await asOwner(app, tenant, 'drop event trigger full_disk; drop trigger full_disk on visit')
    await expect.poll(ready).toEqual([200, 'ok'])
    expect(await guest('holdVisit', { tenantId: tenant, services: ['cut'], start })).toMatchObject({
      ok: true,
    })
  },
)
