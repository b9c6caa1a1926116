import { randomBytes } from 'node:crypto'
import type { Scope } from '../context.ts'
import { cookieNames, setCookie } from '../cookies.ts'
import type { Owner } from '../data/visit.ts'
import { hashOf } from './handle.ts'

const KEPT_SECONDS = 7 * 24 * 3600

/** Gives a browser without an account the secret by which it owns what it holds. */
export function ensureOwner(scope: Scope): void {
  if (scope.guest || scope.owner) return
  const secure = scope.deps.config.scheme === 'https'
  scope.ownerIsNew = true
  scope.owner = randomBytes(16).toString('base64url')
  scope.cookies.push(setCookie(cookieNames(secure).owner, scope.owner, KEPT_SECONDS, secure))
}

/** As whom a new hold is made: the account, else the browser. */
export const ownerOf = ({ guest, owner }: Scope): Owner =>
  guest ? { guestId: guest.uid, ownerHash: null } : { guestId: null, ownerHash: owner && hashOf(owner) }

/** A hold that this browser made before its guest signed in is still theirs. */
export const owns = ({ guest, owner }: Scope, visit: Owner): boolean =>
  (guest !== null && visit.guestId === guest.uid) || (owner !== null && visit.ownerHash === hashOf(owner))
