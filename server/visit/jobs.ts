import { bumpCalendar } from '../availability/calendar-queries.ts'
import type { Tx } from '../database/db.ts'
import { releaseExpiredHolds } from '../availability/segment-queries.ts'
import { clearContacts, removeExpiredHolds } from './queries.ts'
import { redactEndedMails } from '../mail/queries.ts'
import { HANDLE_MS } from './handle.ts'

/**
 * Retention of expired holds: until then a returning guest sees `visit/hold-expired` instead of `not-found`.
 */
const TTL_MS = 24 * 3_600_000

/**
 * Releases the time of a tenant's expired holds and deletes those that expired a day ago. Correctness does
 * not depend on it: an expired hold is ignored everywhere. @returns the number of rows changed.
 */
export async function sweepHolds(tx: Tx, now: number): Promise<number> {
  const touched =
    (await releaseExpiredHolds(tx, 'everyone', new Date(now))) +
    (await removeExpiredHolds(tx, new Date(now - TTL_MS)))
  if (touched > 0) await bumpCalendar(tx)
  return touched
}

/**
 * Redacts a tenant's mails with links to visits that have ended (`now` in epoch ms). Clears the contacts of
 * visits that belong to an account once their handles have expired: another person may have entered them.
 * @returns the number of rows changed.
 */
export const sweepVisits = async (tx: Tx, now: number): Promise<number> =>
  (await redactEndedMails(tx, new Date(now))) + (await clearContacts(tx, new Date(now - HANDLE_MS)))
