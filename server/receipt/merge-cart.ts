import { mergeCarts } from '#domain/cart/merge.ts'
import type { RequestContext } from '../context/context.ts'
import { hashOf } from '../visit/handle.ts'
import { moveReceipt } from './queries.ts'
import { forgetCartSecret, sendCartCount } from '../cart/owner.ts'
import { deleteCart, findCart, listGoods, lockCart, updateCart } from '../cart/queries.ts'
import { countOf } from '../cart/to-response.ts'

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
    const browser = cartSecret ? await findCart(tx, { secretHash: hashOf(cartSecret) }) : null
    if (!browser || !cartSecret || browser.items.length === 0)
      return countOf((await findCart(tx, own))?.items ?? [])
    const now = new Date(deps.now())
    const account = await lockCart(tx, own, now)
    // Read again under its lock: another tab may have signed in with it, or changed it.
    const { items } = await lockCart(tx, { secretHash: hashOf(cartSecret) }, now)
    const ids = [...account.items, ...items].map(({ variantId }) => variantId)
    const goods = await listGoods(tx, [...new Set(ids)])
    const merged = mergeCarts(account.items, items, (id) => goods.get(id)?.stock)
    const moves = account.receiptId === null && browser.receiptId !== null
    if (moves && browser.receiptId) await moveReceipt(tx, browser.receiptId, uid)
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
    await deleteCart(tx, { secretHash: hashOf(cartSecret) })
    return countOf(merged.lines)
  })
  if (cartSecret) forgetCartSecret(ctx)
  sendCartCount(ctx, count)
}
