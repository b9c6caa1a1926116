import { MAX_QUANTITY } from './price-cart.ts'

type Line = { variantId: string; quantity: number }
type Reduced = { variantId: string; wanted: number; got: number }

/**
 * Two carts as one: the lines of `into` first, then what only `from` has; quantities of a variant are added
 * up to its stock and to the most pieces of a line. `stockOf`: null is unlimited, undefined is not sold any
 * more. `reduced` has the variants of which there are fewer than in both together, also those of which none
 * remain.
 */
export function mergeCarts(
  into: readonly Line[],
  from: readonly Line[],
  stockOf: (variantId: string) => number | null | undefined,
): { lines: Line[]; reduced: Reduced[] } {
  const sums = new Map<string, number>()
  for (const { variantId, quantity } of [...into, ...from])
    sums.set(variantId, (sums.get(variantId) ?? 0) + quantity)
  const merged = [...sums].map(([variantId, wanted]) => {
    const stock = stockOf(variantId)
    const most = stock === undefined ? 0 : Math.max(stock ?? MAX_QUANTITY, 0)
    return { variantId, wanted, got: Math.min(wanted, most, MAX_QUANTITY) }
  })
  return {
    lines: merged.filter(({ got }) => got > 0).map(({ variantId, got }) => ({ variantId, quantity: got })),
    reduced: merged.filter(({ wanted, got }) => got < wanted),
  }
}

/** What of a cart is left once `bought` was taken out of it: what was added since stays. */
export function subtractLines(lines: readonly Line[], bought: readonly Line[]): Line[] {
  const taken = new Map<string, number>()
  for (const { variantId, quantity } of bought) taken.set(variantId, (taken.get(variantId) ?? 0) + quantity)
  return lines
    .map(({ variantId, quantity }) => ({ variantId, quantity: quantity - (taken.get(variantId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
