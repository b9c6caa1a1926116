import type { RequestContext } from '../context/context.ts'
import { sendCartCount } from './owner.ts'
import { findCart } from './queries.ts'
import { countOf } from './to-response.ts'

/**
 * Sends the browser of a signed-in guest the number of pieces in the account's cart, as it was when the
 * request came: another device may have changed it.
 */
export function sendAccountCartCount(ctx: RequestContext): void {
  if (ctx.guest && ctx.tenant.profile.shop) sendCartCount(ctx, countOf(ctx.accountCart))
}

/** As `sendAccountCartCount`, after this request may have changed the cart. */
export async function refreshCartCount(ctx: RequestContext): Promise<void> {
  const { deps, tenant, guest } = ctx
  if (!guest || !tenant.profile.shop) return
  const cart = await deps.db.read(tenant.id, (tx) => findCart(tx, { guestId: guest.uid }))
  sendCartCount(ctx, countOf(cart?.items ?? []))
}
