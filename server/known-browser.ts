import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Scope } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { newSecret, secretHash } from './data/action-code.ts'
import { isKnownBrowser, rememberBrowser } from './data/known-browser.ts'

const HALF_A_YEAR = 180 * 24 * 3600

/** Under the server's own secret, so that no forged value reaches the database: each is worth something for one address at one tenant. */
const proofOf = ({ deps, tenant }: Scope, email: string, value: string): string =>
  createHmac('sha256', deps.secret)
    .update(['known browser', tenant.id, email.toLowerCase(), value].join('\n'))
    .digest('base64url')
    .slice(0, 22)

/** The value of this browser's cookie where it was made for this address; null for every other one. */
function provenValue(scope: Scope, email: string): string | null {
  if (scope.known === null) return null
  const [value, proof] = [scope.known.slice(0, 22), scope.known.slice(22)]
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(scope, email, value))) ? value : null
}

/**
 * Whether this browser has signed in with the address here before and the account still knows it. The tries of all browsers that an
 * account knows are counted apart from those of others: whoever guesses at it from elsewhere cannot keep its owner out.
 */
export async function isKnown(scope: Scope, email: string): Promise<boolean> {
  const value = provenValue(scope, email)
  return (
    value !== null &&
    scope.deps.db.read(scope.tenant.id, (tx) => isKnownBrowser(tx, email, secretHash(value)))
  )
}

/** Knows this browser again: whoever has the address has just shown in it that they do. */
export async function keepBrowser(scope: Scope, email: string): Promise<void> {
  const { deps, tenant } = scope
  const secure = deps.config.scheme === 'https'
  const value = provenValue(scope, email) ?? newSecret()
  await deps.db.write(tenant.id, (tx) => rememberBrowser(tx, email, secretHash(value), new Date(deps.now())))
  scope.cookies.push(
    setCookie(cookieNames(secure).known, `${value}${proofOf(scope, email, value)}`, HALF_A_YEAR, secure),
  )
}
