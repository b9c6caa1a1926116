import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { claimVisits } from '../visit/claim-visits.ts'
import { assignEntries, createChange } from './queries.ts'

/**
 * Assigns to a guest the visits and waitlist entries that were made without an account with this e-mail
 * address or mobile, which the guest has verified. The links in their mails stay valid.
 */
export async function claimContact(
  tx: Tx,
  uid: string,
  verified: { email: string } | { mobile: string },
  now: Date,
): Promise<void> {
  await claimVisits(tx, uid, verified, now)
  const entries = await assignEntries(tx, uid, verified, now)
  for (const { id, state } of entries)
    await createChange(tx, { entryId: id, event: 'claimed', by: 'guest', from: state, to: state, at: now })
  if (entries.length > 0) await publishChange(tx, 'waitlist', uid)
}
