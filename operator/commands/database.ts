import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { backup, type BackedUp } from '../backup/backup.ts'
import { LAST_OF_FORMAT_1 } from '../backup/backup-file.ts'
import { distribute, planDistribution } from '#server/database/distribution.ts'
import { restore, type Restored } from '../backup/restore.ts'
import { countRowsByTenant, listLostTenants, listMissingRows, type RowCounts } from '../backup/row-counts.ts'
import { setRolePassword } from '#server/database/role.ts'
import { CommandError, required, type Command, type CommandContext } from '../command-line/command.ts'
import { progress } from '../command-line/progress.ts'

export const migrate: Command = {
  name: ['migrate'],
  positionals: [],
  summary: 'Apply pending migrations',
  details: 'Idempotent; an interrupted run can be repeated. bin/start does the same.',
  async run(context) {
    await context.withDatabase(async () => {})
    context.printLine('All migrations are applied.')
  },
}

export const databaseRole: Command = {
  name: ['database', 'role'],
  positionals: [],
  summary: 'Set the password of the request role to that of these settings',
  details: `\
Run it if the start reports that PostgreSQL rejects the role's password: the password is derived from that of
DATABASE_URL, or from the secret, and that was changed. Processes with the old password must be restarted. Not
available if DATABASE_APP_URL names the role: then set its password in PostgreSQL.`,
  async run(context) {
    if (context.config.database?.createRole === false)
      throw new CommandError(
        'DATABASE_APP_URL names the request role: set its password there and in PostgreSQL.',
      )
    await context.withDatabase(({ ownerUrl, directUrl }) => setRolePassword(ownerUrl, directUrl), {
      withoutMigrations: true,
    })
    context.printLine('The request role has the password of these settings.')
  },
}

export const databaseDistribute: Command = {
  name: ['database', 'distribute'],
  positionals: ['[FILE]'],
  options: { '--yes': '', '--check': '' },
  summary: 'Distribute the tables over a Citus cluster, or count their rows before and after a move',
  details: `\
Without --yes it shows the plan and its obstacles, and changes nothing. The table tenant is replicated to
every node, the tables of tenants are distributed by tenant, and the counters of rate limits stay on the
coordinator. One transaction does it and blocks writes. Run it again after an update that adds tables. The
database needs the extension citus; docs/scaling.md describes the nodes and their settings.

--check counts the rows of each tenant where they are, and fails for a tenant without the rows that each has.
With FILE the first run writes the numbers there, and each later one compares: run it before and after shards
are moved. It fails where a table of a tenant has fewer rows; those that the product deletes on its own, such
as sessions and codes, are among them if it deleted some meanwhile.`,
  async run(context, [file], { '--yes': yes, '--check': check }) {
    if (check !== undefined) return checkRows(context, file)
    if (file !== undefined) throw new CommandError('FILE is for --check.')
    await context.withDatabase(async ({ ownerUrl }) => {
      const plan = await planDistribution(ownerUrl)
      const open = plan.tables.filter(({ done }) => !done)
      for (const { name, kind, bytes, done } of plan.tables)
        context.printLine(
          `${name.padEnd(20)} ${(kind === 'reference' ? 'on every node' : 'by tenant').padEnd(16)} ` +
            `${String(Math.ceil(bytes / 1024)).padStart(10)} kB${done ? '  done' : ''}`,
        )
      if (plan.obstacles.length > 0)
        throw new CommandError(
          ['Fix these obstacles first:', ...plan.obstacles.map((one) => `  ${one}`)].join('\n'),
        )
      if (open.length === 0) return context.printStatus('All tables are distributed.')
      if (yes === undefined)
        return context.printStatus(`${open.length} tables to distribute: run it with --yes at a quiet time.`)
      await distributeTables(
        ownerUrl,
        open.reduce((sum, { bytes }) => sum + bytes, 0),
      )
      context.printStatus(`${open.length} tables distributed.`)
    })
  },
}

