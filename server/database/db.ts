import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

declare const brand: unique symbol
/** A validated tenant id, from the host or the operator. Only `tenantId` creates it. */
export type TenantId = string & { readonly [brand]: true }

/** The drizzle database within one tenant's transaction. */
export type Tx = NodePgDatabase & { readonly tenantId: TenantId }

export type Db = {
  /** Runs a read-only transaction on one tenant's rows; all of its statements see the same moment. */
  read<T>(tenant: TenantId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs a transaction on one tenant's rows; retried after a deadlock or serialisation failure. */
  write<T>(tenant: TenantId, work: (tx: Tx) => Promise<T>): Promise<T>
  /** For rows that belong to no tenant: the tenant table itself. */
  shared: NodePgDatabase
  pool: pg.Pool
  /** Sends a notification to a channel. */
  notify(channel: string, payload: string): Promise<unknown>
  /** Rejects if the database is unavailable or its disk is full. */
  check(): Promise<void>
  /**
   * Only for rate limiters: a transaction of the main pool may wait for one of them, which could deadlock on
   * a shared pool. Its time-outs are short, since rate limiters fall back to memory.
   */
  limitPool: pg.Pool
  close(): Promise<void>
}

/** Validates a tenant id, which is interpolated into SQL. @throws RangeError for an invalid one. */
export function tenantId(value: string): TenantId {
  if (!/^[a-z0-9][a-z0-9-]{0,62}$/.test(value)) throw new RangeError('invalid tenant id')
  return value as TenantId
}

const MAX_ATTEMPTS = 5
const SECOND_MS = 1_000
/**
 * Time limit of a statement of a request, ms. The server cancels it first; the driver gives up half a second
 * later.
 */
const REQUEST_TIMEOUT_MS = 4.5 * SECOND_MS
/** Time limit of a statement of the operator, ms. */
const OPERATOR_TIMEOUT_MS = 120 * SECOND_MS
const GRACE_MS = 0.5 * SECOND_MS
const CONNECT_MS = 5 * SECOND_MS
/** Time limit of a rate limiter's query, ms. */
const LIMIT_MS = 2 * SECOND_MS
const RESTART_MS = 200
/** The driver's message of a query time-out. */
const DRIVER_TIMEOUT = 'Query read timeout'
const DISK_FULL = '53100'
/** PostgreSQL's message where a migration has changed the columns that a prepared statement returns. */
const CHANGED_RESULT = 'cached plan must not change result type'
/** Codes of a server that is restarting or briefly unreachable. */
const RESTARTING = new Set([
  '57P01',
  '57P02',
  '57P03',
  '08001',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  // The Unix socket of an embedded server that has stopped.
  'ENOENT',
])

type DbOptions = {
  /** For commands of the operator. */ longTimeout?: boolean
  /** Prepare statements by name; see `prepareByName`. */ preparedStatements?: boolean
}

/**
 * Opens the pool with the URL of the request role. Time limits are set in each transaction, because poolers
 * reject them as startup parameters.
 */
export function openDb(
  url: string,
  size: number,
  { longTimeout = false, preparedStatements = false }: DbOptions = {},
): Db {
  const limit = longTimeout ? OPERATOR_TIMEOUT_MS : REQUEST_TIMEOUT_MS
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    application_name: 'stamgast',
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: limit + GRACE_MS,
    pipeline: true,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10 * SECOND_MS,
  })
  const limitPool = new pg.Pool({
    connectionString: url,
    max: 2,
    application_name: 'stamgast limits',
    connectionTimeoutMillis: LIMIT_MS,
    query_timeout: LIMIT_MS,
    idleTimeoutMillis: 60 * SECOND_MS,
    keepAlive: true,
  })
  for (const eachPool of [pool, limitPool]) {
    // The pool replaces a broken idle connection. Without a listener its error would end the process.
    eachPool.on('error', () => {})
    // The pool listens only to idle connections. A connection that breaks within a transaction fails at its
    // next statement.
    eachPool.on('connect', (client) => {
      client.on('error', () => {})
    })
  }
  if (preparedStatements) pool.on('connect', prepareByName(statementNamer()))
  const disk = { full: false }
  const runForTenant = <T>(tenant: TenantId, begin: string, work: (tx: Tx) => Promise<T>) =>
    runInTransaction(pool, {
      begin,
      settings:
        `SET LOCAL statement_timeout = ${limit}; SET LOCAL idle_in_transaction_session_timeout = 30000; ` +
        `SET LOCAL app.tenant_id = '${tenantId(tenant)}'`,
      tenant,
      work,
    }).catch((error: unknown) => {
      disk.full ||= sqlState(error) === DISK_FULL
      throw error
    })
  return {
    read: (tenant, work) =>
      withReadRetry(() => runForTenant(tenant, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work)),
    write: (tenant, work) => withRetry(() => runForTenant(tenant, 'BEGIN', work)),
    shared: drizzle(createRetryingPool(pool)),
    pool,
    notify: (channel, payload) => pool.query('select pg_notify($1, $2)', [channel, payload]),
    check: () => check(pool, disk),
    limitPool,
    close: async () => {
      await Promise.all([pool.end(), limitPool.end()])
    },
  }
}

