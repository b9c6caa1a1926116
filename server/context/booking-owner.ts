import { randomBytes } from 'node:crypto'
import type { RequestContext } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'

const MAX_AGE_SECONDS = 7 * 24 * 3600

/** Ensures that a browser without an account has the cookie whose secret owns its holds. */
export function ensureOwner(ctx: RequestContext): void {
  if (ctx.guest || ctx.owner) return
  const secure = ctx.deps.config.scheme === 'https'
  ctx.ownerIsNew = true
  ctx.owner = randomBytes(16).toString('base64url')
  ctx.cookies.push(setCookie(cookieNames(secure).owner, ctx.owner, MAX_AGE_SECONDS, secure))
}
