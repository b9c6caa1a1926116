import pg from 'pg'
import { connectOwner } from './role.ts'
import { DatabaseSetupError } from './setup-error.ts'

/**
 * Verifies that the operating system still sorts as it did when the database's indexes were made: after
 * another version of the C library or ICU, as in another image, they may miss rows and let duplicates in.
 * @throws DatabaseSetupError with the statements that mend it.
 */
export async function verifyCollation(ownerUrl: string): Promise<void> {
  const client = await connectOwner(ownerUrl, 'stamgast collation')
  try {
    const {
      rows: [found],
    } = await client.query<{ name: string; stored: string; actual: string }>(
      `select datname as name, datcollversion as stored, pg_database_collation_actual_version(oid) as actual
      from pg_database where datname = current_database()
        and datcollversion <> pg_database_collation_actual_version(oid)`,
    )
    if (!found) return
    const name = pg.escapeIdentifier(found.name)
    throw new DatabaseSetupError(
      `The indexes of the database ${found.name} are sorted by collation version ${found.stored}, and its ` +
        `system now has ${found.actual}. Stop all processes, make a backup, then as its owner:\n` +
        `  REINDEX DATABASE ${name};\n  ALTER DATABASE ${name} REFRESH COLLATION VERSION;\n` +
        '--force starts without that.',
    )
  } finally {
    await client.end()
  }
}
