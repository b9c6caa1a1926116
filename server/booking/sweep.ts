import { bumpCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { freeExpired } from '../data/segment.ts'
import { removeHolds } from '../data/visit.ts'

/** A guest who comes back to a hold that has run out is told so this long. */
const KEPT_MS = 24 * 3_600_000

/**
 * Gives back the time of one tenant's holds that have run out, and forgets those of yesterday. Nothing depends on it: a
 * hold that has run out counts for nothing anyway. @returns how many rows it touched.
 */
export async function sweepHolds(tx: Tx, now: number): Promise<number> {
  const touched = (await freeExpired(tx, 'everyone', new Date(now))) + (await removeHolds(tx, new Date(now - KEPT_MS)))
  if (touched > 0) await bumpCalendar(tx)
  return touched
}
