import type { Scope } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { seal, unseal } from './seal.ts'

/** Seconds that what was typed waits for the guest to sign in again. */
const KEPT_SECONDS = 15 * 60
/** Of what browsers keep in a cookie for certain, with room for its name. */
const LONGEST = 3_500

const purposeOf = ({ tenant }: Scope, uid: string, form: string) => `typed ${tenant.id} ${uid} ${form}`

/** Keeps in this browser what its guest has typed into a form, for them alone; what is too long for a cookie is not kept. */
export function keepTyped(scope: Scope, form: string, values: unknown): void {
  if (!scope.guest) return
  const secure = scope.deps.config.scheme === 'https'
  const sealed = seal(scope.deps.secret, purposeOf(scope, scope.guest.uid, form), JSON.stringify(values))
  if (sealed.length <= LONGEST)
    scope.cookies.push(setCookie(cookieNames(secure).typed, sealed, KEPT_SECONDS, secure))
}

/** What this guest had typed into a form before they signed in again, once; null where there is nothing. */
export function takeTyped(scope: Scope, form: string): unknown {
  const text =
    scope.guest && scope.typed !== null
      ? unseal(scope.deps.secret, purposeOf(scope, scope.guest.uid, form), scope.typed)
      : null
  if (text === null) return null
  const secure = scope.deps.config.scheme === 'https'
  scope.cookies.push(setCookie(cookieNames(secure).typed, '', 0, secure))
  return JSON.parse(text)
}
