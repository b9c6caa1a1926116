import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyFiles } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
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
  const files = upTo ? filesUpTo(upTo) : null
  try {
    await client.query('set client_min_messages = warning')
    await ensureRole(client, role)
    await applyFiles(drizzle(client), { migrationsFolder: files ?? folder, migrationsSchema: 'migration' })
    await forceRowSecurity(client)
    await grantRights(client, roleOf(role.url))
  } finally {
    if (files) rmSync(files, { recursive: true })
  }
}

/** Binds the owner too to the policy of each tenant's table, for which the schema language has no word. */
async function forceRowSecurity(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `select t.relname as table from pg_class t join pg_attribute a on a.attrelid = t.oid
    where a.attname = 'tenant_id' and t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p')
    and not t.relforcerowsecurity`,
  )
  for (const { table } of rows)
    await client.query(`alter table public.${pg.escapeIdentifier(table)} force row level security`)
}

/** The names of all migrations of this version, oldest first. */
export const listSchemas = (): string[] => readJournal().entries.map(({ tag }) => tag)

/** The name of the database's last migration; null without any, undefined if a newer version created it. */
export async function findSchema(client: pg.Client): Promise<string | null | undefined> {
  const {
    rows: [journal],
  } = await client.query<{ exists: boolean }>(
    "select to_regclass('migration.__drizzle_migrations') is not null as exists",
  )
  if (!journal?.exists) return null
  const {
    rows: [last],
  } = await client.query<{ when: string }>(
    'select created_at as "when" from migration.__drizzle_migrations order by created_at desc limit 1',
  )
  return last ? readJournal().entries.find(({ when }) => when === Number(last.when))?.tag : null
}

function filesUpTo(upTo: string): string {
  const { entries, ...journal } = readJournal()
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'stamgast-migrations-'))
  cpSync(folder, temporaryFolder, { recursive: true })
  writeFileSync(
    join(temporaryFolder, 'meta/_journal.json'),
    JSON.stringify({
      ...journal,
      entries: entries.slice(0, entries.findIndex(({ tag }) => tag === upTo) + 1),
    }),
  )
  return temporaryFolder
}
