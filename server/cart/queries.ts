import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNotNull, lt, type SQL } from 'drizzle-orm'
import { cart, type CartItem, type CartNotice } from '#db/schema/cart.ts'
import { paymentAttempt, type AttemptContent } from '#db/schema/payment.ts'
import { product, productType, productVariant } from '#db/schema/product.ts'
import type { ImageSizes } from '#contract/content/page-document.ts'
import type { VatSetting } from '#domain/vat.ts'
import type { ProductPicture } from '#contract/shop/product.ts'
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
  vat: VatSetting | null
  exemptReason: string | null
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

/** What a guest holds of the stock and of limited codes by paying a receipt at this moment. */
export async function findReserved(
  tx: Tx,
  receiptId: string | null,
): Promise<Pick<AttemptContent, 'items' | 'discounts'> | null> {
  if (!receiptId) return null
  const [row] = await tx
    .select({ content: paymentAttempt.content })
    .from(paymentAttempt)
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        eq(paymentAttempt.receiptId, receiptId),
        eq(paymentAttempt.state, 'open'),
      ),
    )
  return row?.content ?? null
}

/**
 * Reads variants by id. An unknown one is absent; one that is no longer sold has no stock. What the payment
 * of `receiptId` holds counts as stock: it is for this guest.
 */
export async function listGoods(
  tx: Tx,
  variantIds: string[],
  receiptId: string | null = null,
): Promise<Map<string, GoodsRow>> {
  if (variantIds.length === 0) return new Map()
  const held = new Map(
    (await findReserved(tx, receiptId))?.items.map((item) => [item.variantId, item.quantity]),
  )
  const rows = await tx
    .select({
      variantId: productVariant.id,
      productId: product.id,
      name: product.name,
      displayName: product.displayName,
      brandName: product.brandName,
      size: productVariant.size,
      price: productVariant.price,
      vat: product.vat,
      exemptReason: product.exemptReason,
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
        stock: active && productActive && typeActive ? stockWith(row.stock, held.get(row.variantId)) : 0,
      },
    ]),
  )
}

const stockWith = (stock: number | null, held = 0): number | null => (stock === null ? null : stock + held)
