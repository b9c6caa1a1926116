import { AsyncLocalStorage } from 'node:async_hooks'
import { and, eq, type SQL } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db, TenantId, Tx } from '../db.ts'

type Owned = PgTable & { tenantId: PgColumn }
type Columns = Record<string, PgColumn>
type Row = Record<string, unknown>

const open = new AsyncLocalStorage<Tx>()

/** Runs `work` so that whatever the auth library reads and writes in it is one transaction of the tenant. */
export function together<T>(db: Db, tenant: TenantId, work: (tx: Tx) => Promise<T>): Promise<T> {
  const tx = open.getStore()
  if (!tx) return db.write(tenant, (begun) => open.run(begun, work, begun))
  if (tx.tenantId !== tenant) throw new Error('a transaction belongs to one tenant')
  return work(tx)
}

function current(): Tx {
  const tx = open.getStore()
  if (!tx) throw new Error('the auth library asked for rows outside a transaction')
  return tx
}

const own = (table: Owned) => eq(table.tenantId, current().tenantId)

/**
 * What the library's drizzle adapter takes for a database: the open transaction, with the tenant added to every row
 * written and to every condition. It stands below the library, so none of its queries can go around it.
 */
export const tenantRows = {
  query: {},
  select: (columns?: Columns) => ({
    from: (table: Owned) =>
      narrowed(columns ? current().select(columns).from(table) : current().select().from(table), own(table)),
  }),
  insert: (table: Owned) => ({
    values: (row: Row) =>
      current()
        .insert(table)
        .values({ ...row, tenantId: current().tenantId }),
  }),
  update: (table: Owned) => ({
    set: ({ tenantId: _, ...row }: Row) => ({
      where: (condition?: SQL) =>
        current()
          .update(table)
          .set(row)
          .where(and(own(table), condition)),
    }),
  }),
  delete: (table: Owned) => ({
    where: (condition?: SQL) =>
      current()
        .delete(table)
        .where(and(own(table), condition)),
  }),
}

function narrowed<Q extends { where(condition: SQL | undefined): unknown }>(query: Q, tenant: SQL): Q {
  const where = query.where.bind(query)
  where(tenant)
  query.where = (condition) => where(and(tenant, condition))
  return query
}
