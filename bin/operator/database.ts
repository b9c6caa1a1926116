import { backup, type BackedUp } from '#server/data/backup.ts'
import { distribute, planDistribution } from '#server/data/distribution.ts'
import { restore, type Restored } from '#server/data/restore.ts'
import { setRolePassword } from '#server/data/role.ts'
import { Refusal, required, type Command } from './command.ts'
import { progress } from './progress.ts'

export const migrate: Command = {
  words: ['migrate'],
  takes: [],
  summary: 'bring the database to the schema of this version',
  details: 'Repeatable, and resumed after it was interrupted. bin/start does the same.',
  async run(desk) {
    await desk.withDatabase(async () => {})
    desk.say('The database has the schema of this version.')
  },
}

export const databaseRole: Command = {
  words: ['database', 'role'],
  takes: [],
  summary: 'give the request role the password of these settings',
  details: `For when the start says that PostgreSQL does not take our password of the role: the password of DATABASE_URL was changed, or the
secret where that has none. Processes that still run with the old one are shut out until they are started again with the new
one. Refused where DATABASE_APP_URL names the role: its password is yours to set.`,
  async run(desk) {
    if (desk.config.database?.createRole === false)
      throw new Refusal('DATABASE_APP_URL names the request role: set its password there and in PostgreSQL.')
    await desk.withDatabase(({ ownerUrl, directUrl }) => setRolePassword(ownerUrl, directUrl), {
      asItIs: true,
    })
    desk.say('The request role has the password of these settings.')
  },
}

export const databaseDistribute: Command = {
  words: ['database', 'distribute'],
  takes: [],
  options: { '--yes': '' },
  summary: 'spread the tables over the machines of a Citus cluster',
  details: `Without --yes it shows what it would do and what stands in the way, and changes nothing. The list of tenants goes to every machine,
all other tables are spread by tenant, in one transaction in which they cannot be written. Run it again after an update: tables
that are new are spread then. The database needs the extension citus; docs/scaling.md tells of the machines and their settings.`,
  async run(desk, _, { '--yes': yes }) {
    await desk.withDatabase(async ({ ownerUrl }) => {
      const plan = await planDistribution(ownerUrl)
      const open = plan.tables.filter(({ done }) => !done)
      for (const { name, kind, bytes, done } of plan.tables)
        desk.say(
          `${name.padEnd(20)} ${(kind === 'reference' ? 'on every machine' : 'by tenant').padEnd(16)} ${String(Math.ceil(bytes / 1024)).padStart(10)} kB${done ? '  done' : ''}`,
        )
      if (plan.obstacles.length > 0)
        throw new Refusal(['This stands in the way:', ...plan.obstacles.map((one) => `  ${one}`)].join('\n'))
      if (open.length === 0) return desk.note('Every table is where it should be.')
      if (yes === undefined)
        return desk.note(`${open.length} tables would be spread: run it with --yes while nobody books.`)
      await spread(
        ownerUrl,
        open.reduce((sum, { bytes }) => sum + bytes, 0),
      )
      desk.note(`${open.length} tables are spread.`)
    })
  },
}

async function spread(ownerUrl: string, all: number): Promise<void> {
  const shown = progress('distribute', process.stderr)
  let begun = 0
  const { obstacles } = await distribute(ownerUrl, ({ bytes }) => {
    shown.onProgress(begun / all)
    begun += bytes
  }).finally(shown.end)
  if (obstacles.length > 0) throw new Refusal(obstacles.join('\n'))
}

const notBackedUp: Record<Extract<BackedUp, { ok: false }>['reason'], string> = {
  'no-schema': 'The database is empty: there is nothing to back up.',
  'unknown-schema':
    'The database has a schema that this version does not know: back it up with the version that made it.',
  'already-running': 'Another backup of this database is running.',
}

export const backupCommand: Command = {
  words: ['backup'],
  takes: ['FILE'],
  summary: 'write one consistent snapshot of all tables to a file',
  details: `The snapshot is that of one moment, while everything else goes on; FILE is there once it is whole. It holds personal
data and password hashes: only its owner may read it. Planned jobs (mail that waits, reminders) are not part of it.`,
  async run(desk, [file]) {
    const shown = progress('backup', process.stderr)
    const saved = await desk
      .withDatabase(
        ({ ownerUrl }) =>
          backup(ownerUrl, desk.pathOf(required(file)), { now: new Date(), onProgress: shown.onProgress }),
        { asItIs: true },
      )
      .finally(shown.end)
    if (!saved.ok) throw new Refusal(notBackedUp[saved.reason])
    desk.say(
      `${required(file)}: ${saved.sums.length} tables, ${saved.sums.reduce((sum, { rows }) => sum + rows, 0)} rows`,
    )
  },
}

const notRestored: Record<Extract<Restored, { ok: false }>['reason'], (schema: string) => string> = {
  'not-empty': () =>
    'The database has tenants already: restore into an empty one (another DATA_DIR or DATABASE_URL).',
  'newer-backup': (schema) =>
    `The backup has the schema ${schema}, which this version does not know: restore it with the version that made it, or a later one.`,
  'newer-database': (schema) =>
    `The database has a newer schema than the backup (${schema}): restore into one that was never started.`,
}

export const restoreCommand: Command = {
  words: ['restore'],
  takes: ['FILE'],
  summary: 'fill an empty database with a backup',
  details: `The file is checked before anything is written, and all is written in one transaction. The database must have no tenant
yet: name a new DATA_DIR, restore, then start. What waited to be sent in the backup is not sent by the copy.`,
  async run(desk, [file]) {
    const shown = progress('restore', process.stderr)
    const restored = await desk
      .withDatabase(
        ({ ownerUrl, migrate: bring }) =>
          restore(ownerUrl, desk.pathOf(required(file)), { migrate: bring, onProgress: shown.onProgress }),
        { asItIs: true },
      )
      .finally(shown.end)
    if (!restored.ok) throw new Refusal(notRestored[restored.reason](restored.header.schema))
    desk.say(
      `${restored.sums.length} tables, ${restored.sums.reduce((sum, { rows }) => sum + rows, 0)} rows, as of ${restored.header.createdAt}`,
    )
  },
}
