import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { listMail } from '#server/mail/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import { endExpiredOffer, matchFreedTime, enqueueOfferJobs } from '#server/waitlist/offer-jobs.ts'
import { makeApp, makeDb, makeTenant, type TestApp, type TestDb } from '#test/make.ts'
import { book } from '#test/steps.ts'
import { endOffers, jobContext, makeEntry, matchAll, openOffers, orderOf } from '#test/waitlist.ts'
import { backup } from './backup.ts'
import { BrokenBackup, readBackup, writeBackup, type BackupHeader, type BackupPart } from './backup-file.ts'
import { listTables } from './backup-tables.ts'
import { listSchemas, migrate } from '#server/database/migrate.ts'
import { restore } from './restore.ts'
import { exhaustive } from '#test/tier.ts'

const folder = mkdtempSync(join(tmpdir(), 'stamgast-backup-'))
const made: TestDb[] = []
afterAll(async () => {
  for (const one of made) await one.close()
  rmSync(folder, { recursive: true })
})

async function database(): Promise<TestDb> {
  const testDb = await makeDb()
  made.push(testDb)
  return testDb
}
const now = new Date('2026-11-20T10:00:00Z')
const save = (testDb: TestDb, name: string) => backup(testDb.ownerUrl, join(folder, name), { now })
const bring = (testDb: TestDb, name: string) =>
  restore(testDb.ownerUrl, join(folder, name), {
    migrate: (upTo) => migrate(testDb.ownerUrl, { url: testDb.appUrl, create: false }, { upTo }),
  })

