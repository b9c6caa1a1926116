import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCatalogueErrors, distribute, planDistribution } from '#server/database/distribution.ts'
import { problemsOf, kindsOf } from './distributable.ts'
import { makeDb, type TestDb } from './make.ts'

/*
 * Checks that the schema can be distributed over several machines. After the whole run the same rules check
 * the statements that the server's tests sent (test/setup.ts); here tests show that the rules find
 * violations.
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

test('every tenant table has the tenant in all its keys, references and policies', async () => {
  expect(await listCatalogueErrors(owner)).toEqual([])
  expect((await kindsOf(owner)).reference).toEqual(['tenant'])
})

test.each([
  ['create table lonely (id text primary key)', /lonely has no tenant_id/],
  ['create table keyless (tenant_id text, id text primary key)', /keyless has no primary key with tenant_id/],
  ['create unique index narrow on guest (email)', /unique index narrow of guest has no tenant_id/],
  [
    'alter table segment add constraint narrow exclude using gist (member_id with =, busy with &&)',
    /unique index narrow of segment has no tenant_id/,
  ],
  [
    'create table child (tenant_id text, id text, visit_tenant text, visit uuid, primary key ' +
      '(tenant_id, id), foreign key (visit_tenant, visit) references visit (tenant_id, id))',
    /foreign key \S+ of child does not go from tenant to tenant/,
  ],
  ['alter table guest no force row level security', /row security of guest is not forced/],
  [
    'alter table tenant add column main uuid, add column main_of text, add foreign key (main_of, ' +
      'main) references visit (tenant_id, id)',
    /foreign key \S+ of tenant does not go from tenant to tenant/,
  ],
  [
    'create table counted (tenant_id text, id serial, primary key (tenant_id, id))',
    /default of counted calls a sequence/,
  ],
])('the schema rules report %s', async (sql, problem) => {
  await owner.query('begin')
  try {
    await owner.query(sql)
    expect((await listCatalogueErrors(owner)).join('\n')).toMatch(problem)
  } finally {
    await owner.query('rollback')
  }
})

test.each([
  ["select * from visit where tenant_id = $1 and state = 'held'", []],
  [
    'select * from visit join segment on segment.tenant_id = visit.tenant_id and segment.visit_id = ' +
      'visit.id where visit.tenant_id = $1',
    [],
  ],
  ['select * from tenant where firstpath = $1', []],
  ['select * from visit where id = $1', [/visit is read without its tenant/]],
  [
    'select (select count(*) from visit where visit.tenant_id = calendar.tenant_id) from calendar ' +
      'where tenant_id = $1',
    [/visit is read without its tenant/],
  ],
  ['update calendar set version = 777', [/calendar is read without its tenant/]],
  ["select set_config('app.tenant_id', $1, true)", [/set_config/]],
  ['select pg_advisory_lock($1)', [/lock of the session/]],
  ['select pg_advisory_xact_lock($1)', []],
  [
    'insert into page (tenant_id, id, updated) values ($1, $2, now()) on conflict (tenant_id, ' +
      'parent_id, id) do update set updated = now()',
    [/inside DO UPDATE SET/],
  ],
  [
    'insert into page (tenant_id, id, updated) values ($1, $2, now()) on conflict (tenant_id, ' +
      'parent_id, id) do update set updated = excluded.updated where page.tenant_id = $1',
    [],
  ],
])('the statement rules classify %s', async (text, errors) => {
  const found = await problemsOf(owner, await kindsOf(owner), text)
  expect(found).toEqual(errors.map((problem) => expect.stringMatching(problem) as unknown))
})

/**
 * Stands in for Citus, which cannot be installed here: functions and views with its names and columns. They
 * record their calls and, like Citus, reject a table with a foreign key to a table that is not distributed.
 */
const STAND_IN = `
  create schema stand_in;
  create table stand_in.placed (table_name regclass primary key, citus_table_type text,
    distribution_column text, colocated text,
    at serial);
  create table stand_in.node (nodeid int, setting text, value text);
  insert into stand_in.node values (1, 'wal_level', 'logical'), (2, 'wal_level', 'logical'),
    (1, 'citus.propagate_set_commands', 'local'), (2, 'citus.propagate_set_commands', 'local'),
    (1, 'max_prepared_transactions', '200'), (2, 'max_prepared_transactions', '200');
  create view stand_in.citus_tables as
    select table_name, citus_table_type, distribution_column from stand_in.placed;
  create function stand_in.run_command_on_all_nodes(command text)
    returns table (nodeid int, success bool, result text)
    language sql as $$ select nodeid, true, value from stand_in.node
    where 'show ' || setting = command $$;
  create function stand_in.refuse_references(wanted regclass) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and wanted in (conrelid, confrelid)) then
      raise exception 'cannot distribute a relation with foreign keys'
      using errcode = '0A000'; end if; end $$;
  create function stand_in.create_reference_table(wanted regclass) returns void
    language sql as $$ select stand_in.refuse_references(wanted);
    insert into stand_in.placed values (wanted, 'reference', '<none>', null) $$;
  create function stand_in.create_distributed_table(wanted regclass, by text,
    colocate_with text default 'default')
    returns void
    language sql as $$ select stand_in.refuse_references(wanted);
    insert into stand_in.placed values (wanted, 'distributed', by, colocate_with) $$;
`

