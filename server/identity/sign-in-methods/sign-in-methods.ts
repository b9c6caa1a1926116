import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'
import { countOtherSignInMethods, removeAccount } from './provider-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { findGuest, findGuestForUpdate, type GuestRow } from '#server/guest/queries.ts'
import { deletePasskey } from './passkey-queries.ts'
import type { IdentityProviderName } from '#server/providers/identity/port.ts'
import { canSendSmsTo } from '#server/sms/write-sms.ts'
import { enqueueSecurityNotice } from '../mail/security-notice.ts'

/** A sign-in method that a guest may remove: a provider, or a passkey by its id. */
type SignInMethod = { provider: IdentityProviderName } | { passkey: string }

/** Whether the guest could no longer sign in without this method; false for an unknown guest. */
export async function isLastSignInMethod(
  ctx: RequestContext,
  tx: Tx,
  uid: string,
  method: SignInMethod,
): Promise<boolean> {
  const guest = await findGuest(tx, uid)
  return guest !== null && !(await hasOtherSignInMethod(ctx, tx, guest, method))
}

/**
 * Removes a provider or a passkey of a guest and notifies them by mail.
 * @returns false when the guest does not have it.
 * @throws CallError `auth/last-way-in` when the guest has no other sign-in method.
 */
export async function removeSignInMethod(
  ctx: RequestContext,
  tx: Tx,
  uid: string,
  method: SignInMethod,
): Promise<boolean> {
  // Lock the guest: of two concurrent removals each would otherwise count the other's sign-in method.
  const guest = await findGuestForUpdate(tx, uid)
  const removed =
    'passkey' in method
      ? await deletePasskey(tx, uid, method.passkey)
      : (await removeAccount(tx, uid, method.provider)) > 0
  if (!guest || !removed) return false
  // Thrown after the removal: the error rolls the transaction back.
  if (!(await hasOtherSignInMethod(ctx, tx, guest, method))) throw new CallError('auth/last-way-in')
  await enqueueSecurityNotice(
    ctx,
    tx,
    uid,
    'passkey' in method
      ? { change: 'passkeyRemoved' }
      : { change: 'providerRemoved', provider: method.provider },
  )
  return true
}

/**
 * Whether the guest can sign in without `method`: by password, another provider or passkey, or by a link to a
 * verified e-mail or number. An unverified one does not count, because it may be mistyped.
 */
async function hasOtherSignInMethod(
  { deps, tenant }: RequestContext,
  tx: Tx,
  guest: GuestRow,
  method: SignInMethod,
): Promise<boolean> {
  if (guest.email !== null && guest.emailVerified && deps.config.mail !== 'off') return true
  if (guest.mobile !== null && guest.mobileVerified && canSendSmsTo({ tenant, deps }, guest.mobile))
    return true
  return (await countOtherSignInMethods(tx, guest.id, method)) > 0
}
