import type { RequestContext } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { seal, unseal } from '../config/seal.ts'

/** Seconds that what was typed waits for the guest to sign in again. */
const MAX_AGE_SECONDS = 15 * 60
/** Of what browsers keep in a cookie for certain, with room for its name. */
const MAX_COOKIE_BYTES = 3_500

const purposeOf = ({ tenant }: RequestContext, uid: string, form: string) =>
  `typed ${tenant.id} ${uid} ${form}`

/** Stores a guest's form values in a sealed cookie; values too long for a cookie are dropped. */
export function saveFormValues(ctx: RequestContext, form: string, values: unknown): void {
  if (!ctx.guest) return
  const secure = ctx.deps.config.scheme === 'https'
  const sealed = seal(ctx.deps.secret, purposeOf(ctx, ctx.guest.uid, form), JSON.stringify(values))
  if (sealed.length <= MAX_COOKIE_BYTES)
    ctx.cookies.push(setCookie(cookieNames(secure).typed, sealed, MAX_AGE_SECONDS, secure))
}

/** What this guest had typed into a form before they signed in again, once; null where there is nothing. */
export function takeFormValues(ctx: RequestContext, form: string): unknown {
  const text =
    ctx.guest && ctx.typed !== null
      ? unseal(ctx.deps.secret, purposeOf(ctx, ctx.guest.uid, form), ctx.typed)
      : null
  if (text === null) return null
  const secure = ctx.deps.config.scheme === 'https'
  ctx.cookies.push(setCookie(cookieNames(secure).typed, '', 0, secure))
  return JSON.parse(text)
}
