import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

declare const proven: unique symbol
/** A tenant's id that the host (or the operator) has proven: minted by `tenantId` alone. */
export type TenantId = string & { readonly [proven]: true }

/** The drizzle database inside one tenant's transaction. */
export type Tx = NodePgDatabase & { readonly tenantId: TenantId }

export type Db = {
  /** A consistent read of one tenant's rows. */
  read<T>(tenant: TenantId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** One transaction over one tenant's rows; run again when the server asks for it (deadlock, serialisation). */
  write<T>(tenant: TenantId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Rows that belong to no tenant: the tenant table itself. */
  shared: NodePgDatabase
  pool: pg.Pool
  close(): Promise<void>
}

/** @throws RangeError when the value cannot be a tenant's id, so that it never reaches SQL. */
export function tenantId(value: string): TenantId {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(value)) throw new RangeError('not a tenant id')
  return value as TenantId
}

const TRIES = 5

/** Opens the pool as the request role; `url` logs in as `app`. */
export function openDb(url: string, size: number): Db {
  const pool = new pg.Pool({ connectionString: url, max: size, statement_timeout: 20_000, idle_in_transaction_session_timeout: 30_000, connectionTimeoutMillis: 10_000, application_name: 'stamgast' })
  // An idle connection that breaks (the server restarted) is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // The pool listens to idle connections only; one that breaks between two statements of a transaction fails at its next.
  pool.on('connect', (client) => { client.on('error', () => {}) })
  return {
    read: (tenant, work) => within(pool, tenant, 'BEGIN READ ONLY', work),
    write: (tenant, work) => retried(() => within(pool, tenant, 'BEGIN', work)),
    shared: drizzle(pool),
    pool,
    close: () => pool.end(),
  }
}

async function within<T>(pool: pg.Pool, tenant: TenantId, begin: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`${begin}; SET LOCAL app.tenant_id = '${tenantId(tenant)}'`)
    const result = await work(Object.assign(drizzle(client), { tenantId: tenant }))
    const { command } = await client.query('COMMIT')
    // What PostgreSQL answers where an error inside was caught and forgotten: nothing of it stands, and nobody may think so.
    if (command !== 'COMMIT') throw new Error('the transaction had failed, so its end undid it')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failed: Error) => { broken = failed })
    throw error
  } finally {
    client.release(broken)
  }
}

async function retried<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (tries >= TRIES || !['40P01', '40001'].includes(sqlState(error) ?? '')) throw error
    }
  }
}

/** The SQLSTATE of a database error, also where the query layer has wrapped it. */
export function sqlState(error: unknown): string | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code)) return one.code
  }
  return undefined
}
