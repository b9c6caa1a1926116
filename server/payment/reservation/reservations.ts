import type { Reserved } from '#domain/checkout/reservation-limit.ts'
import type { Tx } from '#server/database/db.ts'
import { changeStock } from '#server/product/stock-queries.ts'
import { changeUses } from '#server/receipt/queries.ts'

/** What an order lacks. */
export type Shortage = { of: 'stock'; variantId: string } | { of: 'code'; code: string }

/**
 * Takes the pieces and the uses of codes that an order needs, in the order of their ids, so that two orders
 * never wait for each other.
 * @returns the first that is short, or null. What was taken until then stays taken: roll back.
 */
export async function takeReserved(tx: Tx, reserved: Reserved): Promise<Shortage | null> {
  for (const { variantId, quantity } of inOrder(reserved.items, 'variantId'))
    if (!(await changeStock(tx, variantId, -quantity))) return { of: 'stock', variantId }
  for (const { promotionId, code } of inOrder(reserved.discounts, 'promotionId'))
    if (!(await changeUses(tx, promotionId, 1))) return { of: 'code', code }
  return null
}

/** Returns what `takeReserved` has taken. */
export async function returnReserved(tx: Tx, reserved: Reserved): Promise<void> {
  for (const { variantId, quantity } of inOrder(reserved.items, 'variantId'))
    await changeStock(tx, variantId, quantity)
  for (const { promotionId } of inOrder(reserved.discounts, 'promotionId'))
    await changeUses(tx, promotionId, -1)
}

const inOrder = <K extends string, T extends Record<K, string>>(rows: readonly T[], key: K): T[] =>
  rows.toSorted((a, b) => (a[key] < b[key] ? -1 : 1))
