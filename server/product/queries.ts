import { and, asc, eq, exists, getTableColumns, inArray } from 'drizzle-orm'
import { product, productType, productVariant, shop } from '#db/schema/product.ts'
import type { Tx } from '../database/db.ts'

type VariantRow = Pick<typeof productVariant.$inferSelect, 'id' | 'size' | 'price' | 'stock'>
/** A product that is sold, with its active variants. */
export type ProductRow = Omit<typeof product.$inferSelect, 'tenantId' | 'position' | 'active'> & {
  variants: VariantRow[]
}

/** Lists the active product types in the tenant's order. */
export const listProductTypes = (tx: Tx): Promise<{ id: string; name: string }[]> =>
  tx
    .select({ id: productType.id, name: productType.name })
    .from(productType)
    .where(and(eq(productType.tenantId, tx.tenantId), eq(productType.active, true)))
    .orderBy(asc(productType.position), asc(productType.id))

/** Lists the products that guests can see, in the tenant's order: active, of an active type. */
export const listProducts = (tx: Tx): Promise<ProductRow[]> => load(tx, null)

/** Finds a product that guests can see, or null. */
export const findProduct = async (tx: Tx, id: string): Promise<ProductRow | null> =>
  (await load(tx, id))[0] ?? null

async function load(tx: Tx, id: string | null): Promise<ProductRow[]> {
  const { tenantId: _tenant, position: _position, active: _active, ...columns } = getTableColumns(product)
  const rows = await tx
    .select(columns)
    .from(product)
    .where(
      and(
        eq(product.tenantId, tx.tenantId),
        eq(product.active, true),
        id === null ? undefined : eq(product.id, id),
        exists(
          tx
            .select({ id: productType.id })
            .from(productType)
            .where(
              and(
                eq(productType.tenantId, tx.tenantId),
                eq(productType.id, product.typeId),
                eq(productType.active, true),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(product.position), asc(product.id))
  const variants = Map.groupBy(
    await listVariants(
      tx,
      rows.map((row) => row.id),
    ),
    ({ productId }) => productId,
  )
  return rows.flatMap((row) => {
    const own = variants.get(row.id)
    return own ? [{ ...row, variants: own.map(({ productId: _own, ...one }) => one) }] : []
  })
}

const listVariants = (tx: Tx, products: string[]) =>
  tx
    .select({
      id: productVariant.id,
      productId: productVariant.productId,
      size: productVariant.size,
      price: productVariant.price,
      stock: productVariant.stock,
    })
    .from(productVariant)
    .where(
      and(
        eq(productVariant.tenantId, tx.tenantId),
        eq(productVariant.active, true),
        inArray(productVariant.productId, ['', ...products]),
      ),
    )
    .orderBy(asc(productVariant.position), asc(productVariant.id))

/** The version of what guests read of the stock; see `changeStock`. */
export async function getStockVersion(tx: Tx): Promise<number> {
  const [row] = await tx
    .select({ version: shop.stockVersion })
    .from(shop)
    .where(eq(shop.tenantId, tx.tenantId))
  return row?.version ?? 0
}
