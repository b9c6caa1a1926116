import type { RequestContext } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { sha256, randomToken } from '../secret/hash.ts'

/** Whose a hold is: an account's, or the browser's whose secret has this hash. */
export type Owner = { guestId: string | null; ownerHash: string | null }

const MAX_AGE_SECONDS = 7 * 24 * 3600

/** Ensures that a browser without an account has the cookie whose secret owns its holds. */
export function ensureOwner(ctx: RequestContext): void {
  if (ctx.guest || ctx.owner) return
  const secure = ctx.deps.config.scheme === 'https'
  ctx.ownerIsNew = true
  ctx.owner = randomToken()
  ctx.cookies.push(setCookie(cookieNames(secure).owner, ctx.owner, MAX_AGE_SECONDS, { secure }))
}

/** The owner of a new hold: the account, else the browser. */
export const ownerOf = (ctx: RequestContext): Owner =>
  ctx.guest ? { guestId: ctx.guest.uid, ownerHash: null } : holderOf(ctx)

/** Both by which a guest's holds are recognised: the browser may have made one before its guest signed in. */
export const holderOf = ({ guest, owner }: Pick<RequestContext, 'guest' | 'owner'>): Owner => ({
  guestId: guest && guest.uid,
  ownerHash: owner && sha256(owner),
})

/** Whether a hold is this guest's. */
export function isOwnHold(ctx: RequestContext, { guestId, ownerHash }: Owner): boolean {
  const holder = holderOf(ctx)
  return (
    (holder.guestId !== null && guestId === holder.guestId) ||
    (holder.ownerHash !== null && ownerHash === holder.ownerHash)
  )
}
