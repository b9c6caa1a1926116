import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { parseTenantFile } from '#contract/tenant-file/tenant-file.ts'
import { makeDb, type TestDb } from '#test/make.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { argon } from '#server/identity/password/password-hash.ts'
import { tablesOfTenants } from '../backup/backup.ts'
import { tenantId } from '#server/database/db.ts'
import { parseRole } from '#server/database/role.ts'
import { ensureDefaultTenant, resetDemo, seedDemo } from './demo.ts'
import { migrateJobs } from '#server/jobs/migrate.ts'
import { exhaustive } from '#test/tier.ts'

const made: TestDb[] = []
afterAll(async () => {
  for (const one of made) await one.close()
})
const secret = 'the secret of the demo, long enough'
const wanted = ['aurora', 'fjord', 'linde'].reduce((sum, name) => {
  const parsed = parseTenantFile(
    readFileSync(new URL(`../../db/demo/${name}.yaml`, import.meta.url), 'utf8'),
    name,
  )
  return sum + (parsed.ok ? (parsed.tenant.visits?.length ?? 0) : NaN)
}, 0)
// A Friday afternoon.
const now = Date.parse('2026-11-20T13:30:00Z')

async function database(): Promise<TestDb> {
  const testDb = await makeDb()
  made.push(testDb)
  return testDb
}
/** A database with the demo of `now`, copied from one that is seeded once. */
async function seeded(): Promise<TestDb> {
  const testDb = await makeDb({
    name: 'demo_of_november',
    fill: (urls) => seedDemo({ ...urls, secret, now }),
  })
  made.push(testDb)
  return testDb
}
const seedInto = ({ ownerUrl, appUrl }: TestDb, at = now) => seedDemo({ ownerUrl, appUrl, secret, now: at })
async function ask<T extends pg.QueryResultRow>({ ownerUrl }: TestDb, query: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const { rows } = await client.query<T>(query)
  await client.end()
  return rows
}
const counts = async (testDb: TestDb) =>
  (
    await ask(
      testDb,
      `
  select (select array_agg(id order by id) from tenant) as tenants, (select count(*)::int from guest)
  as guests, (select count(*)::int from visit) as visits,
    (select count(*)::int from segment) as segments, (select count(*)::int from account)
    as accounts, (select count(*)::int from mail) as mails`,
    )
  )[0]

test('seeding the demo is idempotent', async () => {
  const testDb = await database()
  await seedInto(testDb)
  const first = await counts(testDb)
  expect(first).toMatchObject({ tenants: ['aurora', 'default', 'fjord', 'linde'], mails: 0 })
  await seedInto(testDb, now + 86_400_000)
  expect(await counts(testDb)).toEqual(first)
})

test('two concurrent starts seed it once', exhaustive, async () => {
  const [one, two] = [await seeded(), await database()]
  await Promise.all([seedInto(two), seedInto(two), seedInto(two)])
  expect(await counts(two)).toEqual(await counts(one))
})

test('Freja and Noah can sign in at each salon and have complete details', async () => {
  const testDb = await seeded()
  const guests = await ask<{
    tenant_id: string
    email: string
    password: string
    mobile: string
    dial_code: string
    country_code: string
  }>(
    testDb,
    `
    select guest.tenant_id, email, password, mobile, dial_code, country_code from guest join account
    on account.tenant_id = guest.tenant_id and user_id = guest.id
    where email in ('freja@example.com', 'noah@example.com') and terms_accepted_at is not null
    and firstname <> '' and lastname <> '' order by 1, 2`,
  )
  expect(guests.map(({ tenant_id, email }) => `${tenant_id} ${email}`)).toEqual([
    'aurora freja@example.com',
    'aurora noah@example.com',
    'fjord freja@example.com',
    'fjord noah@example.com',
    'linde freja@example.com',
    'linde noah@example.com',
  ])
  for (const one of guests) {
    expect(await argon.verify(one.password, 'stamgast-demo')).toBe(true)
    expect(one.mobile.startsWith(one.dial_code)).toBe(true)
  }
})

test('each salon has an owner, a receptionist and a practitioner, who sign in by a button', async () => {
  const testDb = await seeded()
  const people = await ask<{ tenant_id: string; role: string; member_id: string | null; email: string }>(
    testDb,
    'select tenant_id, role, member_id, email from staff where joined_at is not null order by 1, 2',
  )
  expect(people.map(({ tenant_id, role, member_id }) => [tenant_id, role, member_id])).toEqual([
    ['aurora', 'owner', 'karoline'],
    ['aurora', 'practitioner', 'magnus'],
    ['aurora', 'reception', null],
    ['fjord', 'owner', 'sindre'],
    ['fjord', 'practitioner', 'yusuf'],
    ['fjord', 'reception', null],
    ['linde', 'owner', 'helene'],
    ['linde', 'practitioner', 'jonas'],
    ['linde', 'reception', null],
  ])
  expect(people.filter(({ email }) => !email.endsWith('.example'))).toEqual([])
})

