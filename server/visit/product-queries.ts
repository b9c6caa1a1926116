import { and, asc, eq, inArray } from 'drizzle-orm'
import { visitProduct } from '#db/schema/product.ts'
import type { Tx } from '../database/db.ts'

/** What was bought at a visit; `price` is for one, in minor units including VAT. */
export type VisitProduct = Omit<typeof visitProduct.$inferSelect, 'tenantId' | 'visitId' | 'position'>

/** Lists what guests bought at these visits, by visit. */
export async function listVisitProducts(
  tx: Tx,
  visits: readonly { id: string }[],
): Promise<Map<string, VisitProduct[]>> {
  if (visits.length === 0) return new Map()
  const rows = await tx
    .select()
    .from(visitProduct)
    .where(
      and(
        eq(visitProduct.tenantId, tx.tenantId),
        inArray(
          visitProduct.visitId,
          visits.map(({ id }) => id),
        ),
      ),
    )
    .orderBy(asc(visitProduct.position))
  return Map.groupBy(rows, ({ visitId }) => visitId)
}

/** Inserts what was bought at a visit, in this order. */
export async function createVisitProducts(tx: Tx, visitId: string, products: VisitProduct[]): Promise<void> {
  if (products.length === 0) return
  await tx
    .insert(visitProduct)
    .values(products.map((one, position) => ({ ...one, tenantId: tx.tenantId, visitId, position })))
}
