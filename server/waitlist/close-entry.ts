import type { Tx } from '../database/db.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { changeEntry, type Actor } from './change-entry.ts'
import { withdrawOffer } from './offer.ts'
import type { Entry } from './queries.ts'

/**
 * Closes an entry that the caller has locked, with the lock of the waitlist: its open offer is withdrawn, and
 * the offered time goes to the next. @returns the entry after it; null where it is closed already.
 */
export async function closeEntry(
  tx: Tx,
  ctx: MailContext,
  entry: Entry,
  event: 'left' | 'ended',
  by: Actor,
): Promise<Entry | null> {
  await withdrawOffer(tx, ctx, entry)
  return changeEntry(tx, ctx, entry, event, by)
}
