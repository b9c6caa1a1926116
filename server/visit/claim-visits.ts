import type { Tx } from '../database/db.ts'
import { publishChange } from '../database/change-events.ts'
import { assignVisits } from './queries.ts'
import { recordVisitChanges } from './record-change.ts'

/**
 * Assigns to a guest the visits that were booked without an account with this e-mail address or mobile, which
 * the guest has verified; with an `id` only that visit of them. The links in their mails stay valid.
 * @param at when the guest has verified it.
 * @returns the number of visits.
 */
export async function claimVisits(
  tx: Tx,
  uid: string,
  verifiedContact: { email: string; id?: string } | { mobile: string },
  at: Date,
): Promise<number> {
  const ids = await assignVisits(tx, uid, verifiedContact)
  await recordVisitChanges(tx, ids, { actor: { kind: 'guest' }, kind: 'claimed', at })
  if (ids.length > 0) await publishChange(tx, 'visits', uid)
  return ids.length
}
