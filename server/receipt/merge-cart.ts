import { mergeCarts } from '#domain/cart/cart-lines.ts'
import type { RequestContext } from '../context/context.ts'
import { sha256 } from '../secret/hash.ts'
import type { Tx } from '../database/db.ts'
import { fillDetails, readDetails } from './details.ts'
import { lockReceipt, moveReceipt, updateReceipt } from './queries.ts'
import { forgetCartSecret, sendCartCount } from '../cart/owner.ts'
import { deleteCart, findCart, findReserved, listGoods, lockCart, updateCart } from '../cart/queries.ts'
import { countItems } from '../cart/to-response.ts'

/**
 * After a sign-in: what this browser had in its cart joins the account's, up to the stock, with a notice if
 * both had something; the browser's own cart ends. A receipt that the browser had begun belongs to the
 * account from now on, unless the account has begun one itself.
 */
export async function mergeCartAtSignIn(ctx: RequestContext, uid: string): Promise<void> {
  const { deps, tenant, cartSecret } = ctx
  if (!tenant.profile.shop) return
  const own = { guestId: uid }
  const count = await deps.db.write(tenant.id, async (tx) => {
    const browser = cartSecret ? await findCart(tx, { secretHash: sha256(cartSecret) }) : null
    if (!browser || !cartSecret || browser.items.length === 0)
      return countItems((await findCart(tx, own))?.items ?? [])
    if (browser.receiptId && (await findReserved(tx, browser.receiptId))) {
      // The guest is paying: the receipt moves as it is, and the carts are merged once that has ended.
      await moveReceipt(tx, browser.receiptId, uid)
      return null
    }
    const now = new Date(deps.now())
    const account = await lockCart(tx, own, now)
    // Read again under its lock: another tab may have signed in with it, or changed it.
    const { items } = await lockCart(tx, { secretHash: sha256(cartSecret) }, now)
    const ids = [...account.items, ...items].map(({ variantId }) => variantId)
    const goods = await listGoods(tx, [...new Set(ids)])
    const merged = mergeCarts(account.items, items, (id) => goods.get(id)?.stock)
    const moves =
      account.receiptId === null &&
      browser.receiptId !== null &&
      (await adoptReceipt(ctx, tx, browser.receiptId, { uid, now }))
    const hasNotice = (account.items.length > 0 && items.length > 0) || merged.reduced.length > 0
    await updateCart(
      tx,
      account.id,
      {
        items: merged.lines,
        // What the guest has typed at the checkout goes with them.
        ...(moves ? { receiptId: browser.receiptId } : {}),
        ...(hasNotice ? { notice: { reduced: merged.reduced } } : {}),
      },
      now,
    )
    await deleteCart(tx, { secretHash: sha256(cartSecret) })
    return countItems(merged.lines)
  })
  if (count === null) return
  if (cartSecret) forgetCartSecret(ctx)
  sendCartCount(ctx, count)
}

/**
 * A signed-in guest whose browser still has a cart of its own was paying when they signed in: the carts are
 * merged as soon as the payment has ended.
 */
export async function mergeCartAfterPayment(ctx: RequestContext): Promise<void> {
  if (ctx.guest && ctx.cartSecret) await mergeCartAtSignIn(ctx, ctx.guest.uid)
}

/**
 * A receipt that a browser has begun belongs to the account, with what that knows in its empty fields.
 * @returns false for one that is another account's already, or is no longer open.
 */
async function adoptReceipt(
  { tenant }: RequestContext,
  tx: Tx,
  id: string,
  { uid, now }: { uid: string; now: Date },
): Promise<boolean> {
  await moveReceipt(tx, id, uid)
  const row = await lockReceipt(tx, id)
  if (row?.status !== 'PENDING' || row.guestId !== uid) return false
  const customer = fillDetails(row.customer, await readDetails(tx, tenant, uid))
  await updateReceipt(tx, id, { customer }, now)
  return true
}