test('its visits are around today, within working hours, without overlaps, and with consistent amounts', async () => {
  const testDb = await seeded()
  const visits = await ask<{
    tenant_id: string
    id: string
    state: string
    price: number
    paid: number
    fee: number
    refunded: number
    start: Date
    handle_hash: string
    cancel_hash: string
    parts: number
    created_at: Date
    cancelled_at: Date | null
    email: string | null
  }>(
    testDb,
    `
    select visit.*, guest.email, (select sum(price) from segment where segment.tenant_id = visit.tenant_id
    and visit_id = visit.id)::int as parts
    from visit left join guest on guest.tenant_id = visit.tenant_id and guest.id = guest_id`,
  )
  expect(visits.length).toBeGreaterThan(100)
  for (const one of visits) {
    const tenant = tenantId(one.tenant_id)
    expect(one.handle_hash).toBe(sha256(deriveHandle(secret, 'visit', tenant, one.id)))
    expect(one.cancel_hash).toBe(sha256(deriveHandle(secret, 'cancel', tenant, one.id)))
    expect(one.price).toBe(one.parts)
    expect(one.refunded).toBe(one.state === 'cancelled' ? Math.max(0, one.paid - one.fee) : 0)
    expect(one.created_at.getTime()).toBeLessThan(Math.min(now, one.start.getTime()))
    if (one.cancelled_at) expect(one.cancelled_at.getTime()).toBeLessThan(Math.min(now, one.start.getTime()))
  }
  for (const tenant of ['aurora', 'fjord', 'linde']) {
    for (const email of ['freja@example.com', 'noah@example.com']) {
      const own = visits.filter(
        (one) => one.tenant_id === tenant && one.email === email && one.state === 'booked',
      )
      expect(own.filter((one) => one.start.getTime() > now).length).toBeGreaterThanOrEqual(2)
      expect(
        own.filter((one) => one.start.getTime() < now && one.start.getTime() > now - 30 * 86_400_000).length,
      ).toBeGreaterThanOrEqual(3)
    }
    const own = visits.filter((one) => one.tenant_id === tenant)
    expect(own.some((one) => one.state === 'cancelled' && one.fee > 0)).toBe(true)
    expect(own.some((one) => one.state === 'booked' && one.paid > 0 && one.paid < one.price)).toBe(true)
  }
  expect(
    await ask(
      testDb,
      `select 1 from segment where taken <> (select state <> 'cancelled' from visit where ` +
        `visit.tenant_id = segment.tenant_id and visit.id = visit_id)`,
    ),
  ).toEqual([])
})

test.each([0, 1, 2, 3])(
  'nearly every visit of the files finds its place, %i days later too',
  exhaustive,
  async (days) => {
    const testDb = await database()
    await seedInto(testDb, now + days * 86_400_000)
    const [reported] = await ask<{ visits: number }>(testDb, 'select count(*)::int as visits from visit')
    expect(reported?.visits).toBeGreaterThanOrEqual(wanted - 2)
  },
)

test('Freja and Noah wait at Aurora, he for a day without a free time', exhaustive, async () => {
  const testDb = await seeded()
  const entries = await ask<{
    email: string
    state: string
    services: string[]
    date: string
    events: string[]
  }>(
    testDb,
    `select email, waitlist_entry.state, services, windows -> 0 ->> 'from' as date,
      array(select event from waitlist_change where entry_id = waitlist_entry.id) as events
    from waitlist_entry join guest on guest.tenant_id = waitlist_entry.tenant_id and guest.id = guest_id
    where waitlist_entry.tenant_id = 'aurora' order by rank`,
  )
  expect(entries).toMatchObject([
    { email: 'freja@example.com', state: 'waiting', services: ['dameklip'], events: ['joined'] },
    { email: 'noah@example.com', state: 'waiting', services: ['skin-fade'], events: ['joined'] },
  ])
  const day = entries[1]?.date ?? ''
  const booked = await ask(
    testDb,
    `select 1 from segment where tenant_id = 'aurora' and member_id = 'magnus' and taken
      and service_id = 'skin-fade' and (start at time zone 'Europe/Copenhagen')::date = '${day}'`,
  )
  expect(booked.length).toBeGreaterThan(3)
  await ask(testDb, "update waitlist_entry set state = 'left'")
  await resetDemo({ ...testDb, secret, now })
  expect(await ask(testDb, 'select state from waitlist_entry')).toEqual([
    { state: 'waiting' },
    { state: 'waiting' },
  ])
})

