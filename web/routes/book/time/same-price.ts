import type { Combo } from '../shared/load-times.ts'

/** The price of all these times (minor units); null where they differ, or without times. */
export function samePrice(times: [number, number][], combos: Combo[]): number | null {
  const [price, ...others] = new Set(times.flatMap(([, combo]) => combos[combo]?.price ?? []))
  return price === undefined || others.length > 0 ? null : price
}
