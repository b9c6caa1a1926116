import { bumpCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { freeExpired } from '../data/segment.ts'
import { forgetTyped, removeHolds } from '../data/visit.ts'
import { wipeEndedMails } from '../data/mail.ts'
import { HANDLE_MS } from './handle.ts'

/** A guest who comes back to a hold that has run out is told so this long. */
const KEPT_MS = 24 * 3_600_000

/**
 * Gives back the time of one tenant's holds that have run out, and forgets those of yesterday. Nothing depends on it: a
 * hold that has run out counts for nothing anyway. @returns how many rows it touched.
 */
export async function sweepHolds(tx: Tx, now: number): Promise<number> {
  const touched =
    (await freeExpired(tx, 'everyone', new Date(now))) + (await removeHolds(tx, new Date(now - KEPT_MS)))
  if (touched > 0) await bumpCalendar(tx)
  return touched
}

/**
 * Wipes one tenant's mails with links to visits that have ended (`now` in epoch ms), and what strangers may have typed for visits of
 * accounts once no handle shows it any more. @returns how many rows it touched.
 */
export const sweepVisits = async (tx: Tx, now: number): Promise<number> =>
  (await wipeEndedMails(tx, new Date(now))) + (await forgetTyped(tx, new Date(now - HANDLE_MS)))
