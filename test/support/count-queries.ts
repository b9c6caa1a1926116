import type pg from 'pg'
import type { TestDb } from './make.ts'

/**
 * How many connections `work` takes from the request pool: each query outside a transaction takes one, and
 * each transaction one.
 */
export async function countQueries(
  { db }: Pick<TestDb, 'db'>,
  work: () => Promise<unknown>,
): Promise<number> {
  let queries = 0
  const count = () => {
    queries += 1
  }
  db.pool.on('acquire', count)
  await work().finally(() => db.pool.off('acquire', count))
  return queries
}

/** The texts of the statements that `work` sends on connections of the request pool. */
export async function listStatements(
  { db }: Pick<TestDb, 'db'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const texts: string[] = []
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>()
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return
    const { query } = client
    watched.set(client, query)
    client.query = ((...given: [string | { text: string }]) => {
      const [first] = given
      texts.push(typeof first === 'string' ? first : first.text)
      return Reflect.apply(query, client, given) as unknown
    }) as typeof query
  }
  db.pool.on('acquire', watch)
  try {
    await work()
  } finally {
    db.pool.off('acquire', watch)
    for (const [client, query] of watched) client.query = query
  }
  return texts
}
