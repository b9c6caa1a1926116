import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '../context/context.ts'
import { cookieNames, setCookie } from '../context/cookies.ts'
import { sha256, randomToken } from '../secret/hash.ts'
import { findCart, type CartOwner } from './queries.ts'
import { countItems } from './to-response.ts'

/** How long a browser without an account keeps its cart after the last change: 30 days. */
export const CART_SECONDS = 30 * 24 * 3600

/** @throws CallError `not-found` at a tenant without a shop. */
export function requireShop({ tenant }: RequestContext): void {
  if (!tenant.profile.shop) throw new CallError('not-found')
}

/** Whose cart a request means: the account's, else the browser's; null where it has none yet. */
export const findCartOwner = ({ guest, cartSecret }: RequestContext): CartOwner | null =>
  guest ? { guestId: guest.uid } : cartSecret ? { secretHash: sha256(cartSecret) } : null

/** As `findCartOwner`, for a change: a browser without a secret gets one. `renewCartCookie` sends it. */
export function ensureCartOwner(ctx: RequestContext): CartOwner {
  if (ctx.guest) return { guestId: ctx.guest.uid }
  ctx.cartSecret ??= randomToken()
  return { secretHash: sha256(ctx.cartSecret) }
}

/** After a change of a browser's cart: its cookie lives on from now. */
export function renewCartCookie(ctx: RequestContext): void {
  if (ctx.guest || !ctx.cartSecret) return
  const secure = ctx.deps.config.scheme === 'https'
  ctx.cookies.push(setCookie(cookieNames(secure).cart, ctx.cartSecret, CART_SECONDS, { secure }))
}

/** Clears the secret of the browser's own cart, which now belongs to an account. */
export function forgetCartSecret(ctx: RequestContext): void {
  const secure = ctx.deps.config.scheme === 'https'
  ctx.cartSecret = null
  ctx.cookies.push(setCookie(cookieNames(secure).cart, '', 0, { secure }))
}

/** Sends the number of pieces in the cart to the browser's scripts. */
export function sendCartCount(ctx: RequestContext, count: number): void {
  if (ctx.cartCount === count) return
  ctx.cartCount = count
  const secure = ctx.deps.config.scheme === 'https'
  const name = cookieNames(secure).cartCount
  ctx.cookies.push(setCookie(name, String(count), count > 0 ? CART_SECONDS : 0, { secure, readable: true }))
}

/**
 * Sends the browser of a signed-in guest the number of pieces in the account's cart, which may have changed.
 */
export async function refreshCartCount(ctx: RequestContext): Promise<void> {
  const { deps, tenant, guest } = ctx
  if (!guest || !tenant.profile.shop) return
  const cart = await deps.db.read(tenant.id, (tx) => findCart(tx, { guestId: guest.uid }))
  sendCartCount(ctx, countItems(cart?.items ?? []))
}
