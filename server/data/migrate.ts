import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyFiles } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

const folder = fileURLToPath(new URL('../../db/migrations', import.meta.url))
const lock = 718_001

type Journal = { entries: { tag: string; when: number }[] }
const readJournal = (): Journal => JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8')) as Journal

/**
 * Brings the database to the schema of this version. Every pending file runs in one transaction, so a kill leaves the
 * schema as it was and the next start resumes; starts that race wait for one another.
 * @param role the request role's password when this database's owner may create the role, else null.
 * @param upTo the last schema to bring it to, for what was made with an older version.
 */
export async function migrate(ownerUrl: string, role: { password: string } | null, upTo?: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const files = upTo ? filesUpTo(upTo) : null
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query('set client_min_messages = warning')
    if (role) await ensureRole(client, role.password)
    await applyFiles(drizzle(client), { migrationsFolder: files ?? folder, migrationsSchema: 'migration' })
  } finally {
    if (files) rmSync(files, { recursive: true })
    await client.end()
  }
}

/** The names of all schemas that this version knows, oldest first. */
export const listSchemas = (): string[] => readJournal().entries.map(({ tag }) => tag)

/** The name of the database's schema; null when it has none yet, undefined when a newer version made it. */
export async function findSchema(client: pg.Client): Promise<string | null | undefined> {
  const { rows: [journal] } = await client.query<{ there: boolean }>("select to_regclass('migration.__drizzle_migrations') is not null as there")
  if (!journal?.there) return null
  const { rows: [last] } = await client.query<{ when: string }>('select created_at as "when" from migration.__drizzle_migrations order by created_at desc limit 1')
  return last ? readJournal().entries.find(({ when }) => when === Number(last.when))?.tag : null
}

function filesUpTo(upTo: string): string {
  const { entries, ...journal } = readJournal()
  const some = mkdtempSync(join(tmpdir(), 'stamgast-migrations-'))
  cpSync(folder, some, { recursive: true })
  writeFileSync(join(some, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: entries.slice(0, entries.findIndex(({ tag }) => tag === upTo) + 1) }))
  return some
}

async function ensureRole(client: pg.Client, password: string): Promise<void> {
  const quoted = client.escapeLiteral(password)
  const found = await client.query("select 1 from pg_roles where rolname = 'app'")
  await client.query(`${found.rowCount ? 'alter' : 'create'} role app login nosuperuser nobypassrls nocreatedb nocreaterole password ${quoted}`)
}
