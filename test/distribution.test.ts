import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCatalogueErrors, distribute, planDistribution } from '#server/database/distribution.ts'
import { migrate } from '#server/database/migrate.ts'
import { listSilentNodes } from '#server/database/nodes.ts'
import { problemsOf, kindsOf } from '#test/distributable.ts'
import { makeDb, type TestDb } from '#test/make.ts'
import { addMigration } from '#test/migrations.ts'

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
  ['alter table guest disable row level security', /guest has no row security/],
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
  [`BEGIN; SET LOCAL app.tenant_id = 'one'`, [/with BEGIN in one text/]],
  [
    'with copied as (select * from session where tenant_id = $1) insert into session select * from copied',
    [/WITH before INSERT/],
  ],
  ['insert into session select * from (select * from session where tenant_id = $1) as copied', []],
  [
    'insert into waitlist_entry (tenant_id, id, rank) values ($1, $2, (select max(rank) + 1 from ' +
      'waitlist_entry where tenant_id = $1))',
    [/sub-select inside VALUES/],
  ],
  // A table of the coordinator.
  [
    'with wanted as (select $1::text as key) insert into rate_limit (key, tokens, at) select key, 1, $2 from wanted',
    [],
  ],
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
 * Stands in for Citus where it is not installed: functions and views with its names and columns. They record
 * their calls and, like Citus, reject a table with a foreign key to a table that is not distributed, and the
 * rows of one whose row security is forced.
 */
const STAND_IN = `
  create schema stand_in;
  grant usage on schema stand_in to public;
  create table stand_in.placed (table_name regclass primary key, citus_table_type text,
    distribution_column text, colocated text,
    at serial);
  create table stand_in.pg_dist_node (nodeid int, groupid int, nodename text, nodeport int, settings jsonb);
  insert into stand_in.pg_dist_node select id, id - 1, 'node-' || id, 5432, '{"wal_level": "logical",
    "citus.propagate_set_commands": "local", "max_prepared_transactions": "200"}' from generate_series(1, 2) id;
  grant select on stand_in.pg_dist_node to public;
  create view stand_in.citus_tables as
    select table_name, citus_table_type, distribution_column from stand_in.placed;
  create function stand_in.run_command_on_all_nodes(command text)
    returns table (nodeid int, success bool, result text)
    language sql as $$ select nodeid, settings is not null, case when command like 'show %'
      then settings ->> substr(command, 6) else 'f' end from stand_in.pg_dist_node $$;
  create function stand_in.refuse_references(wanted regclass) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and wanted in (conrelid, confrelid)) then
      raise exception 'cannot distribute a relation with foreign keys'
      using errcode = '0A000'; end if;
    if (select relforcerowsecurity from pg_class where oid = wanted) then
      raise exception 'COPY FROM not supported with row-level security' using errcode = '0A000'; end if; end $$;
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

/** The tables whose row security also binds their owner. */
const forcedOf = async (client: pg.Client) =>
  (
    await client.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and " +
        'relforcerowsecurity order by 1',
    )
  ).rows.map(({ name }) => name)

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
    expect(await forcedOf(admin)).toEqual([])
    expect((await planDistribution(ownerUrl)).tables.filter(({ done }) => !done)).toEqual([])
  })
})

test.each([
  ['drop function stand_in.create_distributed_table', /extension citus is not in this database/],
  [
    `update stand_in.pg_dist_node set settings = settings || '{"wal_level": "replica"}' where nodeid = 2`,
    /^wal_level of node-2:5432 is replica: it has to be logical/,
  ],
  [
    `update stand_in.pg_dist_node set settings = settings || '{"citus.propagate_set_commands": "none"}'`,
    /^citus.propagate_set_commands of node-1:5432 is none/,
  ],
  [
    `update stand_in.pg_dist_node set settings = settings || '{"max_prepared_transactions": "0"}'`,
    /^max_prepared_transactions of node-1:5432 is 0/,
  ],
  ['delete from stand_in.pg_dist_node where nodeid = 2', /^the cluster has no worker/],
  [
    'update stand_in.pg_dist_node set settings = null where nodeid = 2',
    /^the node node-2:5432 does not answer postgres/,
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

test('migrations distribute each new table at once, and force no row security', async () => {
  await withStandIn(async ({ ownerUrl, appUrl }, admin) => {
    expect((await forcedOf(admin)).length).toBeGreaterThan(10)
    await distribute(ownerUrl)
    expect(await forcedOf(admin)).toEqual([])
    // As a migration may leave it.
    await admin.query('alter table guest force row level security')
    const later = addMigration(
      'CREATE TABLE "remark" ("tenant_id" text NOT NULL, "id" uuid NOT NULL, PRIMARY KEY ("tenant_id", "id"));' +
        '--> statement-breakpoint\nALTER TABLE "remark" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint\n' +
        'ALTER TABLE "remark" ADD FOREIGN KEY ("tenant_id") REFERENCES "tenant" ("id");',
    )
    await migrate(ownerUrl, { url: appUrl, create: false }, { folder: later })
    expect(await forcedOf(admin)).toEqual([])
    expect((await planDistribution(ownerUrl)).tables.filter(({ done }) => !done)).toEqual([])
  })
})

test('a node that does not answer is named, and one that does not bind the request role refuses', async () => {
  await withStandIn(async ({ ownerUrl, appUrl }, admin) => {
    expect(await listSilentNodes(ownerUrl, appUrl)).toEqual([])
    await admin.query('update stand_in.pg_dist_node set settings = null where nodeid = 2')
    expect(await listSilentNodes(ownerUrl, appUrl)).toEqual(['node-2:5432'])
    await admin.query(`
      create or replace function stand_in.run_command_on_all_nodes(command text)
      returns table (nodeid int, success bool, result text) language sql
      as $$ select nodeid, true, 't' from stand_in.pg_dist_node $$`)
    await expect(listSilentNodes(ownerUrl, appUrl)).rejects.toThrow(
      /node-1:5432 the request role .* BYPASSRLS/,
    )
    await admin.query(`
      create or replace function stand_in.run_command_on_all_nodes(command text)
      returns table (nodeid int, success bool, result text) language sql
      as $$ select nodeid, current_user = 'postgres', 'f' from stand_in.pg_dist_node $$`)
    await expect(listSilentNodes(ownerUrl, appUrl)).rejects.toThrow(/does not take the login of stamgast_app/)
  })
})
