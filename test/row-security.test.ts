import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TenantId } from '#server/database/db.ts'
import { parseRole } from '#server/database/role.ts'
import { sourcesBelow } from '#test/list-queries.ts'
import { makeApp, makeTenant, type TestApp } from '#test/make.ts'
import { asOwner } from '#test/seeded.ts'

/* Row security and the rights of the request role, from the database's catalogue and the sources. */
let app: TestApp
let tenant: TenantId
beforeAll(async () => {
  app = await makeApp()
  tenant = await makeTenant(app)
})
afterAll(() => app.close())

test('every table of a tenant has forced row security with a policy for reading and writing', async () => {
  const rows = await asOwner<{
    name: string
    own: boolean
    on: boolean
    forced: boolean
    policies: string[] | null
  }>(
    app,
    tenant,
    `
    select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid
    and a.attname = 'tenant_id') as own, c.relrowsecurity as on, c.relforcerowsecurity as forced, (select array_agg(
    concat_ws(' / ', p.qual, p.with_check, p.cmd, p.permissive) order by p.permissive)
    from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'public'
    and c.relkind in ('r', 'p') order by 1`,
  )
  const own = rows.filter((row) => row.own).map(({ name }) => name)
  expect(own.length).toBeGreaterThanOrEqual(13)
  const condition = "(tenant_id = NULLIF(current_setting('app.tenant_id'::text, true), ''::text))"
  for (const row of rows.filter(({ name }) => own.includes(name)))
    expect(row).toEqual({
      name: row.name,
      own: true,
      on: true,
      forced: true,
      policies: [
        `${condition} / ${condition} / ALL / PERMISSIVE`,
        // Its rows are deleted only once their retention is over.
        ...(row.name === 'audit'
          ? [expect.stringMatching(/^\(at < \(now\(\) - '[\w ]+'::interval\)\) \/ DELETE \/ RESTRICTIVE$/)]
          : []),
      ],
    })
  // Only the rate limiters' counts, under keyed hashes, and the list of tenants belong to no tenant.
  expect(rows.map(({ name }) => name).filter((name) => !own.includes(name))).toEqual([
    'open_stream',
    'rate_limit',
    'tenant',
  ])
})

test('the request role is no superuser, owns nothing and may not change the schema', async () => {
  const name = parseRole(app.appUrl)
  const [role] = await asOwner(
    app,
    tenant,
    `select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolreplication, (select count(*)::int
      from pg_auth_members where member = r.oid) as roles, (select count(*)::int from pg_class
      where relowner = r.oid) as owned from pg_roles r where rolname = $1`,
    [name],
  )
  expect(role).toEqual({
    rolsuper: false,
    rolbypassrls: false,
    rolcreatedb: false,
    rolcreaterole: false,
    rolreplication: false,
    roles: 0,
    owned: 0,
  })
  const client = new pg.Client({ connectionString: app.appUrl })
  await client.connect()
  expect((await client.query('select current_user, session_user')).rows).toEqual([
    { current_user: name, session_user: name },
  ])
  const forbidden = [
    'truncate guest',
    'truncate audit',
    "update audit set actor = 'nobody'",
    'drop policy audit_kept on audit',
    'alter table audit disable row level security',
    'drop table guest',
    'alter table guest disable row level security',
    'alter table guest no force row level security',
    'drop policy guest_own on guest',
    'create policy open on guest using (true)',
    'create table x (a int)',
    'create function x() returns int language sql as $$select 1$$',
    "update tenant set firstpath = 'x'",
    "insert into tenant (id, profile) values ('x', '{}')",
    'delete from tenant',
    'set role postgres',
    'set session authorization postgres',
    `alter role ${name} bypassrls`,
    'create role x',
    "copy guest to program 'true'",
    "select pg_read_file('/etc/passwd')",
  ]
  for (const statement of forbidden)
    expect([
      statement,
      await client.query(statement).then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ]).toEqual([statement, expect.stringMatching(/^(42501|22023|0A000)$/)])
  // With row security switched off every query fails.
  await client.query('set row_security = off')
  expect(
    await client.query('select * from guest').then(
      () => 'done',
      (error: { code: string }) => error.code,
    ),
  ).toBe('42501')
  await client.end()
})

test('a row of the audit log is added and read, and deleted only after two years', async () => {
  const row = (at: string) =>
    `insert into audit (tenant_id, id, at, actor, what)
      values ('${tenant}', gen_random_uuid(), ${at}, 'Ea', 'signedIn')`
  const count = async () =>
    (
      await app.unrecorded.read(tenant, (tx) =>
        tx.execute<{ rows: number }>('select count(*)::int as rows from audit'),
      )
    ).rows[0]?.rows
  for (const at of ['now()', "now() - interval '23 months'", "now() - interval '25 months'"])
    await app.unrecorded.write(tenant, (tx) => tx.execute(row(at)))
  expect(await count()).toBe(3)
  for (const statement of [
    "update audit set actor = 'Bo'",
    'update audit set at = now()',
    // Nor does writing the same row again change it.
    `${row('now()')} on conflict (tenant_id, id) do update set actor = 'Bo'`,
  ])
    await expect(app.unrecorded.write(tenant, (tx) => tx.execute(statement))).rejects.toThrow()
  await app.unrecorded.write(tenant, (tx) => tx.execute('delete from audit'))
  expect(await count()).toBe(2)
})

test("no query bypasses the tenant's transaction", () => {
  const sources = ['server', 'simulators', 'operator', 'postgres', 'bin'].flatMap(sourcesBelow)
  const users = (pattern: RegExp) =>
    sources
      .filter(({ text }) => pattern.test(text))
      .map(({ path }) => path)
      .toSorted()
  // Looks up tenants, and checks the connection.
  expect(users(/\.shared\b/)).toEqual(['server/tenant/queries.ts'])
  expect(users(/\bpool\.query\b|\.pool\b/)).toEqual(['server/database/db.ts'])
  // Rate limiters, whose rows belong to no tenant.
  expect(users(/\blimitPool\b/)).toEqual([
    'server/database/db.ts',
    'server/rate-limit/backoff.ts',
    'server/rate-limit/open-streams.ts',
    'server/rate-limit/rate-limiter.ts',
  ])
  // The operator's commands, which run as the owner, and the listener, which reads no rows; everything else
  // uses db.read and db.write.
  const own = users(/new (pg\.)?(Client|Pool)\(|\bdrizzle\(/)
  expect(
    own.filter(
      (path) =>
        !new RegExp(
          String.raw`^(server\/database\/(db|change-events|migrate|role|distribution)|` +
            String.raw`operator\/backup\/\w+|postgres\/[\w-]+)\.ts$`,
        ).test(path),
    ),
  ).toEqual([])
  // Only the database layer, the tenant queries and the operator create a TenantId.
  expect(
    users(/\btenantId\(['"`$a-z]/).filter(
      (path) => !/^(server\/database\/db|server\/tenant\/queries|operator\/.*|bin\/.*)\.ts$/.test(path),
    ),
  ).toEqual([])
  expect(users(/ as TenantId\b/)).toEqual(['server/database/db.ts'])
})
