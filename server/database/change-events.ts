import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { openDb, type Db, type TenantId, type Tx } from './db.ts'
import { DatabaseSetupError } from './setup-error.ts'

/**
 * An event about a change: `id` names the subject (a guest's uid, an invite; for `words` the target
 * language; '' for the whole tenant, or for an order without an account), never the content. `places`: the
 * order of the waitlist, which concerns all guests on it. `staff`: who works in the salon's own site, or one
 * person there. `schedule`: the salon's day, which concerns all of them, as `orders` do.
 */
export type ChangeEvent = {
  tenant: string
  topic:
    | 'visits'
    | 'invites'
    | 'notifications'
    | 'waitlist'
    | 'places'
    | 'photos'
    | 'orders'
    | 'tenant'
    | 'stock'
    | 'words'
    | 'staff'
    | 'schedule'
  id: string
}

type Listener = (event: ChangeEvent | 'reconnected') => void

export type ChangeEvents = {
  /**
   * Calls the listener for each event until the returned function is called. After `reconnected`, events may
   * have been missed.
   */
  subscribe(listener: Listener): () => void
  close(): Promise<void>
}

type Options = {
  /**
   * The connection that events are published on, possibly through a pooler. Heartbeats use it as well;
   * without it there are none.
   */
  through?: Db
  /** Heartbeat interval, ms. */
  heartbeatMs?: number
  /** Time without any event after which the connection is replaced, ms. */
  maxSilenceMs?: number
}

/** The payload of a heartbeat. */
type Heartbeat = { beat: string }

const channel = 'stamgast'
const HEARTBEAT_MS = 15_000
const MAX_SILENCE_MS = 30_000
const QUERY_TIMEOUT_MS = 5_000
const POOLER_CHECK_MS = 2_000

/** Publishes an event with NOTIFY, which PostgreSQL sends when the transaction commits. */
export const publishChange = async (tx: Tx, topic: ChangeEvent['topic'], id: string) => {
  await tx.execute(
    sql`select pg_notify(${channel}, ${JSON.stringify({ tenant: tx.tenantId satisfies TenantId, topic, id })})`,
  )
}

const beat = (through: Db, name: string) =>
  through.notify(channel, JSON.stringify({ beat: name } satisfies Heartbeat))

/**
 * Opens a dedicated LISTEN connection for the process. It reconnects after a connection error, and when no
 * heartbeat arrives, since a frozen connection reports no error.
 */
export async function openChangeEvents(
  url: string,
  { through, heartbeatMs = HEARTBEAT_MS, maxSilenceMs = MAX_SILENCE_MS }: Options = {},
): Promise<ChangeEvents> {
  const listeners = new Set<Listener>()
  const notifyListeners: Listener = (event) => {
    for (const listener of listeners) listener(event)
  }
  let closed = false
  let current: Listening | null = null
  let reconnectTimer: NodeJS.Timeout | undefined
  let silenceTimer: NodeJS.Timeout | undefined

  async function connect() {
    const next = await listen(url, {
      onEnd: () => {
        if (current === next) reopen(250)
      },
      onPayload: (payload) => {
        silenceTimer?.refresh()
        if (!('beat' in payload)) notifyListeners(payload)
      },
    })
    if (closed) next.destroy()
    else current = next
  }
  function reopen(wait: number): void {
    current = null
    if (closed) return
    clearTimeout(reconnectTimer)
    reconnectTimer = setTimeout(() => {
      void connect().then(
        () => {
          silenceTimer?.refresh()
          notifyListeners('reconnected')
        },
        () => reopen(500),
      )
    }, wait)
  }

  await connect()
  const heartbeat = through && setInterval(() => void beat(through, '').catch(() => {}), heartbeatMs)
  if (through)
    silenceTimer = setTimeout(() => {
      silenceTimer?.refresh()
      const frozenConnection = current
      if (!frozenConnection) return
      reopen(0)
      frozenConnection.destroy()
    }, maxSilenceMs)
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(reconnectTimer)
      clearTimeout(silenceTimer)
      clearInterval(heartbeat)
      await current?.end()
    },
  }
}

/**
 * Verifies that events published on one URL (`appUrl`) arrive on the other. A pooler shares a session between
 * clients, so LISTEN through it receives nothing and reports no error.
 * @throws DatabaseSetupError if nothing arrives.
 */
export async function verifyListening(url: string, appUrl: string): Promise<void> {
  const through = openDb(appUrl, 1)
  const name = randomUUID()
  const received = Promise.withResolvers<boolean>()
  const listening = await listen(url, {
    onEnd: () => {},
    onPayload: (payload) => {
      if ('beat' in payload && payload.beat === name) received.resolve(true)
    },
  })
  const timeout = new AbortController()
  try {
    await beat(through, name)
    if (await Promise.race([received.promise, sleep(POOLER_CHECK_MS, false, { signal: timeout.signal })]))
      return
    throw new DatabaseSetupError(
      'LISTEN receives no events, so DATABASE_URL leads through a pooler: name ' +
        'the database itself in DATABASE_DIRECT_URL.',
    )
  } finally {
    timeout.abort()
    await listening.end()
    await through.close()
  }
}

type Listening = {
  /** Ends the session. */ end(): Promise<void>
  /** Closes the socket of an unresponsive connection. */ destroy(): void
}

async function listen(
  url: string,
  { onEnd, onPayload }: { onEnd: () => void; onPayload: (payload: ChangeEvent | Heartbeat) => void },
): Promise<Listening> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stamgast listener',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  client.on('error', () => {})
  client.on('notification', ({ payload }) => {
    if (payload) onPayload(JSON.parse(payload) as ChangeEvent | Heartbeat)
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  client.on('end', onEnd)
  const destroy = () => {
    // With a pending query, the driver closes the socket at once instead of ending the session.
    client.query('select 1').catch(() => {})
    client.end().catch(() => {})
  }
  return { end: () => client.end(), destroy }
}