async function withStandIn(work: (database: TestDb, admin: pg.Client) => Promise<void>): Promise<void> {
  const own = await makeDb()
  const admin = new pg.Client({ connectionString: own.ownerUrl })
  await admin.connect()
  try {
    await admin.query(STAND_IN)
    await admin.query(
      `alter database "${new URL(own.ownerUrl).pathname.slice(1)}" set search_path = public, stand_in`,
    )
    await work(own, admin)
  } finally {
    await admin.end()
    await own.close()
  }
}

const referencesOf = async (client: pg.Client) =>
  (
    await client.query(
      'select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint where ' +
        "contype = 'f' order by 1, 2",
    )
  ).rows

test('distribute places each table once, restores foreign keys, and adds tables of migrations', async () => {
  await withStandIn(async ({ ownerUrl }, admin) => {
    const before = await referencesOf(admin)
    const placed = async () =>
      (
        await admin.query<{ name: string; type: string; by: string; beside: string | null }>(
          'select table_name::text as name, citus_table_type as type, distribution_column as by, ' +
            'colocated as beside from stand_in.placed order by at',
        )
      ).rows
    const planned = await planDistribution(ownerUrl)
    expect([planned.obstacles, planned.tables.filter(({ done }) => done), await placed()]).toEqual([
      [],
      [],
      [],
    ])
    const reported: string[] = []
    await Promise.all([
      distribute(ownerUrl, ({ name }) => reported.push(name)),
      distribute(ownerUrl, ({ name }) => reported.push(name)),
    ])
    const { distributed } = await kindsOf(admin)
    const [tenant, visit, ...rest] = await placed()
    expect([tenant, visit]).toEqual([
      { name: 'tenant', type: 'reference', by: '<none>', beside: null },
      { name: 'visit', type: 'distributed', by: 'tenant_id', beside: 'default' },
    ])
    expect(rest.map(({ name }) => name).toSorted()).toEqual(distributed.filter((name) => name !== 'visit'))
    expect(new Set(rest.map(({ by, beside }) => `${by} ${beside}`))).toEqual(new Set(['tenant_id visit']))
    expect(reported).toHaveLength(distributed.length + 1)
    expect(await referencesOf(admin)).toEqual(before)
    await admin.query(
      'create table later (tenant_id text references tenant (id), id text, primary key (tenant_id, ' +
        'id)); alter table later enable row level security; alter table later force row level security',
    )
    await distribute(ownerUrl)
    expect((await placed()).slice(distributed.length + 1)).toEqual([
      { name: 'later', type: 'distributed', by: 'tenant_id', beside: 'visit' },
    ])
    expect((await planDistribution(ownerUrl)).tables.filter(({ done }) => !done)).toEqual([])
  })
})

test.each([
  ['drop function stand_in.create_distributed_table', /extension citus is not in this database/],
  [
    "update stand_in.node set value = 'replica' where nodeid = 2 and setting = 'wal_level'",
    /^wal_level of node 2 is replica: it has to be logical/,
  ],
  [
    "update stand_in.node set value = 'none' where nodeid = 1 and setting like 'citus%'",
    /^citus.propagate_set_commands of node 1 is none/,
  ],
  [
    "update stand_in.node set value = '0' where setting like 'max%'",
    /^max_prepared_transactions of node 1 is 0/,
  ],
  ['create table public.lonely (id text primary key)', /^lonely has no tenant_id/],
  [
    "insert into stand_in.placed values ('guest', 'reference', '<none>', null)",
    /^guest is reference by <none> already/,
  ],
])('distribute fails without changing anything after %s', async (change, message) => {
  await withStandIn(async ({ ownerUrl }, admin) => {
    await admin.query(change)
    const before = [await referencesOf(admin), (await admin.query('select * from stand_in.placed')).rows]
    const { obstacles } = await distribute(ownerUrl)
    expect(obstacles).toContainEqual(expect.stringMatching(message))
    expect([await referencesOf(admin), (await admin.query('select * from stand_in.placed')).rows]).toEqual(
      before,
    )
  })
})
