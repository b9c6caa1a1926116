import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { assignVisits } from './queries.ts'

/**
 * Assigns to a guest the visits that were booked without an account with this e-mail address or mobile, which
 * the guest has verified; with an `id` only that visit of them. The links in their mails stay valid.
 * @returns the number of visits.
 */
export async function claimVisits(
  tx: Tx,
  uid: string,
  verifiedContact: { email: string; id?: string } | { mobile: string },
): Promise<number> {
  const count = await assignVisits(tx, uid, verifiedContact)
  if (count > 0) await publishChange(tx, 'visits', uid)
  return count
}
