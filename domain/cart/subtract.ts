type Line = { variantId: string; quantity: number }

/** What of a cart is left once `bought` was taken out of it: what was added since stays. */
export function subtractLines(lines: readonly Line[], bought: readonly Line[]): Line[] {
  const taken = new Map<string, number>()
  for (const { variantId, quantity } of bought) taken.set(variantId, (taken.get(variantId) ?? 0) + quantity)
  return lines
    .map(({ variantId, quantity }) => ({ variantId, quantity: quantity - (taken.get(variantId) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
}
