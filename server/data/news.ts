import pg from 'pg'
import { sql } from 'drizzle-orm'
import type { TenantId, Tx } from './db.ts'

/** Something changed: `id` names whom it concerns (a guest's uid, an invitation), never what it says. */
export type Notice = { tenant: string; topic: 'visits' | 'invites' | 'notifications' | 'tenant'; id: string }

export type News = {
  /** Calls back for each notice until the returned function is called. `reconnected` tells that notices may have been missed. */
  subscribe(listener: (notice: Notice | 'reconnected') => void): () => void
  close(): Promise<void>
}

const channel = 'stamgast'

/** Sends a notice with the transaction: it leaves when that commits. */
export const announce = async (tx: Tx, topic: Notice['topic'], id: string) => {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ tenant: tx.tenantId satisfies TenantId, topic, id })})`)
}

/** One dedicated LISTEN connection for the process, reopened when it breaks. */
export async function openNews(url: string): Promise<News> {
  const listeners = new Set<(notice: Notice | 'reconnected') => void>()
  const tell = (notice: Notice | 'reconnected') => { for (const listener of listeners) listener(notice) }
  let closed = false
  let client: pg.Client | null = null
  let again: NodeJS.Timeout | undefined

  async function connect() {
    const next = new pg.Client({ connectionString: url, application_name: 'stamgast news', keepAlive: true })
    next.on('error', () => {})
    // One that never stood ends too: whoever opened it tries again, and two who try would each be two the next time.
    next.on('end', () => { if (client === next) reopen(250) })
    next.on('notification', ({ payload }) => { if (payload) tell(JSON.parse(payload) as Notice) })
    try {
      await next.connect()
      await next.query(`listen ${channel}`)
    } catch (error) {
      await next.end().catch(() => {})
      throw error
    }
    if (closed) await next.end()
    else client = next
  }
  function reopen(wait: number): void {
    client = null
    if (!closed) again = setTimeout(() => { void connect().then(() => tell('reconnected'), () => reopen(500)) }, wait)
  }

  await connect()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closed = true
      clearTimeout(again)
      await client?.end()
    },
  }
}
