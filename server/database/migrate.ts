import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator'
import pg from 'pg'
import { distributeTable, listDistributedTables, REFERENCE, SEQUENTIAL } from './citus.ts'
import { connectOwner, ensureRole, grantRights, parseRole, type RequestRole } from './role.ts'
import { DatabaseSetupError } from './setup-error.ts'

const FOLDER = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const LOCK_KEY = 718_001

type Journal = { entries: { tag: string; when: number }[] }
const readJournal = (folder: string): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal
const listTags = (folder: string): string[] => readJournal(folder).entries.map(({ tag }) => tag)

/** `upTo`: the last migration to apply, for a backup of an older schema. `folder`: of other migrations. */
type Options = { upTo?: string | undefined; folder?: string }

/**
 * Applies pending migrations in one transaction, so that a crash leaves the schema unchanged and the next
 * start resumes. Concurrent starts wait for each other.
 * @param role the request role: created if missing, and granted its rights.
 * @throws DatabaseSetupError if the owner or the role cannot log in, or the database is from before 0.1.0.
 */
export async function migrate(ownerUrl: string, role: RequestRole, options: Options = {}): Promise<void> {
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
      await applyPending(client, role, options)
    } finally {
      await client.end()
    }
  } finally {
    await lockClient.end()
  }
}

async function applyPending(
  client: pg.Client,
  role: RequestRole,
  { upTo, folder = FOLDER }: Options,
): Promise<void> {
  await client.query('set client_min_messages = warning')
  const applied = await listApplied(client)
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  verifyOrigin(applied, migrations)
  const end = upTo ? listTags(folder).indexOf(upTo) + 1 : migrations.length
  const last = applied?.at(-1) ?? 0
  const pending = migrations.slice(0, end).filter(({ folderMillis }) => folderMillis > last)
  await ensureRole(client, role)
  await client.query('begin')
  const distributed = await listDistributedTables(client)
  if (pending.length > 0) await client.query(SEQUENTIAL)
  if (applied === null) await createJournal(client)
  for (const migration of pending) await applyMigration(client, migration, distributed)
  await setRowSecurity(client, distributed)
  await grantRights(client, parseRole(role.url))
  await client.query('commit')
}

/** The migrations of commits before 0.1.0 were others, and are gone. */
function verifyOrigin(applied: number[] | null, migrations: MigrationMeta[]): void {
  const first = applied?.[0]
  if (first === undefined || first === migrations[0]?.folderMillis) return
  throw new DatabaseSetupError(
    'The database is of a version before 0.1.0 and cannot be migrated: back it up with that version ' +
      '(bin/stamgast backup FILE), and restore the file with this one into an empty database ' +
      '(bin/stamgast restore FILE, with another DATA_DIR or DATABASE_URL).',
  )
}

/** The table of the applied migrations. */
async function createJournal(client: pg.Client): Promise<void> {
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
export const listSchemas = (): string[] => listTags(FOLDER)

/** The name of the database's last migration; null without any, undefined if it is not of this version. */
export async function findSchema(client: pg.Client): Promise<string | null | undefined> {
  const last = (await listApplied(client))?.at(-1)
  return last === undefined ? null : readJournal(FOLDER).entries.find(({ when }) => when === last)?.tag
}

/** When the applied migrations were made, in epoch ms, oldest first; null without a journal. */
async function listApplied(client: pg.Client): Promise<number[] | null> {
  const {
    rows: [journal],
  } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration.__drizzle_migrations') is not null as exists",
  )
  if (!journal?.exists) return null
  const { rows } = await client.query<{ when: string }>(
    'select created_at as "when" from migration.__drizzle_migrations order by created_at',
  )
  return rows.map(({ when }) => Number(when))
}
