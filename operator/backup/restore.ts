import pg from 'pg'
import {
  BrokenBackup,
  readBackup,
  findBackupSchema,
  type BackupHeader,
  type BackupPart,
  type BackupTable,
  type TableSum,
} from './backup-file.ts'
import { columnList, listTables } from './backup-tables.ts'
import type { OnProgress } from './backup.ts'
import { copyIn } from './copy.ts'
import { SEQUENTIAL } from '#server/database/citus.ts'
import { findSchema, listSchemas } from '#server/database/migrate.ts'

export type Restored =
  | { ok: true; header: BackupHeader; sums: TableSum[] }
  | {
      ok: false
      reason: 'not-empty' | 'older-backup' | 'newer-backup' | 'newer-database'
      header: BackupHeader
    }

/** `migrate`: applies migrations up to a schema, by default the newest one. */
type Options = { migrate(upTo?: string): Promise<void>; onProgress?: OnProgress }

/**
 * Restores a backup into an empty database, in one transaction: at the schema of the backup, which is then
 * migrated to the newest. The backup is verified before the transaction begins.
 * @throws BrokenBackup
 */
export async function restore(
  ownerUrl: string,
  file: string,
  { migrate, onProgress = () => {} }: Options,
): Promise<Restored> {
  const { header, sums } = await inspect(file, (fraction) => onProgress(fraction / 4))
  const schema = findBackupSchema(header)
  if (schema === null) return { ok: false, reason: 'older-backup', header }
  const schemas = listSchemas()
  const wanted = schemas.indexOf(schema)
  if (wanted === -1) return { ok: false, reason: 'newer-backup', header }
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'stamgast restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    if (!(await isEmpty(client))) return { ok: false, reason: 'not-empty', header }
    const present = await findSchema(client)
    if (present !== null && (present === undefined || schemas.indexOf(present) > wanted))
      return { ok: false, reason: 'newer-database', header }
    await migrate(schema)
    await client.query('begin')
    await client.query(SEQUENTIAL)
    // Blocks other restores and the creation of tenants.
    await client.query('lock table tenant in share row exclusive mode')
    if (!(await isEmpty(client))) return { ok: false, reason: 'not-empty', header }
    const parts = readBackup(file, (fraction) => onProgress((1 + fraction * 3) / 4))
    await load(client, parts, sums).finally(() => parts.return(undefined))
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
  await migrate()
  return { ok: true, header, sums }
}

async function inspect(
  file: string,
  onRead: OnProgress,
): Promise<{ header: BackupHeader; sums: TableSum[] }> {
  let header: BackupHeader | undefined
  let sums: TableSum[] | undefined
  for await (const part of readBackup(file, onRead)) {
    if ('header' in part) header = part.header
    if ('sums' in part) sums = part.sums
  }
  if (!header || !sums) throw new BrokenBackup(`${file} is not a backup.`)
  return { header, sums }
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const {
    rows: [table],
  } = await client.query<{ there: boolean }>("select to_regclass('public.tenant') is not null as there")
  if (!table?.there) return true
  const { rowCount } = await client.query('select 1 from tenant limit 1')
  return rowCount === 0
}

async function load(client: pg.Client, parts: AsyncGenerator<BackupPart>, sums: TableSum[]): Promise<void> {
  const known = new Map((await listTables(client)).map((table) => [table.name, table]))
  let next = await parts.next()
  while (!next.done) {
    if (!('table' in next.value)) {
      next = await parts.next()
      continue
    }
    const { table, columns }: BackupTable = next.value
    const name = columnList([table])
    const forced = known.get(table)?.forced ?? false
    // COPY does not work on tables whose row-level security binds the role.
    if (forced) await client.query(`alter table public.${name} no force row level security`)
    const rows = await copyIn(client, `copy public.${name} (${columnList(columns)}) from stdin`, readData())
    if (forced) await client.query(`alter table public.${name} force row level security`)
    // More than the backup says is no loss: on a busy machine earlier versions counted too few.
    if (rows < (sums.find((one) => one.table === table)?.rows ?? Infinity))
      throw new Error(`${table} has ${rows} rows, not as many as the backup`)
  }

  async function* readData(): AsyncGenerator<Buffer> {
    for (;;) {
      next = await parts.next()
      if (next.done || !('data' in next.value)) return
      yield next.value.data
    }
  }
}
