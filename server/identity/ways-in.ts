import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { countOtherWaysIn, removeAccount } from '../data/account.ts'
import type { Tx } from '../data/db.ts'
import { findGuest, findGuestForUpdate, type GuestRow } from '../data/guest.ts'
import { removePasskey } from '../data/passkey.ts'
import type { IdentityProviderName } from '../providers/identity/port.ts'
import { smsReaches } from '../sms.ts'
import { writeNotice } from './notice.ts'

/** What a guest may give up: a provider, or a passkey by its id. */
type WayIn = { provider: IdentityProviderName } | { passkey: string }

/** Whether a guest could not sign in any more without this one; false for nobody. */
export async function isLastWayIn(scope: Scope, tx: Tx, uid: string, way: WayIn): Promise<boolean> {
  const guest = await findGuest(tx, uid)
  return guest !== null && !(await hasOther(scope, tx, guest, way))
}

/**
 * Takes a provider or a passkey from a guest and tells them by mail. @returns false where they have no such one.
 * @throws CallError `auth/last-way-in` where nothing else would let them in.
 */
export async function giveUp(scope: Scope, tx: Tx, uid: string, way: WayIn): Promise<boolean> {
  // Two at once could otherwise each see the other's way in.
  const guest = await findGuestForUpdate(tx, uid)
  const removed =
    'passkey' in way
      ? await removePasskey(tx, uid, way.passkey)
      : (await removeAccount(tx, uid, way.provider)) > 0
  if (!guest || !removed) return false
  // With the transaction undone it is there as before.
  if (!(await hasOther(scope, tx, guest, way))) throw new CallError('auth/last-way-in')
  await writeNotice(
    scope,
    tx,
    uid,
    'passkey' in way ? { change: 'passkeyRemoved' } : { change: 'providerRemoved', provider: way.provider },
  )
  return true
}

/**
 * By password, another provider or passkey, or by a link to an address or a number that they have shown to be theirs. An address
 * that was only typed counts for nothing: it may be wrong.
 */
async function hasOther({ deps, tenant }: Scope, tx: Tx, guest: GuestRow, way: WayIn): Promise<boolean> {
  if (guest.email !== null && guest.emailVerified && deps.config.mail !== 'off') return true
  if (guest.mobile !== null && guest.mobileVerified && smsReaches({ tenant, deps }, guest.mobile)) return true
  return (await countOtherWaysIn(tx, guest.id, way)) > 0
}
