import { toPrice } from '#domain/money.ts'
import { ownRateOf, ruleFor, type TenantVat } from '#domain/vat.ts'
import { toStockLevel } from '#domain/product/stock.ts'
import { CallError } from '#contract/errors.ts'
import type { Product } from '#contract/shop/product.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { resolvePicture } from '../markdown/resolve-picture.ts'
import { getFinance } from '../tenant/queries.ts'
import { findProduct, listProducts, listProductTypes, type ProductRow } from './queries.ts'

/** Lists the headings of the shop. @throws CallError `not-found` at a tenant without a shop. */
export const listProductTypesOfTenant: Handler<'listProductTypes'> = async (ctx) => {
  return { documents: await readShop(ctx, listProductTypes) }
}

/** Lists the products that guests can see. @throws CallError `not-found` at a tenant without a shop. */
export const listProductsOfTenant: Handler<'listProducts'> = async (ctx) => {
  const { rows, finance } = await readShop(ctx, async (tx) => ({
    rows: await listProducts(tx),
    finance: await getFinance(tx),
  }))
  return { documents: rows.map((row) => toResponse(row, finance)) }
}

/** One product. @throws CallError `not-found` for an inactive or unknown one, and without a shop. */
export const getProduct: Handler<'getProduct'> = async (ctx, { productId }) => {
  const { row, finance } = await readShop(ctx, async (tx) => ({
    row: await findProduct(tx, productId),
    finance: await getFinance(tx),
  }))
  if (!row) throw new CallError('not-found')
  return toResponse(row, finance)
}

/** Reads what belongs to the tenant's shop. @throws CallError `not-found` if it has none. */
async function readShop<T>({ deps, tenant }: RequestContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (!tenant.profile.shop) throw new CallError('not-found')
  return deps.db.read(tenant.id, work)
}

function toResponse(
  {
    id,
    name,
    displayName,
    brandName,
    typeId,
    description,
    pictures,
    imageSizes,
    variants,
    ...own
  }: ProductRow,
  tenant: TenantVat,
): Product {
  const vatRate = ownRateOf(own, tenant)
  return {
    id,
    name,
    displayName: displayName ?? name,
    brandName,
    type: typeId,
    description,
    pictures: pictures.flatMap(({ image, alt }) => resolvePicture(image, alt, imageSizes) ?? []),
    ...(vatRate !== undefined && { vatRate }),
    variants: variants.map(({ id: variant, size, price, stock }) => ({
      id: variant,
      size,
      ...toPrice(price, ruleFor(tenant, own.vat)),
      stock: toStockLevel(stock),
    })),
  }
}
