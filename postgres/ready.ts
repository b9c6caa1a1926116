import pg from 'pg'
import { urlAt } from './address.ts'
import type { Cluster } from './cluster.ts'
import { EmbeddedUnavailable } from './errors.ts'

export const DATABASE = 'stamgast'
/** The request role of the database, as in `server/config/database.ts`. */
export const REQUEST_ROLE = 'stamgast_app'

/** The connection URL of a database of the cluster, for the owner or for the request role. */
export function buildUrl(cluster: Cluster, port: number, who: 'owner' | 'app', database = DATABASE): string {
  const [role, password] =
    who === 'app' ? [REQUEST_ROLE, cluster.appPassword] : ['postgres', cluster.ownerPassword]
  return urlAt({ folder: cluster.folder, port }, { role, password, database })
}

/** Whether the server answers a query. @throws EmbeddedUnavailable if it rejects our password. */
export async function acceptsConnections(cluster: Cluster, port: number): Promise<boolean> {
  try {
    await withOwner(cluster, port, (client) => client.query('SELECT 1'))
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === '28P01' || code === '28000') {
      throw new EmbeddedUnavailable(
        `The database in ${cluster.folder} rejects the password in its passwords.json: restore the ` +
          `right file.`,
      )
    }
    // 53300, too many connections: the server answers.
    return code === '53300'
  }
}

/** Creates the request role and the database, unless an earlier start has done so. */
export async function completeCluster(cluster: Cluster, port: number): Promise<void> {
  await withOwner(cluster, port, async (client) => {
    const role = REQUEST_ROLE
    const { rowCount: roles } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (!roles) {
      await client.query(
        `CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS ` +
          `PASSWORD '${cluster.appPassword}'`,
      )
    }
    const { rowCount: databases } = await client.query('SELECT FROM pg_database WHERE datname = $1', [
      DATABASE,
    ])
    if (!databases) await client.query(`CREATE DATABASE ${DATABASE}`)
  })
}

async function withOwner<T>(
  cluster: Cluster,
  port: number,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: buildUrl(cluster, port, 'owner', 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  // The query reports a postmaster that dies; an unhandled error event would end our process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
