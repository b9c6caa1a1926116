import type { Tx } from '../data/db.ts'
import { endActionCodes } from '../data/action-code.ts'
import type { GuestRow } from '../data/guest.ts'
import { removeWaysIn, verifyGuestEmail } from '../data/guest-access.ts'
import { joinVisits } from './join-visits.ts'

/**
 * Notes that a guest has shown to own the account's address. Where nobody had in a browser that the account knows, whatever way in the account had may be a
 * stranger's who only typed that address: it all goes, unless the same proof shows that it is the owner's (`own`: the
 * browser that made the account, or one that is signed in to it).
 */
export async function proveEmail(
  tx: Tx,
  guest: GuestRow,
  { own, at }: { own: boolean; at: Date },
): Promise<void> {
  if (guest.email === null) return
  if (!guest.emailVerified || guest.emailVerifiedElsewhere) {
    if (!own) {
      await removeWaysIn(tx, guest.id)
      await endActionCodes(tx, guest.id, [
        'verifyAndChangeEmail',
        'resetPassword',
        'magicLogin',
        'signInCode',
        'confirmMobile',
        'provider',
        'handOver',
        'providerEmail',
        'passkey',
      ])
    }
    await verifyGuestEmail(tx, guest.id, at)
  }
  await joinVisits(tx, guest.id, { email: guest.email })
}