async function within<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}
/** Rows and MD5 of every table, as the database itself counts them. */
const contents = ({ ownerUrl }: TestDb) =>
  within(ownerUrl, async (client) => {
    const found: Record<string, string> = {}
    for (const { name } of await listTables(client)) {
      const {
        rows: [sum],
      } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, e'\\n' order by t::text)), '') as ` +
          `sum from public."${name}" t`,
      )
      found[name] = sum?.sum ?? ''
    }
    return found
  })
const rowsIn = async (testDb: TestDb) =>
  Object.values(await contents(testDb)).reduce((sum, one) => sum + Number.parseInt(one, 10), 0)

const awkward = 'a\tb\\c\nd\re\\N "f" {g} æøå 💈 \u2028'
/** One visit with one segment and one mail, and the calendar counted up, in one transaction. */
const write = (client: pg.Client, tenant: string, text = awkward) =>
  client.query(`
  begin; set local app.tenant_id = '${tenant}';
  with made as (
    insert into visit (tenant_id, id, state, start, "end", contact, handle_hash, cancel_hash, currency, price,
    created_at)
    values ('${tenant}', gen_random_uuid(), 'cancelled', now(), now(),
    ${client.escapeLiteral(JSON.stringify({ firstname: text }))}, gen_random_uuid()::text,
    gen_random_uuid()::text, 'DKK', 1, now()) returning id),
  part as (
    insert into segment (tenant_id, visit_id, position, service_id, member_id, service_name, price, start,
    "end", busy, taken)
    select '${tenant}', id, 0, 'cut', 'anna', 'Cut', 1, now(), now(), '{}', false from made)
  insert into mail (tenant_id, id, key, "to", subject, text, html, created_at)
  select '${tenant}', id, id::text, 'a@b.example', ${client.escapeLiteral(text)}, '', '', now() from made;
  update calendar set version = version + 1 where tenant_id = '${tenant}'; commit`)

async function filled(tenants = ['one', 'two']): Promise<TestDb> {
  const testDb = await database()
  for (const id of tenants) {
    await makeTenant(testDb, { id, vanityHost: `www.${id}.example` })
    await within(testDb.ownerUrl, async (client) => {
      for (let count = 0; count < 5; count++) await write(client, id)
    })
  }
  return testDb
}

test('a restored database equals the original, table by table, and has no jobs', async () => {
  const source = await filled()
  expect(await save(source, 'equal')).toMatchObject({ ok: true })
  const target = await database()
  expect(await bring(target, 'equal')).toMatchObject({
    ok: true,
    header: { schema: listSchemas().at(-1), createdAt: now.toISOString() },
  })
  expect(await contents(target)).toEqual(await contents(source))
  expect(await rowsIn(target)).toBeGreaterThan(30)
  const {
    rows: [jobs],
  } = await within(target.ownerUrl, (client) =>
    client.query(
      "select count(*)::int as waiting from pgboss.job where name in ('send-mail', 'remind-visit')",
    ),
  )
  expect(jobs).toEqual({ waiting: 0 })
  expect(await save(target, 'again')).toEqual(await save(source, 'equal'))
})

test('row-level security is forced after a restore', async () => {
  const source = await filled(['strict'])
  await save(source, 'strict')
  const target = await database()
  await bring(target, 'strict')
  const rules = ({ ownerUrl }: TestDb) =>
    within(
      ownerUrl,
      async (client) =>
        (
          await client.query(
            'select relname, relrowsecurity, relforcerowsecurity from pg_class where relnamespace = ' +
              "'public'::regnamespace and relkind = 'r' order by 1",
          )
        ).rows,
    )
  expect(await rules(target)).toEqual(await rules(source))
})

test('a backup during writes contains only whole transactions', async () => {
  const source = await filled()
  const writing = new AbortController()
  const writers = ['one', 'two'].map((tenant) =>
    within(source.ownerUrl, async (client) => {
      while (!writing.signal.aborted) await write(client, tenant)
    }),
  )
  const sums = []
  for (let round = 0; round < 3; round++) sums.push(await save(source, `busy${round}`))
  writing.abort()
  await Promise.all(writers)
  for (const [round, saved] of sums.entries()) {
    const target = await database()
    await bring(target, `busy${round}`)
    const rows = Object.fromEntries(saved.ok ? saved.sums.map((one) => [one.table, one.rows]) : [])
    expect(rows['segment']).toBe(rows['visit'])
    expect(rows['mail']).toBe(rows['visit'])
    const {
      rows: [counted],
    } = await within(target.ownerUrl, (client) =>
      client.query<{ version: number; visits: number }>(
        'select (select sum(version - 1) from calendar)::int as version, (select count(*) from ' +
          'visit)::int as visits',
      ),
    )
    expect(counted?.version).toBe(counted?.visits)
    expect(counted?.visits).toBe(rows['visit'])
  }
})

test('a file that is cut short, altered or no backup is rejected and nothing is written', async () => {
  const source = await filled(['whole'])
  await save(source, 'whole')
  const whole = readFileSync(join(folder, 'whole'))
  const plain = gunzipSync(whole)
  const target = await database()
  const flipped = (bytes: Buffer, at: number) => Buffer.from(bytes).fill((bytes[at] ?? 0) ^ 1, at, at + 1)
  const cuts = [0, 1, 10, 100, Math.floor(whole.length / 2), whole.length - 1].map((length) =>
    whole.subarray(0, length),
  )
  const cutInside = [1, 4, 5, 200, plain.length - 1, plain.length - 200].map((length) =>
    gzipSync(plain.subarray(0, length)),
  )
  const altered = Array.from({ length: 40 }, (_, one) =>
    flipped(plain, Math.floor((one * plain.length) / 40)),
  ).map((bytes) => gzipSync(bytes))
  const raw = Array.from({ length: 20 }, (_, one) =>
    flipped(whole, 12 + Math.floor((one * (whole.length - 24)) / 20)),
  )
  const others = [
    Buffer.from('select 1;'),
    gzipSync('select 1;'),
    gzipSync(Buffer.concat([plain, plain])),
    Buffer.concat([whole, whole]),
  ]
  for (const bytes of [...cuts, ...cutInside, ...altered, ...raw, ...others]) {
    writeFileSync(join(folder, 'broken'), bytes)
    await expect(bring(target, 'broken')).rejects.toThrow(BrokenBackup)
  }
  expect(await rowsIn(target)).toBe(0)
  expect(await bring(target, 'whole')).toMatchObject({ ok: true })
})

test('a file that changes between verification and reading restores nothing', async () => {
  const source = await filled(['changing'])
  await save(source, 'changing')
  const target = await database()
  const meddle = async () =>
    truncateSync(join(folder, 'changing'), statSync(join(folder, 'changing')).size - 20)
  await expect(restore(target.ownerUrl, join(folder, 'changing'), { migrate: meddle })).rejects.toThrow(
    BrokenBackup,
  )
  expect(await rowsIn(target)).toBe(0)
})

test('a database with a tenant is not changed', async () => {
  const source = await filled(['held'])
  await save(source, 'held')
  const target = await filled(['other'])
  const before = await contents(target)
  expect(await bring(target, 'held')).toMatchObject({ ok: false, reason: 'not-empty' })
  expect(await contents(target)).toEqual(before)
})

/** A database without any schema, like a new one. */
async function bare(): Promise<TestDb> {
  const testDb = await database()
  await within(testDb.ownerUrl, (client) =>
    client.query(
      'drop schema public cascade; drop schema migration cascade; drop schema pgboss cascade; create ' +
        'schema public; grant usage on schema public to public',
    ),
  )
  return testDb
}

test('a backup of an older schema is restored at that schema and then migrated', async () => {
  const source = await bare()
  await migrate(source.ownerUrl, { url: source.appUrl, create: false }, { upTo: '0000_schema' })
  await makeTenant(source, { id: 'old' })
  expect(await save(source, 'old')).toMatchObject({ ok: true })
  const target = await bare()
  expect(await bring(target, 'old')).toMatchObject({ ok: true, header: { schema: '0000_schema' } })
  const { tenant, service_type, member } = await contents(source)
  expect(await contents(target)).toMatchObject({ tenant, service_type, member })
  const overlap = await within(target.ownerUrl, (client) =>
    client.query("select from pg_constraint where conname = 'segment_no_overlap'"),
  )
  expect(overlap.rowCount).toBe(1)
  expect(await bring(await database(), 'old')).toMatchObject({ ok: false, reason: 'newer-database' })
})

/** A database with a tenant, at the schema of the backups from before 0.1.0. */
async function early(tenant: string): Promise<TestDb> {
  const testDb = await bare()
  await migrate(testDb.ownerUrl, { url: testDb.appUrl, create: false }, { upTo: '0001_guards' })
  await makeTenant(testDb, { id: tenant })
  return testDb
}

/** Writes a backup again, as another version would have written it. */
async function rewrite(name: string, header: { format: number; schema: string }): Promise<void> {
  const parts: BackupPart[] = []
  for await (const part of readBackup(join(folder, name)))
    parts.push('header' in part ? { header: { ...part.header, ...(header as BackupHeader) } } : part)
  await writeBackup(join(folder, name), Readable.from(parts))
}

test('of backups from before 0.1.0 those of the last schema are restored, and other ones are refused', async () => {
  const source = await early('early')
  await save(source, 'early')
  const target = await bare()
  // A migration of then whose name is one of today's.
  for (const schema of ['0044_hold_limit', '0001_guards']) {
    await rewrite('early', { format: 1, schema })
    expect(await bring(target, 'early')).toMatchObject({ ok: false, reason: 'older-backup' })
  }
  await rewrite('early', { format: 1, schema: '0045_schedule' })
  expect(await bring(target, 'early')).toMatchObject({ ok: true })
  expect((await contents(target)).member).toBe((await contents(source)).member)
  await rewrite('early', { format: 3, schema: '0001_guards' })
  await expect(bring(target, 'early')).rejects.toThrow('not a backup that this version can read')
})

test('links and carts of an older backup are found after a restore', async () => {
  const source = await early('old')
  const inHex = (secret: string) => createHash('sha256').update(secret).digest('hex')
  await within(source.ownerUrl, async (client) => {
    await write(client, 'old')
    await client.query("select set_config('app.tenant_id', 'old', false)")
    await client.query('update visit set handle_hash = $1, cancel_hash = $2', [
      inHex('handle'),
      inHex('cancel'),
    ])
    await client.query(
      "insert into cart (tenant_id, id, secret_hash, items, updated_at) values ('old', gen_random_uuid(), " +
        "$1, '[]', now())",
      [inHex('cart')],
    )
  })
  expect(await save(source, 'in-hex')).toMatchObject({ ok: true })
  const target = await bare()
  expect(await bring(target, 'in-hex')).toMatchObject({ ok: true })
  const { rows } = await within(target.ownerUrl, async (client) => {
    await client.query("select set_config('app.tenant_id', 'old', false)")
    return client.query('select handle_hash, cancel_hash, secret_hash, owner_hash from visit, cart')
  })
  const [handle_hash, cancel_hash, secret_hash] = ['handle', 'cancel', 'cart'].map(sha256)
  expect(rows).toEqual([{ handle_hash, cancel_hash, secret_hash, owner_hash: null }])
})

test('a backup of an unknown schema is rejected', async () => {
  const source = await filled(['new'])
  await within(source.ownerUrl, (client) =>
    client.query("insert into migration.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)"),
  )
  expect(await save(source, 'new')).toEqual({ ok: false, reason: 'unknown-schema' })
  expect(existsSync(join(folder, 'new'))).toBe(false)
})

test('a failed backup does not change the earlier file', async () => {
  const source = await filled(['failing'])
  await save(source, 'failing')
  const sum = () =>
    createHash('sha256')
      .update(readFileSync(join(folder, 'failing')))
      .digest('hex')
  const before = sum()
  const killed = backup(source.ownerUrl, join(folder, 'failing'), {
    now,
    onProgress: () => {
      throw new Error('the power went')
    },
  })
  await expect(killed).rejects.toThrow('the power went')
  expect(sum()).toBe(before)
  expect(existsSync(join(folder, 'failing.tmp'))).toBe(false)
})

test('rows longer than one chunk are restored', exhaustive, async () => {
  const source = await filled(['long'])
  await within(source.ownerUrl, (client) => write(client, 'long', 'x'.repeat(1_500_000)))
  await save(source, 'long')
  const target = await database()
  await bring(target, 'long')
  expect(await contents(target)).toEqual(await contents(source))
})

test('an owner without superuser rights can back up and restore', async () => {
  const source = await filled(['plain', 'sober'])
  const plainOf = async (testDb: TestDb) => {
    await within(testDb.ownerUrl, (client) =>
      client.query(`
      do $$ declare t text; begin
        if not exists (select from pg_roles where rolname = 'plain_keeper')
        then create role plain_keeper login password 'plain'; end if;
        for t in select tablename from pg_tables where schemaname = 'public' loop execute
        format('alter table public.%I owner to plain_keeper', t); end loop;
        grant usage on schema migration to plain_keeper; grant all
        on all tables in schema migration to plain_keeper;
        execute format('alter database %I owner to plain_keeper', current_database());
        alter schema migration owner to plain_keeper; alter table migration.__drizzle_migrations owner to
        plain_keeper;
      end $$`),
    )
    return {
      ...testDb,
      ownerUrl: Object.assign(new URL(testDb.ownerUrl), { username: 'plain_keeper', password: 'plain' }).href,
    }
  }
  expect(await save(await plainOf(source), 'plain')).toMatchObject({ ok: true })
  const target = await database()
  expect(await bring(await plainOf(target), 'plain')).toMatchObject({ ok: true })
  expect(await contents(target)).toEqual(await contents(source))
})

test('no table has a sequence, which a backup would not contain', async () => {
  const { rowCount } = await within(inject('ownerUrl').replace(/[^/]+$/, 'postgres'), (client) =>
    client.query("select 1 from pg_sequences where schemaname = 'public'"),
  )
  const own = await database()
  const found = await within(own.ownerUrl, (client) =>
    client.query("select 1 from pg_sequences where schemaname = 'public'"),
  )
  expect([rowCount, found.rowCount]).toEqual([0, 0])
})

/** A guest books a time (epoch ms) and cancels it. */
async function freeTime(app: TestApp, tenant: TenantId, start: number): Promise<void> {
  const guest = app.guest(tenant)
  const { cancelHandle } = await book(guest, { tenantId: tenant, services: ['cut'], start })
  await guest('gen2_crudWaitlist-cancelBooking', { tenantId: tenant, booking: cancelHandle })
}

test('open offers go on after a restore: a start enqueues their jobs, and guests accept once', async () => {
  const app = await makeApp()
  made.push(app)
  const start = Date.parse('2026-06-12T09:00+02:00')
  app.clock.now = Date.parse('2026-06-10T10:00+02:00')
  const tenant = await makeTenant(app, { members: [{ id: 'anna' }] })
  const waiting = await makeEntry(app, tenant)
  const next = await makeEntry(app, tenant)
  await freeTime(app, tenant, start)
  await matchAll(app, tenant)
  await freeTime(app, tenant, start + 3_600_000)
  const before = await openOffers(app, tenant)
  expect(before.map(({ entryId }) => entryId)).toEqual([waiting])
  await save(app, 'offers')

  const target = await database()
  expect(await bring(target, 'offers')).toMatchObject({ ok: true })
  expect(await contents(target)).toEqual(await contents(app))
  const restored = await makeApp({ testDb: target })
  made[made.indexOf(target)] = restored
  restored.clock.now = app.clock.now
  const jobs = () =>
    within(target.ownerUrl, async (client) => {
      const { rows } = await client.query<{ name: string; id: string }>(
        `select name, data ->> 'id' as id from pgboss.job
          where name in ('expire-offer', 'match-freed-time', 'send-mail') order by 1, 2`,
      )
      return rows
    })
  expect(await jobs()).toEqual([])
  // A second start enqueues no mail twice.
  const mails = await restored.db.read(tenant, listMail)
  const offered = mails.find(({ key }) => key === `waitlist-offer:${before[0]?.id}`)
  for (let starts = 1; starts <= 2; starts += 1) {
    await enqueueOfferJobs(await jobContext(restored, tenant))
    expect((await jobs()).filter(({ name }) => name === 'send-mail')).toEqual([
      { name: 'send-mail', id: offered?.id },
    ])
    expect(await jobs()).toEqual(
      expect.arrayContaining([
        { name: 'expire-offer', id: before[0]?.id },
        { name: 'match-freed-time', id: expect.any(String) },
      ]),
    )
  }
  // The queue's time goes to the next, and the first offer is still its entry's.
  await matchAll(restored, tenant)
  const offers = await openOffers(restored, tenant)
  expect(offers.map(({ entryId }) => entryId).toSorted()).toEqual([waiting, next].toSorted())
  const guest = restored.guest(tenant)
  const names = (offer: (typeof offers)[number]) => ({
    messageId: offer.messageId,
    waitlistHandle: offer.waitlistHandle,
  })
  const first = offers.find(({ entryId }) => entryId === waiting) as (typeof offers)[number]
  const { message } = await guest('getWaitlistOffer', { tenantId: tenant, ...names(first) })
  expect(await guest('acceptWaitlistInvite', { tenant, ...names(first), message })).toEqual({
    visit: expect.any(String),
  })
  const second = offers.find(({ entryId }) => entryId === next) as (typeof offers)[number]
  restored.clock.now = second.expiresAt.getTime()
  await endOffers(restored, tenant)
  expect(await openOffers(restored, tenant)).toEqual([])
  const sent = await restored.db.read(tenant, listMail)
  for (const { id } of [first, second])
    expect(sent.filter(({ key }) => key.startsWith('waitlist-offer:') && key.includes(id))).toHaveLength(1)
})

test(
  'restored later, offers that are over end, and times of the queue are still offered',
  exhaustive,
  async () => {
    const app = await makeApp()
    made.push(app)
    const start = Date.parse('2026-06-12T09:00+02:00')
    app.clock.now = Date.parse('2026-06-10T10:00+02:00')
    const tenant = await makeTenant(app, { members: [{ id: 'anna' }], rules: { slotMinutes: 30 } })
    const between = (earliest: string, latest: string) => ({
      windows: [{ from: '2026-06-12', until: '2026-06-12', weekdays: [], earliest, latest }],
    })
    const first = await makeEntry(app, tenant, between('09:00', '12:00'))
    await freeTime(app, tenant, start)
    await matchAll(app, tenant)
    expect((await openOffers(app, tenant)).map(({ entryId }) => entryId)).toEqual([first])
    await freeTime(app, tenant, start + 6 * 3_600_000)
    const next = await makeEntry(app, tenant, between('14:00', '17:00'))
    await save(app, 'later')

    const target = await database()
    expect(await bring(target, 'later')).toMatchObject({ ok: true })
    const restored = await makeApp({ testDb: target })
    made[made.indexOf(target)] = restored
    restored.clock.now = app.clock.now + 3_600_000
    const ctx = await jobContext(restored, tenant)
    await enqueueOfferJobs(ctx)
    const jobs = await within(target.ownerUrl, async (client) => {
      const { rows } = await client.query<{ name: string; id: string }>(
        "select name, data ->> 'id' as id from pgboss.job where name like '%-offer' or name like 'match-%' order by 1",
      )
      return rows
    })
    expect(jobs.map(({ name }) => name)).toEqual(['expire-offer', 'match-freed-time'])
    for (const { name, id } of jobs)
      await (name === 'expire-offer' ? endExpiredOffer(ctx, id) : matchFreedTime(ctx, id))
    await matchAll(restored, tenant)
    const offers = await openOffers(restored, tenant)
    expect(offers.map(({ entryId }) => entryId)).toContain(next)
    expect((await orderOf(restored, tenant)).map(({ id }) => id)).toEqual([first, next])
  },
)
