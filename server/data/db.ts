import { setTimeout as sleep } from 'node:timers/promises'
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
  /** Tells all who listen on the channel. */
  notify(channel: string, payload: string): Promise<unknown>
  /** Rejects where the database does not answer, or refuses writes for want of room. */
  check(): Promise<void>
  /**
   * For rate limiters alone: a transaction of the pool above may wait for one of them, so these need connections of their own. One
   * that does not answer soon is given up, and they count in memory.
   */
  limitPool: pg.Pool
  close(): Promise<void>
}

/** @throws RangeError when the value cannot be a tenant's id, so that it never reaches SQL. */
export function tenantId(value: string): TenantId {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(value)) throw new RangeError('not a tenant id')
  return value as TenantId
}

const TRIES = 5
const SECOND = 1_000
/** How long one of a guest's statements may take, ms. The server gives up first; what answers nothing at all is left by us. */
const IMPATIENT = 4.5 * SECOND
/** The same for work of the operator. */
const PATIENT = 120 * SECOND
const GRACE = 0.5 * SECOND
const CONNECT_MS = 5 * SECOND
/** How long a rate limiter may wait for the database. */
const LIMIT_MS = 2 * SECOND
const RESTART_MS = 200
/** Of the driver itself: nothing was answered. */
const SILENT = 'Query read timeout'
const DISK_FULL = '53100'
/** A server that goes down, comes up or cannot be reached: it may be there again in a moment. */
const RESTARTING = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08001',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
])

/**
 * Opens the pool as the request role, whose login `url` is; `patient` is for the operator's own work. No time limit is a startup
 * parameter: poolers refuse those.
 */
export function openDb(url: string, size: number, { patient = false } = {}): Db {
  const limit = patient ? PATIENT : IMPATIENT
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'stamgast',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: limit + GRACE,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND,
  })
  const limitPool = new pg.Pool({
    connectionString: url,
    max: 2,
    application_name: 'stamgast limits',
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    idleTimeoutMillis: 60 * SECOND,
    keepAlive: true,
  })
  for (const one of [pool, limitPool]) {
    // An idle connection that breaks (the server restarted) is replaced by the pool; without a listener it would end the process.
    one.on('error', () => {})
    // The pool listens to idle connections only; one that breaks between two statements of a transaction fails at its next.
    one.on('connect', (client) => {
      client.on('error', () => {})
    })
  }
  const disk = { full: false }
  const inTenant = <T>(tenant: TenantId, begin: string, work: (tx: Tx) => Promise<T>) =>
    within(pool, {
      begin: `${begin}; SET LOCAL statement_timeout = ${limit}; SET LOCAL idle_in_transaction_session_timeout = 30000; SET LOCAL app.tenant_id = '${tenantId(tenant)}'`,
      tenant,
      work,
    }).catch((error: unknown) => {
      disk.full ||= sqlState(error) === DISK_FULL
      throw error
    })
  return {
    read: (tenant, work) => readAgain(() => inTenant(tenant, 'BEGIN READ ONLY', work)),
    write: (tenant, work) => retried(() => inTenant(tenant, 'BEGIN', work)),
    shared: drizzle(readingAgain(pool)),
    pool,
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
    check: () => check(pool, disk),
    limitPool,
    close: async () => {
      await Promise.all([pool.end(), limitPool.end()])
    },
  }
}

type Work<T> = { begin: string; tenant: TenantId; work: (tx: Tx) => Promise<T> }

async function within<T>(pool: pg.Pool, { begin, tenant, work }: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query(begin)
    const result = await work(Object.assign(drizzle(client), { tenantId: tenant }))
    const { command } = await client.query('COMMIT')
    // What PostgreSQL answers where an error inside was caught and forgotten: nothing of it stands, and nobody may think so.
    if (command !== 'COMMIT') throw new Error('the transaction had failed, so its end undid it')
    return result
  } catch (error) {
    // What answers nothing would not answer this either: the connection is thrown away, and the server undoes what was begun.
    if (isSilent(error)) broken = new Error(SILENT)
    else
      await client.query('ROLLBACK').catch((failed: Error) => {
        broken = failed
      })
    throw error
  } finally {
    client.release(broken)
  }
}

/** Rejects where the database does not answer, or has no room: then a table that is gone at once must find some, to be well again. */
async function check(pool: pg.Pool, disk: { full: boolean }): Promise<void> {
  if (!disk.full) return void (await pool.query('select 1'))
  const client = await pool.connect()
  try {
    await client.query(
      `begin; create temp table room on commit drop as select repeat('x', 1000) as x from generate_series(1, 100); commit`,
    )
    disk.full = false
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : [])

const isSilent = (error: unknown): boolean => causes(error).some(({ message }) => message === SILENT)

/** Whether the database refused a write because its disk is full. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === DISK_FULL

const isRestarting = (error: unknown): boolean =>
  causes(error).some(
    (one) =>
      ('code' in one && RESTARTING.has(String(one.code))) ||
      /Connection terminated unexpectedly/.test(one.message),
  )

/** A read that meets a server which restarts is run once more a moment later. */
async function readAgain<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!isRestarting(error)) throw error
    await sleep(RESTART_MS)
    return read()
  }
}

/** The pool for reads outside transactions. */
function readingAgain(pool: pg.Pool): pg.Pool {
  const query = (...args: Parameters<pg.Pool['query']>) =>
    readAgain(() => pool.query(...args) as unknown as Promise<pg.QueryResult>)
  return Object.assign(Object.create(pool) as pg.Pool, { query })
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
