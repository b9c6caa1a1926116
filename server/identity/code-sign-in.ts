import { lifetimes } from '#domain/action-code.ts'
import { CallError } from '#contract/errors.ts'
import type { ActionCodeData } from '#contract/action-code.ts'
import type { Scope } from '../context.ts'
import { endActionCodes, useActionCode } from '../data/action-code.ts'
import type { Tx } from '../data/db.ts'
import { findGuestForUpdate, type GuestRow } from '../data/guest.ts'
import { verifyGuestMobile } from '../data/guest-mobile.ts'
import { joinVisits } from './join-visits.ts'
import { proveEmail } from './prove-email.ts'

/** The kinds whose links sign in on `/cl` and `/custom-login`. */
export const linkKinds = ['magicLogin', 'customLogin'] as const

/** How long the session of a typed code lasts: it may be a tablet of the salon's. */
export const CODE_SESSION_SECONDS = lifetimes.signInCode / 1000

/**
 * Uses up the code of a link and notes what it proves.
 * @returns the uid to sign in; null for a code that cannot be used, or was sent to what is not the guest's any more.
 */
export const useLink = (scope: Scope, code: string): Promise<string | null> =>
  scope.deps.db.write(scope.tenant.id, async (tx) => {
    const used = await useActionCode(tx, code, linkKinds, scope.deps.now())
    return used?.guestId ? admit(scope, tx, used.guestId, used.data) : null
  })

/** What follows from a code that has just been used up, in the same transaction. @returns the uid to sign in, or null. */
export async function admit(scope: Scope, tx: Tx, uid: string, data: ActionCodeData): Promise<string | null> {
  const guest = await findGuestForUpdate(tx, uid)
  if (!guest || !(await proved(scope, tx, guest, data))) return null
  await endActionCodes(tx, guest.id, ['signIn', 'magicLogin', 'signInCode'])
  return guest.id
}

/** A code that names neither address nor number was made by the tenant, and proves nothing. */
async function proved(
  scope: Scope,
  tx: Tx,
  guest: GuestRow,
  { email, mobile }: ActionCodeData,
): Promise<boolean> {
  const at = new Date(scope.deps.now())
  if (email !== undefined) {
    if (guest.email !== email) return false
    await proveEmail(tx, guest, { own: scope.guest?.uid === guest.id, at })
  }
  if (mobile !== undefined) {
    if (guest.mobile !== mobile || !guest.mobileVerified) return false
    await verifyGuestMobile(tx, guest.id, mobile, at)
    await joinVisits(tx, guest.id, { mobile })
  }
  return true
}

/** @throws CallError `auth/too-many-requests` when this client has asked for too many messages. */
export async function admitClient({ deps, tenant, address }: Scope): Promise<void> {
  const retryAfter = await deps.messageLimit({ tenant: tenant.id, to: null, address })
  if (retryAfter !== null) throw new CallError('auth/too-many-requests', { retryAfter })
}
