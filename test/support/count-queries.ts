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
