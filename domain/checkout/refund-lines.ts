import { shareDiscount } from '../cart/price-cart.ts'
import { groupByRate, type RatedAmount, type VatRate } from '../vat.ts'
import { countPieces, type Pieces } from './pieces.ts'

type Order = {
  /** `priceIncVat`: of one piece, in minor units. `vat`: its own rate; default: `vatPercent`. */
  items: readonly (Pieces & { priceIncVat: number; vat?: VatRate | undefined })[]
  /** What discounts took off the goods, in minor units. */
  discount: number
  vatPercent?: number
}

/**
 * What is refunded for single pieces, in minor units: their price less their share of the discounts; shipping
 * stays. All pieces, in any number of refunds, come to exactly what the goods have cost.
 * @param before pieces that were refunded already.
 * @returns null for a variant that the order does not have, or more pieces than are left of it.
 */
export function refundForPieces(
  order: Order,
  before: readonly Pieces[],
  wanted: readonly Pieces[],
): number | null {
  const parts = refundPartsForPieces(order, before, wanted)
  return parts && parts.reduce((sum, { gross }) => sum + gross, 0)
}

/** As `refundForPieces`, by rate: at each, all pieces come to exactly what its goods have cost. */
export function refundPartsForPieces(
  { items, discount, vatPercent = 0 }: Order,
  before: readonly Pieces[],
  wanted: readonly Pieces[],
): RatedAmount[] | null {
  const isLeft = wanted.every(({ variantId, quantity }) => {
    const ordered = countPieces(items, variantId)
    return quantity > 0 && countPieces(before, variantId) + countPieces(wanted, variantId) <= ordered
  })
  if (wanted.length === 0 || !isLeft) return null
  const computePrices = (pieces: readonly Pieces[]) =>
    items.map(({ variantId, priceIncVat }) => countPieces(pieces, variantId) * priceIncVat)
  const totals = computePrices(items)
  const shares = shareDiscount(totals, totals.reduce((sum, one) => sum + one, 0) - discount)
  const byRate = (amounts: readonly number[]) =>
    groupByRate(items.map(({ vat = vatPercent }, at) => ({ rate: vat, gross: amounts[at] ?? 0 })))
  const [subtotals, discounts] = [byRate(totals), byRate(shares)]
  const paidFor = (pieces: readonly Pieces[]) =>
    byRate(computePrices(pieces)).map(({ gross: price }, at) => {
      const [subtotal, taken] = [subtotals[at]?.gross ?? 0, discounts[at]?.gross ?? 0]
      return subtotal === 0 ? 0 : price - Math.round((price * taken) / subtotal)
    })
  const [now, earlier] = [paidFor([...before, ...wanted]), paidFor(before)]
  return subtotals.flatMap(({ rate }, at) => {
    const gross = (now[at] ?? 0) - (earlier[at] ?? 0)
    return gross === 0 ? [] : [{ rate, gross }]
  })
}
