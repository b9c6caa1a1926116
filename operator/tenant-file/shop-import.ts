import { asc, eq, getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { product, productType, productVariant } from '#db/schema/product.ts'
import { discountCode, promotion } from '#db/schema/promotion.ts'
import { shippingType } from '#db/schema/shipping.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { Shop } from '#contract/tenant-file/shop-schema.ts'
import type { Tx } from '#server/database/db.ts'
import { toShop, toShopRows } from './shop-rows.ts'
import { upsertRows } from './upsert-rows.ts'

/**
 * Upserts the goods of a file. What it no longer contains becomes inactive and sorts last; nothing is
 * deleted, and uses of promotions stay.
 * @param sizes the sizes of pictures in the tenant's art.
 * @returns the number of changed rows.
 */
export async function importShop(tx: Tx, shop: Shop, sizes: ImageSizes = {}): Promise<number> {
  const rows = toShopRows(tx.tenantId, shop, sizes)
  const steps: [PgTable, PgColumn[], { tenantId: string }[]][] = [
    [productType, [productType.tenantId, productType.id], rows.productTypes],
    [product, [product.tenantId, product.id], rows.products],
    [productVariant, [productVariant.tenantId, productVariant.id], rows.variants],
    [shippingType, [shippingType.tenantId, shippingType.type], rows.shippingTypes],
    [promotion, [promotion.tenantId, promotion.id], rows.promotions],
    [discountCode, [discountCode.tenantId, discountCode.code], rows.codes],
  ]
  let changes = 0
  for (const [table, key, wanted] of steps) changes += await upsertRows(tx, table, key, wanted)
  const ids = (list: { id: string }[]) => list.map(({ id }) => id)
  changes += await deactivateOthers(tx, productType, productType.id, ids(rows.productTypes))
  changes += await deactivateOthers(tx, product, product.id, ids(rows.products))
  changes += await deactivateOtherVariants(tx, ids(rows.variants))
  changes += await deactivateOthers(
    tx,
    shippingType,
    shippingType.type,
    rows.shippingTypes.map(({ type }) => type),
  )
  changes += await deactivateOthers(tx, promotion, promotion.id, ids(rows.promotions))
  changes += await deactivateOtherCodes(
    tx,
    rows.codes.map(({ code }) => code),
  )
  return changes + (await setStock(tx, shop))
}

/** Sets the rows that the file does not contain inactive, and places them after its own. */
async function deactivateOthers(tx: Tx, table: PgTable, key: PgColumn, kept: string[]): Promise<number> {
  const [name, id] = [sql.identifier(getTableName(table)), sql.identifier(key.name)]
  const { rowCount } = await tx.execute(sql`
    with place as (
      select ${id} as id, ${kept.length} + row_number() over (order by position, ${id}) - 1 as position
      from ${name} where tenant_id = ${tx.tenantId} and ${id} <> all(${sql.param(kept)}::text[]))
    update ${name} as own set active = false, position = place.position from place
    where own.tenant_id = ${tx.tenantId} and own.${id} = place.id
      and (own.active or own.position <> place.position)`)
  return rowCount ?? 0
}

/** As `deactivateOthers`; the position of a variant is that below its product. */
async function deactivateOtherVariants(tx: Tx, kept: string[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    with place as (
      select id, row_number() over (
        partition by product_id order by id = any(${sql.param(kept)}::text[]) desc, position, id) - 1 as position
      from product_variant where tenant_id = ${tx.tenantId})
    update product_variant as own set active = false, position = place.position from place
    where own.tenant_id = ${tx.tenantId} and own.id = place.id and own.id <> all(${sql.param(kept)}::text[])
      and (own.active or own.position <> place.position)`)
  return rowCount ?? 0
}

async function deactivateOtherCodes(tx: Tx, kept: string[]): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update discount_code set active = false
    where tenant_id = ${tx.tenantId} and active and code <> all(${sql.param(kept)}::text[])`)
  return rowCount ?? 0
}

/**
 * Sets the stock where the file's number differs from the last imported and the last exported one: the
 * operator has changed it. Elsewhere the stock has what orders have left of it.
 * @returns the number of variants with another stock.
 */
async function setStock(tx: Tx, { products }: Shop): Promise<number> {
  const variants = products.flatMap((one) => one.variants)
  const file = sql`unnest(${sql.param(variants.map(({ id }) => id))}::text[],
    ${sql.param(variants.map(({ stock }) => stock ?? null))}::integer[]) as file(id, stock)`
  const own = sql`own.tenant_id = ${tx.tenantId} and own.id = file.id`
  const { rowCount } = await tx.execute(sql`
    update product_variant as own set stock = file.stock from ${file}
    where ${own} and own.stock is distinct from file.stock and own.imported_stock is distinct from file.stock
      and (own.exported_stock is null or own.exported_stock is distinct from file.stock)`)
  await tx.execute(sql`
    update product_variant as own set imported_stock = file.stock, exported_stock = null from ${file}
    where ${own} and (own.imported_stock is distinct from file.stock or own.exported_stock is not null)`)
  return rowCount ?? 0
}

/**
 * Records the present stock as what an exported file says, and locks it until the transaction ends: an
 * import of that file then keeps what later orders have taken.
 */
export async function recordExportedStock(tx: Tx): Promise<void> {
  await tx.execute(sql`
    update product_variant set exported_stock = nullif(stock, imported_stock)
    where tenant_id = ${tx.tenantId} and stock is not null`)
}

/** The goods as a file has them, with today's stock. */
export async function exportShop(tx: Tx): Promise<Shop> {
  const id = tx.tenantId
  return toShop({
    productTypes: await tx
      .select()
      .from(productType)
      .where(eq(productType.tenantId, id))
      .orderBy(asc(productType.position), asc(productType.id)),
    products: await tx
      .select()
      .from(product)
      .where(eq(product.tenantId, id))
      .orderBy(asc(product.position), asc(product.id)),
    variants: await tx
      .select()
      .from(productVariant)
      .where(eq(productVariant.tenantId, id))
      .orderBy(asc(productVariant.position), asc(productVariant.id)),
    shippingTypes: await tx
      .select()
      .from(shippingType)
      .where(eq(shippingType.tenantId, id))
      .orderBy(asc(shippingType.position), asc(shippingType.type)),
    promotions: await tx
      .select()
      .from(promotion)
      .where(eq(promotion.tenantId, id))
      .orderBy(asc(promotion.position), asc(promotion.id)),
    codes: await tx
      .select()
      .from(discountCode)
      .where(eq(discountCode.tenantId, id))
      .orderBy(asc(discountCode.position), asc(discountCode.code)),
  })
}