/** Counts the rows of all tenants; with a file, against the numbers in it. */
async function checkRows(context: CommandContext, file: string | undefined): Promise<void> {
  const counts = await context.withDatabase(({ ownerUrl }) => countRowsByTenant(ownerUrl), {
    withoutMigrations: true,
  })
  const rows = Object.values(counts).flatMap((one) => Object.values(one))
  const found = `${Object.keys(counts).length} tenants, ${rows.reduce((sum, count) => sum + count, 0)} rows`
  const lost = listLostTenants(counts).map((tenant) => `${tenant} has lost its rows`)
  const path = file && context.resolvePath(file)
  if (path && existsSync(path))
    lost.push(...listMissingRows(JSON.parse(readFileSync(path, 'utf8')) as RowCounts, counts))
  else if (path) writeFileSync(path, `${JSON.stringify(counts, null, 2)}\n`)
  if (lost.length > 0) throw new CommandError([`${found}. Rows are missing:`, ...lost].join('\n  '))
  context.printLine(`${found}: none is missing.`)
}

async function distributeTables(ownerUrl: string, all: number): Promise<void> {
  const shown = progress('distribute', process.stderr)
  let begun = 0
  const { obstacles } = await distribute(ownerUrl, ({ bytes }) => {
    shown.onProgress(begun / all)
    begun += bytes
  }).finally(shown.end)
  if (obstacles.length > 0) throw new CommandError(obstacles.join('\n'))
}

const countRows = (sums: readonly { rows: number }[]): number => sums.reduce((sum, { rows }) => sum + rows, 0)

const backupErrors: Record<Extract<BackedUp, { ok: false }>['reason'], string> = {
  'no-schema': 'The database is empty: set DATABASE_URL or DATA_DIR to the one to back up.',
  'unknown-schema': 'The database has an unknown schema: back it up with the version that created it.',
  'already-running': 'Another backup of this database is running: try again later.',
}

export const backupCommand: Command = {
  name: ['backup'],
  positionals: ['FILE'],
  summary: 'Write a consistent snapshot of all tables to a file',
  details: `\
The snapshot does not block the server; FILE appears once it is complete. It contains personal data and
password hashes, so only its owner may read it. Jobs (queued mail, reminders) are not included.`,
  async run(context, [file]) {
    const shown = progress('backup', process.stderr)
    const saved = await context
      .withDatabase(
        ({ ownerUrl }) =>
          backup(ownerUrl, context.resolvePath(required(file)), {
            now: new Date(),
            onProgress: shown.onProgress,
          }),
        { withoutMigrations: true },
      )
      .finally(shown.end)
    if (!saved.ok) throw new CommandError(backupErrors[saved.reason])
    context.printLine(`${required(file)}: ${saved.sums.length} tables, ${countRows(saved.sums)} rows`)
  },
}

const restoreErrors: Record<Extract<Restored, { ok: false }>['reason'], (schema: string) => string> = {
  'not-empty': () =>
    'The database is not empty: restore into an empty one (another DATA_DIR or DATABASE_URL).',
  'older-backup': (schema) =>
    `The backup is of a version before 0.1.0 with the schema ${schema}: restore it with the last of these ` +
    `versions (its last migration is ${LAST_OF_FORMAT_1}), and restore a backup of that one here.`,
  'newer-backup': (schema) =>
    `The backup has the unknown schema ${schema}: restore it with the version that wrote it, or a later one.`,
  'newer-database': (schema) =>
    `The schema of the database is newer than that of the backup (${schema}), or unknown: restore into a ` +
    'new, empty database.',
}

export const restoreCommand: Command = {
  name: ['restore'],
  positionals: ['FILE'],
  summary: 'Restore a backup into an empty database',
  details: `\
The file is verified first, and restored in one transaction. The database must have no tenants: set a new
DATA_DIR, restore, then start. Messages that were queued at the time of the backup are not sent.`,
  async run(context, [file]) {
    const shown = progress('restore', process.stderr)
    const restored = await context
      .withDatabase(
        ({ ownerUrl, migrate }) =>
          restore(ownerUrl, context.resolvePath(required(file)), {
            migrate,
            onProgress: shown.onProgress,
          }),
        { withoutMigrations: true },
      )
      .finally(shown.end)
    if (!restored.ok) throw new CommandError(restoreErrors[restored.reason](restored.header.schema))
    context.printLine(
      `${restored.sums.length} tables, ${countRows(restored.sums)} rows, as of ${restored.header.createdAt}`,
    )
  },
}
