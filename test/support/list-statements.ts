import type pg from 'pg'
import type { TestDb } from './make.ts'

/** The texts of the statements that the server sends during `work`. */
export async function listStatements(
  { db: { pool } }: Pick<TestDb, 'db'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = []
  const wrapped = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const wrap = (client: pg.PoolClient) => {
    if (wrapped.has(client)) return
    const { query } = client
    wrapped.set(client, query)
    client.query = function listed(this: pg.PoolClient, ...given: unknown[]) {
      const [first] = given
      const isConfig = typeof first === 'object' && first !== null && 'text' in first
      texts.push(isConfig ? String(first.text) : typeof first === 'string' ? first : '')
      return Reflect.apply(query, this, given) as never
    }
  }
  pool.on('acquire', wrap)
  try {
    await work()
  } finally {
    pool.off('acquire', wrap)
    for (const [client, query] of wrapped) client.query = query
  }
  return texts
}
