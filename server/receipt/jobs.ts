import { localParts, startOfDay } from '#domain/zone.ts'
import { CART_SECONDS } from '../cart/owner.ts'
import { deleteOldCarts } from '../cart/queries.ts'
import type { Tx } from '../database/db.ts'
import { deleteOldReceipts, redactOldOrders } from './queries.ts'

/**
 * Deletes one tenant's carts without an account, and receipts that were never paid, when the browser's
 * cookie has ended, and redacts orders without an account when the accounts need them no longer.
 * @param now epoch ms. @returns the number of rows changed.
 */
export async function sweepCarts(tx: Tx, now: number): Promise<number> {
  const before = new Date(now - CART_SECONDS * 1000)
  return (
    (await deleteOldCarts(tx, before)) +
    (await deleteOldReceipts(tx, before)) +
    (await redactOldOrders(tx, startOfKeptYears(now)))
  )
}

/** Accounting records are kept for 5 years from the end of the financial year: bogføringsloven § 12. */
const KEPT_YEARS = 5
/** The zone of that law. */
const ZONE = 'Europe/Copenhagen'

/** The start of the oldest year whose orders are kept as they are. @param now epoch ms. */
function startOfKeptYears(now: number): Date {
  const year = Number(localParts(ZONE, Math.floor(now / 60_000)).date.slice(0, 4)) - KEPT_YEARS
  return new Date(startOfDay(ZONE, `${year}-01-01`) * 60_000)
}
