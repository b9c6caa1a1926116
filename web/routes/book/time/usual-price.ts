import type { Combo } from '../shared/load-times.ts'

/**
 * The price of most of these times (minor units), the lowest of several such, and whether it is that of all;
 * null without times.
 */
export function usualPrice(
  times: [number, number][],
  combos: Combo[],
): { price: number; onlyOne: boolean } | null {
  const prices = times.flatMap(([, combo]) => combos[combo]?.price ?? [])
  const often = [...Map.groupBy(prices, (price) => price)].toSorted(
    ([a, some], [b, others]) => others.length - some.length || a - b,
  )
  return often[0] ? { price: often[0][0], onlyOne: often.length === 1 } : null
}
