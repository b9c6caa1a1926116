import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyFiles } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { connectOwner, ensureRole, grantRights, roleOf, type RequestRole } from './role.ts'

const folder = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const lock = 718_001

type Journal = { entries: { tag: string; when: number }[] }
const readJournal = (): Journal =>
  JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/**
 * Brings the database to the schema of this version. Every pending file runs in one transaction, so a kill leaves the
 * schema as it was and the next start resumes; starts that race wait for one another.
 * @param role the request role: made where it is missing, and given its rights.
 * @param upTo the last schema to bring it to, for what was made with an older version.
 * @throws DatabaseRefused where the owner or the role cannot log in.
 */
export async function migrate(ownerUrl: string, role: RequestRole, upTo?: string): Promise<void> {
  const waiting = await connectOwner(ownerUrl, 'stamgast migration')
  try {
    // Held by a transaction of its own: a lock of the session would outlive us behind a pooler. It idles while files are applied.
    await waiting.query(
      'begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0',
    )
    await waiting.query('select pg_advisory_xact_lock($1)', [lock])
    const client = await connectOwner(ownerUrl, 'stamgast migration')
    try {
      await bring(client, role, upTo)
    } finally {
      await client.end()
    }
  } finally {
    await waiting.end()
  }
}

async function bring(client: pg.Client, role: RequestRole, upTo?: string): Promise<void> {
  const files = upTo ? filesUpTo(upTo) : null
  try {
    await client.query('set client_min_messages = warning')
    await ensureRole(client, role)
    await applyFiles(drizzle(client), { migrationsFolder: files ?? folder, migrationsSchema: 'migration' })
    await grantRights(client, roleOf(role.url))
  } finally {
    if (files) rmSync(files, { recursive: true })
  }
}

/** The names of all schemas that this version knows, oldest first. */
export const listSchemas = (): string[] => readJournal().entries.map(({ tag }) => tag)

/** The name of the database's schema; null when it has none yet, undefined when a newer version made it. */
export async function findSchema(client: pg.Client): Promise<string | null | undefined> {
  const {
    rows: [journal],
  } = await client.query<{ there: boolean }>(
    "select to_regclass('migration.__drizzle_migrations') is not null as there",
  )
  if (!journal?.there) return null
  const {
    rows: [last],
  } = await client.query<{ when: string }>(
    'select created_at as "when" from migration.__drizzle_migrations order by created_at desc limit 1',
  )
  return last ? readJournal().entries.find(({ when }) => when === Number(last.when))?.tag : null
}

function filesUpTo(upTo: string): string {
  const { entries, ...journal } = readJournal()
  const some = mkdtempSync(join(tmpdir(), 'stamgast-migrations-'))
  cpSync(folder, some, { recursive: true })
  writeFileSync(
    join(some, 'meta/_journal.json'),
    JSON.stringify({
      ...journal,
      entries: entries.slice(0, entries.findIndex(({ tag }) => tag === upTo) + 1),
    }),
  )
  return some
}