/** The number of rows in each table with rows of tenants. */
async function rowsByTable(testDb: TestDb): Promise<Record<string, unknown>> {
  const tables = await tablesOfTenants(testDb.ownerUrl)
  const counted = tables.map((name) => `(select count(*)::int from "${name}") as "${name}"`)
  return (await ask(testDb, `select ${counted.join()}`))[0] ?? {}
}

test('a reset restores the seed data and invalidates every cache', async () => {
  const testDb = await seeded()
  const before = await rowsByTable(testDb)
  const versions = () =>
    ask<{ content_version: string; version: string }>(
      testDb,
      'select content_version, version from tenant join calendar on tenant_id = id order by id',
    )
  const old = await versions()
  await ask(
    testDb,
    "update service set price = 1; delete from visit where tenant_id = 'fjord'; insert into guest " +
      "(tenant_id, id, name, email) values ('aurora', 'x', 'X', 'x@example.com'); " +
      "insert into submission (tenant_id, hash, begun_at) values ('aurora', 'x', now())",
  )
  await resetDemo({ ...testDb, secret, now })
  expect(await rowsByTable(testDb)).toEqual(before)
  expect(await ask(testDb, 'select 1 from service where price = 1')).toEqual([])
  for (const [index, one] of (await versions()).entries()) {
    expect(Number(one.content_version)).toBeGreaterThan(Number(old[index]?.content_version))
    expect(Number(one.version)).toBeGreaterThan(Number(old[index]?.version))
  }
})

test('a reset deletes the jobs of deleted rows, and no others', exhaustive, async () => {
  const testDb = await seeded()
  await migrateJobs(testDb.ownerUrl, parseRole(testDb.appUrl))
  const job = (queue: string, tenant: string, state = 'created') =>
    `insert into pgboss.job (name, state, data) values ('${queue}', '${state}', '{"tenant": ` +
    `"${tenant}", "id": "x"}')`
  await ask(
    testDb,
    [
      job('remind-visit', 'aurora'),
      job('send-mail', 'fjord', 'retry'),
      job('send-sms', 'aurora'),
      job('match-freed-time', 'aurora'),
      job('match-open-times', 'aurora'),
      job('expire-offer', 'fjord'),
      job('expire-offer', 'own-salon'),
      job('remind-visit', 'aurora', 'completed'),
      job('remind-visit', 'own-salon'),
      job('send-event', 'aurora'),
    ].join(';'),
  )
  await resetDemo({ ...testDb, secret, now })
  expect(
    await ask(testDb, "select name, data ->> 'tenant' as tenant, state::text from pgboss.job order by 1, 2"),
  ).toEqual([
    { name: 'expire-offer', tenant: 'own-salon', state: 'created' },
    { name: 'remind-visit', tenant: 'aurora', state: 'completed' },
    { name: 'remind-visit', tenant: 'own-salon', state: 'created' },
    { name: 'send-event', tenant: 'aurora', state: 'created' },
  ])
})

test('a killed seeding leaves no partial tenant, and the next start completes it', exhaustive, async () => {
  const [testDb, whole] = [await database(), await seeded()]
  // The last table is locked, so that the process waits in the middle of its first salon.
  const holder = new pg.Client({ connectionString: testDb.ownerUrl })
  await holder.connect()
  await holder.query('begin; lock table segment in access exclusive mode')
  const script =
    `import { seedDemo } from './operator/demo/demo.ts'; await ` +
    `seedDemo(${JSON.stringify({ ownerUrl: testDb.ownerUrl, appUrl: testDb.appUrl, secret, now })})`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  await expect
    .poll(
      () =>
        ask(
          testDb,
          "select 1 from pg_locks where not granted and relation = 'segment'::regclass and database = " +
            '(select oid from pg_database where datname = current_database())',
        ),
      { timeout: 100_000 },
    )
    .toHaveLength(1)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await holder.query('rollback')
  await holder.end()
  await expect
    .poll(
      () =>
        ask(
          testDb,
          'select 1 from pg_stat_activity where datname = current_database() and application_name = ' +
            "'stamgast' and state <> 'idle'",
        ),
      { timeout: 30_000 },
    )
    .toEqual([])
  expect(await counts(testDb)).toMatchObject({ tenants: ['default'], guests: 0, visits: 0 })
  await seedInto(testDb)
  expect(await counts(testDb)).toEqual(await counts(whole))
})

test('without the demo, the neutral tenant is still created once', async () => {
  const testDb = await database()
  await ensureDefaultTenant(testDb.ownerUrl)
  await ensureDefaultTenant(testDb.ownerUrl)
  expect(await counts(testDb)).toMatchObject({ tenants: ['default'], guests: 0 })
})
