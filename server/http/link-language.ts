import type { GuestLink } from '#contract/link-path.ts'
import { findCancelLinkLanguage } from '../visit/change/cancel.ts'
import { codeState, findActionCode } from '../identity/action-code/queries.ts'
import type { Tx } from '../database/db.ts'
import { findGuest } from '../guest/queries.ts'
import { findMessage } from '../content/message-queries.ts'
import { findEntryLanguage } from '../waitlist/link-calls.ts'
import { linkKinds } from '../identity/sign-in-code/code-sign-in.ts'

const entryPurposes: { [kind in GuestLink['kind']]?: 'confirm' | 'extend' | 'leave' } = {
  waitlistConfirm: 'confirm',
  waitlistExtend: 'extend',
  waitlistLeave: 'leave',
}

/**
 * The language of the guest for whom a link was made; null for an invalid,
 * used or expired link, which reveals nothing.
 * @param now epoch ms.
 */
export async function languageOfGuestLink(
  tx: Tx,
  { kind, handle }: GuestLink,
  now: number,
): Promise<string | null> {
  if (kind === 'cancel') return findCancelLinkLanguage(tx, handle, now)
  const purpose = entryPurposes[kind]
  if (purpose) return findEntryLanguage(tx, purpose, handle, now)
  if (kind === 'message' || kind === 'offer') {
    const message = await findMessage(tx, handle)
    return message && (!message.expiresAt || message.expiresAt.getTime() > now)
      ? (message.data.preferredLanguage ?? null)
      : null
  }
  const code = await findActionCode(tx, handle, linkKinds)
  if (!code?.guestId || codeState(code, now) !== 'fresh') return null
  return (await findGuest(tx, code.guestId))?.preferredLanguage ?? null
}
