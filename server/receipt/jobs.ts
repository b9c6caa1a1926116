import { CART_SECONDS } from '../cart/owner.ts'
import { deleteOldCarts } from '../cart/queries.ts'
import type { Tx } from '../database/db.ts'
import { deleteOldReceipts } from './queries.ts'

/**
 * Deletes one tenant's carts without an account, and receipts that were never paid, when the browser's
 * cookie has ended. @param now epoch ms. @returns the number of deleted rows.
 */
export async function sweepCarts(tx: Tx, now: number): Promise<number> {
  const before = new Date(now - CART_SECONDS * 1000)
  return (await deleteOldCarts(tx, before)) + (await deleteOldReceipts(tx, before))
}
