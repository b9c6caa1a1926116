import type { GuestLink } from '#domain/link-path.ts'
import { languageOfLink as languageOfCancelLink } from './booking/cancel.ts'
import { codeState, findActionCode } from './data/action-code.ts'
import type { Tx } from './data/db.ts'
import { findGuest } from './data/guest.ts'
import { findMessage } from './data/public-message.ts'
import { linkKinds } from './identity/code-sign-in.ts'

/**
 * The language of the guest for whom a link was made; null for one that does not work, or not any more: of those nothing is told.
 * @param now epoch ms.
 */
export async function languageOfGuestLink(
  tx: Tx,
  { kind, handle }: GuestLink,
  now: number,
): Promise<string | null> {
  if (kind === 'cancel') return languageOfCancelLink(tx, handle, now)
  if (kind === 'message') {
    const message = await findMessage(tx, handle)
    return message && (!message.expiresAt || message.expiresAt.getTime() > now)
      ? (message.data.preferredLanguage ?? null)
      : null
  }
  const code = await findActionCode(tx, handle, linkKinds)
  if (!code?.guestId || codeState(code, now) !== 'fresh') return null
  return (await findGuest(tx, code.guestId))?.preferredLanguage ?? null
}
