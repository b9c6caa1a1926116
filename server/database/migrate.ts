import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'
import { distributeTable, listDistributedTables, REFERENCE, SEQUENTIAL } from './citus.ts'
import { connectOwner, ensureRole, grantRights, roleOf, type RequestRole } from './role.ts'

const folder = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const LOCK_KEY = 718_001

type Journal = { entries: { tag: string; when: number }[] }
const readJournal = (): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/**
 * Applies pending migrations in one transaction, so that a crash leaves the schema unchanged and the next
 * start resumes. Concurrent starts wait for each other.
 * @param role the request role: created if missing, and granted its rights.
 * @param upTo the last migration to apply, for data of an older version.
 * @throws DatabaseSetupError if the owner or the role cannot log in.
 */
export async function migrate(ownerUrl: string, role: RequestRole, upTo?: string): Promise<void> {
  const lockClient = await connectOwner(ownerUrl, 'stamgast migration')
  try {
    // A transaction of its own holds the lock: behind a pooler a session lock would outlive this process. It
    // idles while migrations run.
    await lockClient.query(
      'begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0',
    )
    await lockClient.query('select pg_advisory_xact_lock($1)', [LOCK_KEY])
    const client = await connectOwner(ownerUrl, 'stamgast migration')
    try {
      await applyPending(client, role, upTo)
    } finally {
      await client.end()
    }
  } finally {
    await lockClient.end()
  }
}

async function applyPending(client: pg.Client, role: RequestRole, upTo?: string): Promise<void> {
  await client.query('set client_min_messages = warning')
  await ensureRole(client, role)
  await client.query('begin')
  const distributed = await listDistributedTables(client)
  const pending = await listPending(client, upTo)
  if (pending.length > 0) {
    await client.query(SEQUENTIAL)
    await createJournal(client)
  }
  for (const migration of pending) await applyMigration(client, migration, distributed)
  await setRowSecurity(client, distributed)
  await grantRights(client, roleOf(role.url))
  await client.query('commit')
}

async function listPending(client: pg.Client, upTo?: string): Promise<MigrationMeta[]> {
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  const end = upTo ? listSchemas().indexOf(upTo) + 1 : migrations.length
  const last = (await findLastMigration(client)) ?? 0
  return migrations.slice(0, end).filter(({ folderMillis }) => folderMillis > last)
}

/** Only if missing: on a cluster each statement about a schema needs every node. */
async function createJournal(client: pg.Client): Promise<void> {
  if ((await findLastMigration(client)) !== undefined) return
  await client.query('create schema if not exists migration')
  await client.query(
    'create table migration.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
}

/** On a distributed database each new table of tenants is distributed at once, as long as it is empty. */
async function applyMigration(
  client: pg.Client,
  { sql, hash, folderMillis }: MigrationMeta,
  distributed: Set<string>,
): Promise<void> {
  for (const statement of sql) {
    await client.query(withoutTableInCheck(statement))
    const created = /^\s*create table "(\w+)"/i.exec(statement)?.[1]
    if (!created || !distributed.has(REFERENCE) || !(await belongsToTenants(client, created))) continue
    await distributeTable(client, created, 'distributed')
    distributed.add(created)
  }
  await client.query('insert into migration.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    hash,
    folderMillis,
  ])
}

async function belongsToTenants(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = to_regclass($1) and attname = 'tenant_id'",
    [`public.${pg.escapeIdentifier(table)}`],
  )
  return rowCount === 1
}

/** Names the columns of a new check without their table: Citus repeats it for shards, whose names differ. */
function withoutTableInCheck(statement: string): string {
  const table = /^\s*alter table "(\w+)" add constraint "\w+" check/i.exec(statement)?.[1]
  return table ? statement.replaceAll(`"${table}"."`, '"') : statement
}

/**
 * Binds the owner too to the policy of each tenant's table, for which the schema language has no word. Not of
 * a distributed table: Citus moves shards as the owner, who would see none of their rows.
 */
async function setRowSecurity(client: pg.Client, distributed: Set<string>): Promise<void> {
  const { rows } = await client.query<{ table: string; forced: boolean }>(
    `select t.relname as table, t.relforcerowsecurity as forced
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where a.attname = 'tenant_id' and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    and t.relforcerowsecurity = (t.relname = any($1))`,
    [[...distributed]],
  )
  if (rows.length > 0) await client.query(SEQUENTIAL)
  for (const { table, forced } of rows)
    await client.query(
      `alter table public.${pg.escapeIdentifier(table)} ${forced ? 'no force' : 'force'} row level security`,
    )
}

/** The names of all migrations of this version, oldest first. */
export const listSchemas = (): string[] => readJournal().entries.map(({ tag }) => tag)

/** The name of the database's last migration; null without any, undefined if a newer version created it. */
export async function findSchema(client: pg.Client): Promise<string | null | undefined> {
  const last = await findLastMigration(client)
  return last ? readJournal().entries.find(({ when }) => when === last)?.tag : null
}

/** When the last applied migration was made, epoch ms; null without any, undefined without a journal. */
async function findLastMigration(client: pg.Client): Promise<number | null | undefined> {
  const {
    rows: [journal],
  } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration.__drizzle_migrations') is not null as exists",
  )
  if (!journal?.exists) return undefined
  const {
    rows: [last],
  } = await client.query<{ when: string }>(
    'select created_at as "when" from migration.__drizzle_migrations order by created_at desc limit 1',
  )
  return last ? Number(last.when) : null
}
