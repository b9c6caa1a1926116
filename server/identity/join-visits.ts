import type { Tx } from '../data/db.ts'
import { announce } from '../data/news.ts'
import { giveVisits } from '../data/visit.ts'

/**
 * Visits that were booked without an account with an address or a mobile that a guest has now proved become the guest's. The
 * links in their mails stay as they are.
 * @returns how many.
 */
export async function joinVisits(
  tx: Tx,
  uid: string,
  proved: { email: string } | { mobile: string },
): Promise<number> {
  const joined = await giveVisits(tx, uid, proved)
  if (joined > 0) await announce(tx, 'visits', uid)
  return joined
}
