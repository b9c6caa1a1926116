import { createHash } from 'node:crypto'

/** PostgreSQL truncates longer names; bytes. */
const MAX_NAME = 63

/** The name of a database's request role. Roles belong to the cluster, so each database needs its own. */
export function roleNameOf(database: string): string {
  const name = `${database}_app`
  if (Buffer.byteLength(name) <= MAX_NAME) return name
  return `${createHash('sha256').update(database).digest('hex').slice(0, 32)}_app`
}
