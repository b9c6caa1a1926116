import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sql } from 'drizzle-orm'
import { openDb, type Db, type TenantId, type Tx } from './db.ts'
import { DatabaseRefused } from './refused.ts'

/** Something changed: `id` names whom it concerns (a guest's uid, an invitation; of `words` the language that they were translated into), never what it says. */
export type Notice = {
  tenant: string
  topic: 'visits' | 'invites' | 'notifications' | 'tenant' | 'words'
  id: string
}

type Listener = (notice: Notice | 'reconnected') => void

export type News = {
  /** Calls back for each notice until the returned function is called. `reconnected` tells that notices may have been missed. */
  subscribe(listener: Listener): () => void
  close(): Promise<void>
}

type Options = {
  /** Where notices are sent from, which may lead through a pooler: heartbeats take the same way. Without it there are none. */
  through?: Db
  /** How often a heartbeat is sent, ms. */
  every?: number
  /** How long nothing may be heard, ms. */
  deaf?: number
}

/** What a heartbeat says; it concerns nobody. */
type Beat = { beat: string }

const channel = 'stamgast'
const EVERY_MS = 15_000
const DEAF_MS = 30_000
const ANSWER_MS = 5_000
const POOLER_MS = 2_000

/** Sends a notice with the transaction: it leaves when that commits. */
export const announce = async (tx: Tx, topic: Notice['topic'], id: string) => {
  await tx.execute(
    sql`select pg_notify(${channel}, ${JSON.stringify({ tenant: tx.tenantId satisfies TenantId, topic, id })})`,
  )
}

const beat = (through: Db, name: string) =>
  through.notify(channel, JSON.stringify({ beat: name } satisfies Beat))

/**
 * One dedicated LISTEN connection for the process, reopened when it breaks, and when nothing is heard on it although heartbeats are
 * sent: a frozen one tells nobody that it is.
 */
export async function openNews(
  url: string,
  { through, every = EVERY_MS, deaf = DEAF_MS }: Options = {},
): Promise<News> {
  const listeners = new Set<Listener>()
  const tell: Listener = (notice) => {
    for (const listener of listeners) listener(notice)
  }
  let closed = false
  let current: Listening | null = null
  let again: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined

  async function connect() {
    const next = await listen(url, {
      onEnd: () => {
        if (current === next) reopen(250)
      },
      onPayload: (payload) => {
        silence?.refresh()
        if (!('beat' in payload)) tell(payload)
      },
    })
    if (closed) next.drop()
    else current = next
  }
  function reopen(wait: number): void {
    current = null
    if (closed) return
    clearTimeout(again)
    again = setTimeout(() => {
      void connect().then(
        () => {
          silence?.refresh()
          tell('reconnected')
        },
        () => reopen(500),
      )
    }, wait)
  }

  await connect()
  const beating = through && setInterval(() => void beat(through, '').catch(() => {}), every)
  if (through)
    silence = setTimeout(() => {
      silence?.refresh()
      const frozen = current
      if (!frozen) return
      reopen(0)
      frozen.drop()
    }, deaf)
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(again)
      clearTimeout(silence)
      clearInterval(beating)
      await current?.end()
    },
  }
}

/**
 * Sees that what is told through one address (`appUrl`) is heard at the other. A pooler gives a session away between transactions,
 * and whoever listened there hears nothing and is told nothing.
 * @throws DatabaseRefused where nothing is heard.
 */
export async function proveListening(url: string, appUrl: string): Promise<void> {
  const through = openDb(appUrl, 1)
  const name = randomUUID()
  const heard = Promise.withResolvers<boolean>()
  const listening = await listen(url, {
    onEnd: () => {},
    onPayload: (payload) => {
      if ('beat' in payload && payload.beat === name) heard.resolve(true)
    },
  })
  const given = new AbortController()
  try {
    await beat(through, name)
    if (await Promise.race([heard.promise, sleep(POOLER_MS, false, { signal: given.signal })])) return
    throw new DatabaseRefused(
      'What is told in the database is not heard there, so DATABASE_URL leads through a pooler: name the database itself in DATABASE_DIRECT_URL.',
    )
  } finally {
    given.abort()
    await listening.end()
    await through.close()
  }
}

type Listening = {
  /** Says goodbye. */ end(): Promise<void>
  /** Leaves one that would not answer a goodbye. */ drop(): void
}

async function listen(
  url: string,
  { onEnd, onPayload }: { onEnd: () => void; onPayload: (payload: Notice | Beat) => void },
): Promise<Listening> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'stamgast news',
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => {})
  client.on('notification', ({ payload }) => {
    if (payload) onPayload(JSON.parse(payload) as Notice | Beat)
  })
  try {
    await client.connect()
    await client.query(`listen ${channel}`)
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
  client.on('end', onEnd)
  const drop = () => {
    // Beside a query that waits, the driver closes at once instead of saying goodbye.
    client.query('select 1').catch(() => {})
    client.end().catch(() => {})
  }
  return { end: () => client.end(), drop }
}
