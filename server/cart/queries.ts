import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { cart, type CartItem, type CartNotice } from '#db/schema/cart.ts'
import { product, productType, productVariant } from '#db/schema/product.ts'
import type { ImageSizes } from '#contract/page-document.ts'
import type { ProductPicture } from '#contract/product.ts'
import type { Tx } from '../database/db.ts'

/** Whose cart it is. */
export type CartOwner = { guestId: string } | { secretHash: string }
export type CartRow = {
  id: string
  items: CartItem[]
  notice: CartNotice | null
  receiptId: string | null
}
/** A variant with what is shown of its product. `price` as stored; `stock` 0 where it is no longer sold. */
export type GoodsRow = {
  variantId: string
  productId: string
  name: string
  displayName: string
  brandName: string | null
  size: string
  price: number
  stock: number | null
  pictures: ProductPicture[]
  imageSizes: ImageSizes
}

const columns = { id: cart.id, items: cart.items, notice: cart.notice, receiptId: cart.receiptId }
const ofOwner = (tx: Tx, owner: CartOwner): SQL | undefined =>
  and(
    eq(cart.tenantId, tx.tenantId),
    'guestId' in owner ? eq(cart.guestId, owner.guestId) : eq(cart.secretHash, owner.secretHash),
  )

export async function findCart(tx: Tx, owner: CartOwner): Promise<CartRow | null> {
  const [row] = await tx.select(columns).from(cart).where(ofOwner(tx, owner))
  return row ?? null
}

/** Finds the owner's cart, which it locks until the transaction ends, and creates it if there is none. */
export async function lockCart(tx: Tx, owner: CartOwner, now: Date): Promise<CartRow> {
  const find = () => tx.select(columns).from(cart).where(ofOwner(tx, owner)).for('update')
  const [found] = await find()
  if (found) return found
  await tx
    .insert(cart)
    .values({ tenantId: tx.tenantId, id: randomUUID(), ...owner, items: [], updatedAt: now })
    .onConflictDoNothing()
  const [created] = await find()
  if (!created) throw new Error('a cart vanished while it was created')
  return created
}

export const updateCart = async (
  tx: Tx,
  id: string,
  change: Partial<Pick<CartRow, 'items' | 'notice' | 'receiptId'>>,
  now: Date,
): Promise<void> => {
  await tx
    .update(cart)
    .set({ ...change, updatedAt: now })
    .where(and(eq(cart.tenantId, tx.tenantId), eq(cart.id, id)))
}

export const deleteCart = async (tx: Tx, owner: CartOwner): Promise<void> => {
  await tx.delete(cart).where(ofOwner(tx, owner))
}

/** Deletes the carts without an account that nobody has changed since. */
export async function deleteOldCarts(tx: Tx, before: Date): Promise<number> {
  const { rowCount } = await tx
    .delete(cart)
    .where(and(eq(cart.tenantId, tx.tenantId), isNotNull(cart.secretHash), lt(cart.updatedAt, before)))
  return rowCount ?? 0
}

/** Reads variants by id. An unknown one is absent; one that is no longer sold has no stock. */
export async function listGoods(tx: Tx, variantIds: string[]): Promise<Map<string, GoodsRow>> {
  if (variantIds.length === 0) return new Map()
  const rows = await tx
    .select({
      variantId: productVariant.id,
      productId: product.id,
      name: product.name,
      displayName: product.displayName,
      brandName: product.brandName,
      size: productVariant.size,
      price: productVariant.price,
      stock: productVariant.stock,
      pictures: product.pictures,
      imageSizes: product.imageSizes,
      active: productVariant.active,
      productActive: product.active,
      typeActive: productType.active,
    })
    .from(productVariant)
    .innerJoin(
      product,
      and(eq(product.tenantId, productVariant.tenantId), eq(product.id, productVariant.productId)),
    )
    .innerJoin(
      productType,
      and(eq(productType.tenantId, product.tenantId), eq(productType.id, product.typeId)),
    )
    .where(and(eq(productVariant.tenantId, tx.tenantId), inArray(productVariant.id, variantIds)))
  return new Map(
    rows.map(({ active, productActive, typeActive, ...row }) => [
      row.variantId,
      {
        ...row,
        displayName: row.displayName ?? row.name,
        stock: active && productActive && typeActive ? row.stock : 0,
      },
    ]),
  )
}
