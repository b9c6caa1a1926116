import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Scope } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { newSecret } from './data/action-code.ts'

const HALF_A_YEAR = 180 * 24 * 3600

/** Under the server's own secret, so that nothing has to be stored: a value is worth something for one address at one tenant. */
const proofOf = ({ deps, tenant }: Scope, email: string, value: string): string =>
  createHmac('sha256', deps.secret).update(['known browser', tenant.id, email.toLowerCase(), value].join('\n')).digest('base64url').slice(0, 22)

/**
 * What this browser is told apart by when it signs in with an address that has signed in here before; null for every other one.
 * Its tries are counted by themselves: whoever guesses at the account from elsewhere cannot keep its owner out.
 */
export function knownBrowser(scope: Scope, email: string): string | null {
  if (scope.known === null) return null
  const [value, proof] = [scope.known.slice(0, 22), scope.known.slice(22)]
  return timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(scope, email, value))) ? value : null
}

/** Knows this browser again: whoever has the address has just shown in it that they do. */
export function keepBrowser(scope: Scope, email: string): void {
  const secure = scope.deps.config.scheme === 'https'
  const value = knownBrowser(scope, email) ?? newSecret()
  scope.cookies.push(setCookie(cookieNames(secure).known, `${value}${proofOf(scope, email, value)}`, HALF_A_YEAR, secure))
}
