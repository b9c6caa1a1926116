import { signInKinds } from '#domain/action-code.ts'
import { deleteCart } from '#server/cart/queries.ts'
import type { Tx } from '#server/database/db.ts'
import { endActionCodes } from './queries.ts'
import type { GuestRow } from '#server/guest/queries.ts'
import { removeEarlierOwner, verifyGuestEmail } from '#server/guest/email-queries.ts'
import { claimContact } from '#server/waitlist/claim-contact.ts'

/**
 * Marks the account's e-mail as verified and assigns the visits that were booked with it to the account.
 *
 * Before the first verification in the account's own browser, an attacker may have created the account with
 * the victim's e-mail (pre-account hijacking). Every existing sign-in method, all details and the cart are
 * removed then, unless `isOwner`: the verifying browser is signed in to the account.
 */
export async function markEmailVerified(
  tx: Tx,
  guest: GuestRow,
  { isOwner, at }: { isOwner: boolean; at: Date },
): Promise<void> {
  if (guest.email === null) return
  if (!guest.emailVerified || guest.emailVerifiedElsewhere) {
    if (!isOwner) {
      await removeEarlierOwner(tx, guest.id, at)
      // The checkout of the cart may have been filled in.
      await deleteCart(tx, { guestId: guest.id })
      await endActionCodes(tx, guest.id, [
        'verifyAndChangeEmail',
        'resetPassword',
        ...signInKinds,
        'confirmMobile',
        'provider',
        'handOver',
        'providerEmail',
        'passkey',
      ])
    }
    await verifyGuestEmail(tx, guest.id, at)
  }
  await claimContact(tx, guest.id, { email: guest.email }, at)
}
