import type { RequestContext } from '../context/context.ts'
import { sendCartCount } from './owner.ts'
import { findCart } from './queries.ts'
import { countOf } from './to-response.ts'

/**
 * Sends the browser of a signed-in guest the number of pieces in the account's cart, which may have changed.
 */
export async function refreshCartCount(ctx: RequestContext): Promise<void> {
  const { deps, tenant, guest } = ctx
  if (!guest || !tenant.profile.shop) return
  const cart = await deps.db.read(tenant.id, (tx) => findCart(tx, { guestId: guest.uid }))
  sendCartCount(ctx, countOf(cart?.items ?? []))
}
