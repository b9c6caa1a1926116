import { createHash } from 'node:crypto'
import pg from 'pg'
import { writeBackup, type BackupPart, type TableSum } from './backup-file.ts'
import { columnList, listTables, type Table } from './backup-tables.ts'
import { copyOut } from './copy.ts'
import { tenantId } from '#server/database/db.ts'
import { findSchema } from '#server/database/migrate.ts'

/** Progress of an operation, from 0 to 1. */
export type OnProgress = (fraction: number) => void
export type BackedUp =
  { ok: true; sums: TableSum[] } | { ok: false; reason: 'no-schema' | 'unknown-schema' | 'already-running' }

/**
 * Writes one consistent snapshot of all tables without blocking writes. Jobs are not included: a restored
 * database sends nothing automatically.
 */
export async function backup(
  ownerUrl: string,
  file: string,
  options: { now: Date; onProgress?: OnProgress },
): Promise<BackedUp> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'stamgast backup' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    const {
      rows: [lock],
    } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock(718003) as free')
    if (!lock?.free) return { ok: false, reason: 'already-running' }
    const schema = await findSchema(client)
    if (!schema) return { ok: false, reason: schema === null ? 'no-schema' : 'unknown-schema' }
    const sums: TableSum[] = []
    await writeBackup(
      file,
      snapshot(
        client,
        { schema, createdAt: options.now.toISOString() },
        sums,
        options.onProgress ?? (() => {}),
      ),
    )
    await client.query('commit')
    return { ok: true, sums }
  } finally {
    await client.end()
  }
}

async function* snapshot(
  client: pg.Client,
  about: { schema: string; createdAt: string },
  sums: TableSum[],
  onProgress: OnProgress,
): AsyncGenerator<BackupPart> {
  yield { header: { product: 'stamgast', format: 2, ...about } }
  const tables = await listTables(client)
  const { rows: tenants } = await client.query<{ id: string }>('select id from tenant order by id')
  const all = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  let done = 0
  for (const table of tables) {
    yield { table: table.name, columns: table.columns }
    const hash = createHash('sha256')
    let rows = 0
    for (const [index, ctx] of (table.owned ? tenants : [null]).entries()) {
      onProgress((done + (table.bytes * index) / Math.max(tenants.length, 1)) / all)
      const data = copyRows(client, table, ctx?.id ?? null)
      let next = await data.next()
      for (; !next.done; next = await data.next()) {
        hash.update(next.value)
        yield { data: next.value }
      }
      rows += next.value
    }
    done += table.bytes
    sums.push({ table: table.name, rows, sha256: hash.digest('hex') })
  }
  yield { sums }
}

/** By tenant, since row-level security may bind the owner too. */
async function* copyRows(
  client: pg.Client,
  { name, columns }: Table,
  tenant: string | null,
): AsyncGenerator<Buffer, number> {
  if (tenant !== null) await client.query(`set local app.tenant_id = '${tenantId(tenant)}'`)
  const where = tenant === null ? '' : ` where tenant_id = '${tenantId(tenant)}'`
  return yield* copyOut(
    client,
    `copy (select ${columnList(columns)} from public.${columnList([name])}${where}) to stdout`,
  )
}

/** The names of the tables with rows of tenants, each after those that refer to it. */
export async function tablesOfTenants(ownerUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const tables = await listTables(client)
    return tables.flatMap(({ name, owned }) => (owned ? [name] : [])).toReversed()
  } finally {
    await client.end()
  }
}