/** Most statements that are prepared by name; the server keeps the plan of each in every connection. */
const MAX_PREPARED = 500

/** Names statements by their text, the first ones of a pool; the others have no name. */
function statementNamer() {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known || names.size >= MAX_PREPARED) return known
    const name = createHash('sha256').update(text).digest('base64url').slice(0, 22)
    names.set(text, name)
    return name
  }
}

/**
 * Names the statements of a connection that have parameters: PostgreSQL parses and plans a named statement
 * once, instead of at each execution. PgBouncer prepares them in each of its connections from 1.21 on.
 */
const prepareByName = (nameOf: ReturnType<typeof statementNamer>) => (client: pg.PoolClient) => {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const named = (first: unknown, values: unknown, ...rest: unknown[]) =>
    isQueryConfig(first) && Array.isArray(values) && values.length > 0
      ? query({ ...first, name: nameOf(first.text) }, values, ...rest)
      : query(first, values, ...rest)
  client.query = named as typeof client.query
}

const isQueryConfig = (first: unknown): first is pg.QueryConfig =>
  typeof first === 'object' && first !== null && 'text' in first && 'types' in first

type Work<T> = { begin: string; settings: string; tenant: TenantId; work: (tx: Tx) => Promise<T> }

async function runInTransaction<T>(pool: pg.Pool, { begin, settings, tenant, work }: Work<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // The first statement is sent without waiting for the answer to BEGIN and the settings. If those fail,
    // the transaction is aborted or the connection is gone, and the statement fails too. BEGIN is a statement
    // of its own, because Citus repeats the text of a setting on the workers.
    const [begun, set, done] = await Promise.allSettled([
      client.query(begin),
      client.query(settings),
      work(Object.assign(drizzle(client), { tenantId: tenant })),
    ])
    if (begun.status === 'rejected') throw begun.reason
    if (set.status === 'rejected') throw set.reason
    if (done.status === 'rejected') throw done.reason
    const result = done.value
    const { command } = await client.query('COMMIT')
    // PostgreSQL responds ROLLBACK to COMMIT when an error inside the transaction was caught and ignored.
    if (command !== 'COMMIT') throw new Error('transaction failed and was rolled back')
    return result
  } catch (error) {
    // An unresponsive connection would not answer ROLLBACK either: it is closed, and the server rolls back.
    if (isDriverTimeout(error)) broken = new Error(DRIVER_TIMEOUT)
    else if (isOutdatedPlan(error)) broken = new Error('prepared statements are out of date')
    else
      await client.query('ROLLBACK').catch((failed: Error) => {
        broken = failed
      })
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Rejects if the database is unavailable. After a full disk, it succeeds only once a temporary table can be
 * written.
 */
async function check(pool: pg.Pool, disk: { full: boolean }): Promise<void> {
  if (!disk.full) return void (await pool.query('select 1'))
  const client = await pool.connect()
  try {
    await client.query(
      `begin; create temp table room on commit drop as select repeat('x', 1000) as x from ` +
        'generate_series(1, 100); commit',
    )
    disk.full = false
    client.release()
  } catch (error) {
    client.release(true)
    throw error
  }
}

const causes = (error: unknown): Error[] => (error instanceof Error ? [error, ...causes(error.cause)] : [])

const isOutdatedPlan = (error: unknown): boolean =>
  causes(error).some(({ message }) => message === CHANGED_RESULT)

const isDriverTimeout = (error: unknown): boolean =>
  causes(error).some(({ message }) => message === DRIVER_TIMEOUT)

/** Whether a write failed because the disk is full. */
export const isDiskFull = (error: unknown): boolean => sqlState(error) === DISK_FULL

const isRestarting = (error: unknown): boolean =>
  causes(error).some(
    (cause) =>
      ('code' in cause && RESTARTING.has(String(cause.code))) ||
      /Connection terminated unexpectedly/.test(cause.message),
  )

/** Retries a read once when the server restarts. */
async function withReadRetry<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (isOutdatedPlan(error)) return read()
    if (!isRestarting(error)) throw error
    await sleep(RESTART_MS)
    return read()
  }
}

/** The pool for reads outside transactions, which retries them once. */
function createRetryingPool(pool: pg.Pool): pg.Pool {
  const query = (...args: Parameters<pg.Pool['query']>) =>
    withReadRetry(() => pool.query(...args) as unknown as Promise<pg.QueryResult>)
  return Object.assign(Object.create(pool) as pg.Pool, { query })
}

async function withRetry<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt()
    } catch (error) {
      const isPassing = isOutdatedPlan(error) || ['40P01', '40001'].includes(sqlState(error) ?? '')
      if (attempts >= MAX_ATTEMPTS || !isPassing) throw error
    }
  }
}

/** Returns the SQLSTATE of a database error, also of a wrapped one. */
export function sqlState(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string' && /^[0-9A-Z]{5}$/.test(cause.code))
      return cause.code
  }
  return undefined
}
