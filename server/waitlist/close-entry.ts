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
  ctx: MailContext,
  tx: Tx,
  entry: Entry,
  { event, by }: { event: 'left' | 'ended'; by: Actor },
): Promise<Entry | null> {
  await withdrawOffer(ctx, tx, entry)
  return changeEntry(ctx, tx, entry, { event, by })
}
