import { brandPairs, brandScale, contrast } from '#domain/brand.ts'

const hex2 = (value: number) => value.toString(16).padStart(2, '0')
const levels = [0, 64, 128, 191, 255]

/**
 * More than 200 different colours '#rrggbb' that are hard to make accessible: the ends of the scale,
 * saturated ones, every grey.
 */
export const hostileColors: readonly string[] = [
  ...new Set([
    '#000000',
    '#ffffff',
    '#ffff00',
    '#00ff00',
    '#00ffff',
    '#ff00ff',
    '#ff0000',
    '#0000ff',
    '#39ff14',
    '#ccff00',
    '#ff6ec7',
    '#fe0000',
    '#010101',
    '#fefefe',
    '#fffff0',
    '#f5f5dc',
    '#0a0a23',
    '#2b0008',
    '#001a00',
    '#757575',
    '#767676',
    '#777777',
    '#808080',
    '#bada55',
    ...Array.from({ length: 64 }, (_, step) => `#${hex2(step * 4).repeat(3)}`),
    ...levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${hex2(r)}${hex2(g)}${hex2(b)}`))),
  ]),
]

/**
 * Two tokens of a colour's scale; `room` is their contrast divided by the required minimum, so 1 is the
 * limit.
 */
type Near = { color: string; mode: 'light' | 'dark'; pair: string; headroom: number }

/** Every pair of tokens of a tenant's colour, in light and in dark mode. */
export function pairsOf(color: string): Near[] {
  const { tokens } = brandScale(color)
  return (['light', 'dark'] as const).flatMap((mode) =>
    brandPairs.map(([foreground, background, least]) => ({
      color,
      mode,
      pair: `${foreground} on ${background}`,
      headroom: contrast(tokens[foreground][mode], tokens[background][mode]) / least,
    })),
  )
}

/**
 * The hostile colours whose pairs come closest to their limits, each with that pair; each pair is listed
 * once, since greys share theirs.
 */
export function worstColors(count: number): Near[] {
  const worst: Near[] = []
  for (const near of hostileColors.flatMap(pairsOf).toSorted((a, b) => a.headroom - b.headroom)) {
    if (
      worst.length < count &&
      worst.every(
        ({ color, mode, pair }) => color !== near.color && (mode !== near.mode || pair !== near.pair),
      )
    )
      worst.push(near)
  }
  return worst
}
