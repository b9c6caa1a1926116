import { eventParams } from '#domain/cart/event-params.ts'
import type { Cart } from '#contract/shop/cart.ts'
import { recordEvent, recordEventOnce } from '../analytics/analytics.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'

type Goods = Parameters<typeof eventParams>[1]

/** Records, with the change of the cart, how many pieces of a line the guest has added. */
export async function recordAdded(
  ctx: RequestContext,
  { lines }: Cart,
  { variantId, quantity, currency }: { variantId: string; quantity: number; currency: string },
): Promise<void> {
  const goods = lines.filter((line) => line.variantId === variantId).map((line) => ({ ...line, quantity }))
  await recordEvent(ctx, { name: 'add_to_cart', params: eventParams(currency, goods) })
}

/** Enqueues, once for each receipt, that the guest has begun to check out. */
export const recordCheckout = (
  ctx: RequestContext,
  tx: Tx,
  { id, items, currency }: { id: string; items: Goods; currency: string },
): Promise<void> =>
  recordEventOnce(ctx, tx, `begin_checkout ${id}`, {
    name: 'begin_checkout',
    params: eventParams(currency, items),
  })
