import { MAX_QUANTITY } from '#domain/cart/price-cart.ts'
import type { TenantVat } from '#domain/vat.ts'
import type { Cart } from '#contract/shop/cart.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { recordAdded } from './analytics.ts'
import { ensureCartOwner, findCartOwner, renewCartCookie, requireShop, sendCartCount } from './owner.ts'
import { findCart, listGoods, lockCart, updateCart, type CartRow } from './queries.ts'
import { computeAvailable, toCart } from './to-response.ts'

/** The most different lines of a cart. */
const MAX_LINES = 50
const EMPTY = { items: [], notice: null, receiptId: null }

/** The cart of the account or of the browser, priced now. @throws CallError `not-found` without a shop. */
export const getCart: Handler<'getCart'> = async (ctx) => {
  requireShop(ctx)
  const owner = findCartOwner(ctx)
  const { deps, tenant } = ctx
  return deps.db.read(tenant.id, async (tx) =>
    answer(ctx, tx, (owner && (await findCart(tx, owner))) ?? EMPTY),
  )
}

/**
 * Puts pieces of a variant into the cart. Nothing is reserved: the stock is taken with the payment.
 * @throws CallError `not-found` for an unknown variant; `cart/not-enough`, with `available`, the most pieces
 * that the cart can have; `cart/full`.
 */
export const addToCart: Handler<'addToCart'> = async (ctx, { variantId, quantity }) => {
  const { cart, currency } = await changeItems(ctx, async (tx, items, { receiptId }) => {
    const before = items.find((item) => item.variantId === variantId)
    const wanted = (before?.quantity ?? 0) + quantity
    await requireAvailable(tx, { variantId, wanted, receiptId })
    if (before) return items.map((item) => (item === before ? { variantId, quantity: wanted } : item))
    if (items.length >= MAX_LINES) throw new CallError('cart/full')
    return [...items, { variantId, quantity: wanted }]
  })
  await recordAdded(ctx, cart, { variantId, quantity, currency })
  return cart
}

/**
 * Sets the number of pieces of a line; 0 removes it. A line that is not there any more stays away.
 * @throws CallError `cart/not-enough`, with `available`, unless the line gets smaller.
 */
export const setCartQuantity: Handler<'setCartQuantity'> = async (ctx, { variantId, quantity }) => {
  const { cart } = await changeItems(ctx, async (tx, items, { receiptId }) => {
    const before = items.find((item) => item.variantId === variantId)
    if (!before || quantity === before.quantity) return items
    if (quantity === 0) return items.filter((item) => item !== before)
    if (quantity > before.quantity) await requireAvailable(tx, { variantId, wanted: quantity, receiptId })
    return items.map((item) => (item === before ? { variantId, quantity } : item))
  })
  return cart
}

/** Ends the notice of what signing in has merged. Idempotent. */
export const dismissCartNotice: Handler<'dismissCartNotice'> = async (ctx) => {
  requireShop(ctx)
  const { deps, tenant } = ctx
  const owner = findCartOwner(ctx)
  return deps.db.write(tenant.id, async (tx) => {
    const cart = owner && (await findCart(tx, owner))
    if (cart?.notice) await updateCart(tx, cart.id, { notice: null }, new Date(deps.now()))
    return answer(ctx, tx, { items: [], receiptId: null, ...cart, notice: null })
  })
}

async function changeItems(
  ctx: RequestContext,
  change: (tx: Tx, items: CartRow['items'], cart: CartRow) => Promise<CartRow['items']>,
): Promise<{ cart: Cart; currency: string }> {
  requireShop(ctx)
  const { deps, tenant } = ctx
  const owner = ensureCartOwner(ctx)
  const changed = await deps.db.write(tenant.id, async (tx) => {
    const now = new Date(deps.now())
    const row = await lockCart(tx, owner, now)
    const items = await change(tx, row.items, row)
    if (items !== row.items) await updateCart(tx, row.id, { items }, now)
    const finance = await getFinance(tx)
    return {
      cart: await answer(ctx, tx, { ...row, items }, finance),
      currency: toMoney(finance, tenant).currency,
    }
  })
  renewCartCookie(ctx)
  return changed
}

async function requireAvailable(
  tx: Tx,
  { variantId, wanted, receiptId }: { variantId: string; wanted: number; receiptId: string | null },
): Promise<void> {
  const goods = (await listGoods(tx, [variantId], receiptId)).get(variantId)
  if (!goods) throw new CallError('not-found')
  const available = computeAvailable(goods)
  if (wanted > available)
    throw new CallError('cart/not-enough', { available, limit: available === MAX_QUANTITY })
}

async function answer(
  ctx: RequestContext,
  tx: Tx,
  cart: Pick<CartRow, 'items' | 'notice' | 'receiptId'>,
  vat?: TenantVat,
): Promise<Cart> {
  const goods = await listGoods(
    tx,
    cart.items.map(({ variantId }) => variantId),
    cart.receiptId,
  )
  const shown = toCart(cart, goods, vat ?? (await getFinance(tx)))
  sendCartCount(ctx, shown.count)
  return shown
}
