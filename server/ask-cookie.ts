import type { Scope } from './context.ts'
import { cookieNames, setCookie } from './cookies.ts'
import { newSecret, secretHash } from './data/action-code.ts'

/** As long as the longest code that a browser asks for. */
const DAY_SECONDS = 24 * 3600

/** The secret of the browser that asks for a link, a code or a provider: what it has, or a new one, which its cookie keeps for a day. */
function askSecret(scope: Scope): string {
  const secure = scope.deps.config.scheme === 'https'
  scope.ask ??= newSecret()
  scope.cookies.push(setCookie(cookieNames(secure).ask, scope.ask, DAY_SECONDS, secure))
  return scope.ask
}

/** What a code keeps of the browser that asks for it. */
export const askHash = (scope: Scope): string => secretHash(askSecret(scope))

/** Whether this browser is the one that asked. */
export const askedHere = (scope: Scope, browserHash: string | null): boolean =>
  scope.ask !== null && browserHash !== null && secretHash(scope.ask) === browserHash
