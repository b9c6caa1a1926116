import type { RequestContext } from '#server/context/context.ts'
import { cookieNames, setCookie } from '#server/context/cookies.ts'
import { sha256, randomToken } from '#server/secret/hash.ts'

/** The lifetime of the longest-lived code that a browser can request. */
const MAX_AGE_SECONDS = 24 * 3600

/**
 * The secret of the browser that requests a link, a code or a provider sign-in, created if the browser has
 * none. Sets the cookie `ask` for another day.
 */
function ensureBindingSecret(ctx: RequestContext): string {
  const secure = ctx.deps.config.scheme === 'https'
  ctx.ask ??= randomToken()
  ctx.cookies.push(setCookie(cookieNames(secure).ask, ctx.ask, MAX_AGE_SECONDS, { secure }))
  return ctx.ask
}

/** The hash that an action code stores of the browser that requests it. */
export const browserBindingHash = (ctx: RequestContext): string => sha256(ensureBindingSecret(ctx))

/** Whether this browser requested the code that stores `browserHash`. */
export const isBoundBrowser = (ctx: RequestContext, browserHash: string | null): boolean =>
  ctx.ask !== null && browserHash !== null && sha256(ctx.ask) === browserHash
