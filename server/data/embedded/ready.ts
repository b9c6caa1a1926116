import pg from 'pg'
import type { Cluster } from './cluster.ts'
import { roleNameOf } from '../role.ts'
import { EmbeddedUnavailable } from './errors.ts'

export const DATABASE = 'stamgast'

/** The address of a database of the cluster for its owner or for the request role. */
export function urlOf(cluster: Cluster, port: number, who: 'owner' | 'app', database = DATABASE): string {
  const [role, password] =
    who === 'app' ? [roleNameOf(DATABASE), cluster.appPassword] : ['postgres', cluster.ownerPassword]
  return `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`
}

/** Whether a query is answered. Throws EmbeddedUnavailable when our password is not taken. */
export async function answers(cluster: Cluster, port: number): Promise<boolean> {
  try {
    await withOwner(cluster, port, (client) => client.query('SELECT 1'))
    return true
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === '28P01' || code === '28000') {
      throw new EmbeddedUnavailable(
        `The database in ${cluster.folder} does not take the password in its passwords.json; bring back the right one.`,
      )
    }
    // Every place is taken, by queries that are answered.
    return code === '53300'
  }
}

/** Makes the request role and the database where a first start has not come so far yet. */
export async function completeCluster(cluster: Cluster, port: number): Promise<void> {
  await withOwner(cluster, port, async (client) => {
    const role = roleNameOf(DATABASE)
    const { rowCount: roles } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role])
    if (!roles) {
      await client.query(
        `CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD '${cluster.appPassword}'`,
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
    connectionString: urlOf(cluster, port, 'owner', 'postgres'),
    connectionTimeoutMillis: 5000,
  })
  // A postmaster that dies meanwhile is seen by the query; the event alone would end our process.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
