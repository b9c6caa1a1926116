import { countPieces, type Pieces } from './pieces.ts'

type Order = {
  /** `priceIncVat`: of one piece, in minor units. */
  items: readonly (Pieces & { priceIncVat: number })[]
  /** What discounts took off the goods, in minor units. */
  discount: number
}

/**
 * What is refunded for single pieces, in minor units: their price less their share of the discounts; shipping
 * stays. All pieces, in any number of refunds, come to exactly what the goods have cost.
 * @param before pieces that were refunded already.
 * @returns null for a variant that the order does not have, or more pieces than are left of it.
 */
export function refundForPieces(
  { items, discount }: Order,
  before: readonly Pieces[],
  wanted: readonly Pieces[],
): number | null {
  const isLeft = wanted.every(({ variantId, quantity }) => {
    const ordered = countPieces(items, variantId)
    return quantity > 0 && countPieces(before, variantId) + countPieces(wanted, variantId) <= ordered
  })
  if (wanted.length === 0 || !isLeft) return null
  const computePrice = (pieces: readonly Pieces[]) =>
    items.reduce((sum, { variantId, priceIncVat }) => sum + countPieces(pieces, variantId) * priceIncVat, 0)
  const subtotal = computePrice(items)
  const paidFor = (pieces: readonly Pieces[]) => {
    const price = computePrice(pieces)
    return subtotal === 0 ? 0 : price - Math.round((price * discount) / subtotal)
  }
  return paidFor([...before, ...wanted]) - paidFor(before)
}
