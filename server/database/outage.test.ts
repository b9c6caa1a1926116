import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseProxy } from '#test/database-proxy.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'
import { unavailable } from '../http/dispatch.ts'
import { openDb, type TenantId } from './db.ts'
import { publishChange, openChangeEvents, verifyListening, type ChangeEvent } from './change-events.ts'
import { DatabaseSetupError } from './setup-error.ts'
import { exhaustive } from '#test/tier.ts'

let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
})
afterAll(() => app.close())

const one = (db: TestApp['db']) =>
  db.read(tenant, (tx) => tx.execute(sql`select 1 as one`)).then(({ rows }) => rows[0])

test(
  'an unresponsive connection is replaced, in transactions and outside',
  { ...exhaustive, timeout: 60_000 },
  async () => {
    const proxy = await openDatabaseProxy(app.appUrl)
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
  'after its connection freezes, the listener reconnects and pages reload',
  { timeout: 60_000 },
  async () => {
    const proxy = await openDatabaseProxy(app.appUrl)
    const changeEvents = await openChangeEvents(proxy.through(app.appUrl), {
      through: app.db,
      heartbeatMs: 100,
      maxSilenceMs: 400,
    })
    const received: (ChangeEvent | 'reconnected')[] = []
    changeEvents.subscribe((notice) => received.push(notice))
    // Heartbeats arrive, so that there is no reconnection.
    await sleep(1_000)
    expect(received).toEqual([])
    proxy.freeze()
    await expect.poll(() => received).toContain('reconnected')
    await app.db.write(tenant, (tx) => publishChange(tx, 'visits', 'guest'))
    await expect.poll(() => received).toContainEqual({ tenant, topic: 'visits', id: 'guest' })
    await changeEvents.close()
    proxy.close()
  },
)

test('a listener that receives nothing fails at the start and names the setting', async () => {
  const [{ name: elsewhere } = { name: '' }] = await asOwner<{ name: string }>(
    app,
    tenant,
    'select datname as name from pg_database where datallowconn and datname <> current_database() and ' +
      "datname <> 'template1' order by datname = 'postgres' desc limit 1",
  )
  await verifyListening(app.appUrl, app.appUrl)
  const rejection = await verifyListening(
    Object.assign(new URL(app.appUrl), { pathname: `/${elsewhere}` }).href,
    app.appUrl,
  ).catch((error: unknown) => error)
  expect(rejection).toBeInstanceOf(DatabaseSetupError)
  expect(String(rejection)).toContain('DATABASE_DIRECT_URL')
})

const restarting = (code: string) => Object.assign(new Error('the server restarts'), { code })

test.each(['57P03', '08006', '08001'])(
  'a read during a restart of the server (%s) is retried, a write is not',
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

test('the list of tenants is retried during a restart of the server', async () => {
  const owner = new pg.Client({ connectionString: app.ownerUrl })
  await owner.connect()
  const {
    rows: [before],
  } = await app.db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pending = app.db.shared.execute(
    sql`select case when pg_backend_pid() = ${before?.pid} then pg_sleep(3) end`,
  )
  await sleep(200)
  await owner.query('select pg_terminate_backend($1)', [before?.pid])
  expect((await pending).rowCount).toBe(1)
  await owner.end()
})

test('a full disk is reported as 503 and in /readyz until there is space', { timeout: 60_000 }, async () => {
  const ready = async () => {
    const answer = await app.app.fetch(new Request('http://x/readyz'))
    return [answer.status, await answer.text()]
  }
  expect(await ready()).toEqual([200, 'ok'])
  // PostgreSQL's errors for an existing table and for a new one.
  await asOwner(
    app,
    tenant,
    `
    create function no_room() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end
    $$;
    create trigger full_disk before insert on visit for each row execute function no_room();
    create function no_table() returns event_trigger language plpgsql
    as $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end
    $$;
    create event trigger full_disk on ddl_command_end when tag in ('CREATE TABLE AS', 'CREATE TABLE') execute
    function no_table()`,
  )
  const guest = app.guest(tenant)
  const start = Math.floor(Date.now() / 86_400_000 + 3) * 86_400_000 + 11 * 3_600_000
  const rejection = await guest.send('holdVisit', { tenantId: tenant, services: ['cut'], start })
  expect([rejection.status, rejection.headers.get('retry-after')]).toEqual([503, '2'])
  await expect.poll(ready).toEqual([503, 'database disk full'])
  await asOwner(app, tenant, 'drop event trigger full_disk; drop trigger full_disk on visit')
  await expect.poll(ready).toEqual([200, 'ok'])
  expect(await guest('holdVisit', { tenantId: tenant, services: ['cut'], start })).toMatchObject({
    ok: true,
  })
})
