import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { catalogueFaults, faultsOf, kindsOf } from './distributable.ts'
import { makeDb, type TestDb } from './make.ts'

/*
 * What keeps the schema fit for more than one machine. The statements that the server's tests send are checked by the same rules
 * once the whole run is over (test/setup.ts): here is shown that the rules find what they look for.
 */
let testDb: TestDb
let owner: pg.Client
beforeAll(async () => {
  testDb = await makeDb()
  owner = new pg.Client({ connectionString: testDb.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await testDb.close()
})

test('every table is the list of tenants, or is by tenant in each of its keys, references and rules', async () => {
  expect(await catalogueFaults(owner)).toEqual([])
  expect((await kindsOf(owner)).reference).toEqual(['tenant'])
})

test.each([
  ['create table lonely (id text primary key)', /lonely has no tenant_id/],
  ['create table keyless (tenant_id text, id text primary key)', /keyless has no primary key with tenant_id/],
  ['create unique index narrow on guest (email)', /unique index narrow of guest has no tenant_id/],
  ['alter table segment add constraint narrow exclude using gist (member_id with =, busy with &&)', /unique index narrow of segment has no tenant_id/],
  ['create table child (tenant_id text, id text, visit_tenant text, visit uuid, primary key (tenant_id, id), foreign key (visit_tenant, visit) references visit (tenant_id, id))', /foreign key \S+ of child does not go from tenant to tenant/],
  ['alter table guest no force row level security', /row security of guest is not forced/],
  ['create table counted (tenant_id text, id serial, primary key (tenant_id, id))', /default of counted calls a sequence/],
])('the catalogue’s rules find %s', async (sql, fault) => {
  await owner.query('begin')
  try {
    await owner.query(sql)
    expect((await catalogueFaults(owner)).join('\n')).toMatch(fault)
  } finally {
    await owner.query('rollback')
  }
})

test.each([
  ["select * from visit where tenant_id = $1 and state = 'held'", []],
  ['select * from visit join segment on segment.tenant_id = visit.tenant_id and segment.visit_id = visit.id where visit.tenant_id = $1', []],
  ['select * from tenant where firstpath = $1', []],
  ['select * from visit where id = $1', [/visit is read without its tenant/]],
  ['select (select count(*) from visit where visit.tenant_id = calendar.tenant_id) from calendar where tenant_id = $1', [/visit is read without its tenant/]],
  ["update calendar set version = 777", [/calendar is read without its tenant/]],
  ["select set_config('app.tenant_id', $1, true)", [/set_config/]],
  ['select pg_advisory_lock($1)', [/lock of the session/]],
  ['select pg_advisory_xact_lock($1)', []],
  ['insert into page (tenant_id, id, updated) values ($1, $2, now()) on conflict (tenant_id, parent_id, id) do update set updated = now()', [/inside DO UPDATE SET/]],
  ['insert into page (tenant_id, id, updated) values ($1, $2, now()) on conflict (tenant_id, parent_id, id) do update set updated = excluded.updated where page.tenant_id = $1', []],
])('the statements’ rules judge %s', async (text, faults) => {
  const found = await faultsOf(owner, await kindsOf(owner), text)
  expect(found).toEqual(faults.map((fault) => expect.stringMatching(fault) as unknown))
})
