import pg from 'pg'
import { askNodes } from './citus.ts'
import { connectOwner } from './role.ts'
import { DatabaseSetupError } from './setup-error.ts'

const MIN_MAJOR = 15

/**
 * Verifies that the operating system still sorts as it did when the database's indexes were made: after
 * another version of the C library or ICU, as in another image, they may miss rows and let duplicates in.
 * @throws DatabaseSetupError with the statements that mend it, and for a PostgreSQL that is too old to know
 * the version.
 */
export async function verifyCollation(ownerUrl: string): Promise<void> {
  const client = await connectOwner(ownerUrl, 'stamgast collation')
  try {
    const {
      rows: [server],
    } = await client.query<{ version: string; major: number }>(
      "select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major",
    )
    if (server && server.major < MIN_MAJOR)
      throw new DatabaseSetupError(`PostgreSQL ${MIN_MAJOR} or newer is needed, not ${server.version}.`)
    const {
      rows: [own],
    } = await client.query<{ name: string; found: string | null }>(
      `select current_database() as name, (${DIFFERENCE}) as found`,
    )
    if (!own) return
    const places = [
      { found: own.found, at: '' },
      ...(await askNodes(client, `select coalesce((${DIFFERENCE}), '')`)).map(
        ({ name, coordinator, answer }) => ({
          found: coordinator ? null : answer,
          at: ` on the node ${name}`,
        }),
      ),
    ].filter(({ found }) => found)
    if (places.length === 0) return
    const name = pg.escapeIdentifier(own.name)
    throw new DatabaseSetupError(
      [
        ...places.map(
          ({ found, at }) => `The indexes of the database ${own.name}${at} are sorted by ${found}.`,
        ),
        'Stop all processes, make a backup, then as its owner, there:',
        `  REINDEX DATABASE ${name};`,
        `  ALTER DATABASE ${name} REFRESH COLLATION VERSION;`,
        '--force starts without that.',
      ].join('\n'),
    )
  } finally {
    await client.end()
  }
}

/** Where the versions differ: both, as text. */
const DIFFERENCE = `select format('collation version %s, and its system now has %s', datcollversion, actual)
  from pg_database, pg_database_collation_actual_version(oid) as actual
  where datname = current_database() and datcollversion <> actual`
