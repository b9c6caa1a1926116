import type { RequestContext } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { seal, unseal } from '../secret/seal.ts'

/** Seconds that what was typed waits for the guest to sign in again. */
const MAX_AGE_SECONDS = 15 * 60
/** Of what browsers keep in a cookie for certain, with room for its name. */
const MAX_COOKIE_BYTES = 3_500

const purposeOf = ({ tenant }: RequestContext, uid: string, form: string) =>
  `typed ${tenant.id} ${uid} ${form}`

/** Whose form it is where nobody is signed in; no uid is empty. */
const NOBODY = ''

/**
 * Stores form values in a sealed cookie, for the guest or, with `signedOut`, for a page that this browser
 * shows when nobody is signed in; values too long for a cookie are dropped.
 */
export function saveFormValues(
  ctx: RequestContext,
  form: string,
  values: unknown,
  { signedOut = false } = {},
): void {
  const uid = signedOut ? NOBODY : ctx.guest?.uid
  if (uid === undefined) return
  const secure = ctx.deps.config.scheme === 'https'
  const sealed = seal(ctx.deps.secret, purposeOf(ctx, uid, form), JSON.stringify(values))
  if (sealed.length <= MAX_COOKIE_BYTES)
    ctx.cookies.push(setCookie(cookieNames(secure).typed, sealed, MAX_AGE_SECONDS, { secure }))
}

/** The stored values of a form of this guest, or of nobody, once; null where there is nothing. */
export function takeFormValues(ctx: RequestContext, form: string): unknown {
  const text =
    ctx.typed === null
      ? null
      : unseal(ctx.deps.secret, purposeOf(ctx, ctx.guest?.uid ?? NOBODY, form), ctx.typed)
  if (text === null) return null
  const secure = ctx.deps.config.scheme === 'https'
  ctx.cookies.push(setCookie(cookieNames(secure).typed, '', 0, { secure }))
  return JSON.parse(text)
}
