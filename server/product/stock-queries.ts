import { sql } from 'drizzle-orm'
import { changesStockLevel } from '#domain/product/stock.ts'
import { publishChange } from '../database/change-events.ts'
import type { Tx } from '../database/db.ts'

/**
 * Takes pieces of a variant from its stock (`by` is negative) or returns them, in one statement, so that
 * concurrent orders never sell one piece twice. Where guests then read another word for the stock, cached
 * pages and responses are invalidated.
 * @returns whether there was enough; false for an unknown variant too.
 */
export async function changeStock(tx: Tx, variantId: string, by: number): Promise<boolean> {
  const {
    rows: [row],
  } = await tx.execute<{ stock: number | null }>(sql`
    update product_variant set stock = stock + ${by}::integer
    where tenant_id = ${tx.tenantId} and id = ${variantId} and (stock is null or stock + ${by}::integer >= 0)
    returning stock`)
  if (!row) return false
  if (row.stock !== null && changesStockLevel(row.stock - by, row.stock)) await bumpStockVersion(tx)
  return true
}

/** Invalidates what is cached with words for the stock, in every process. */
async function bumpStockVersion(tx: Tx): Promise<void> {
  await tx.execute(sql`
    insert into shop (tenant_id, stock_version) values (${tx.tenantId}, 1)
    on conflict (tenant_id) do update set stock_version = shop.stock_version + 1`)
  await publishChange(tx, 'stock', '')
}
