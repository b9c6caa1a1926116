import { brandPairs, brandScale, contrast } from '#domain/brand.ts'

const hex2 = (value: number) => value.toString(16).padStart(2, '0')
const levels = [0, 64, 128, 191, 255]

/** More than 200 colours '#rrggbb', no two alike, that a tenant might give and a designer would not: the ends of the scale, the loud, every grey. */
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

/** Two tokens of a colour's scale; `room` is their contrast by the least that they need, so 1 is the limit. */
type Near = { color: string; mode: 'light' | 'dark'; pair: string; room: number }

/** Every pair of tokens of a tenant's colour, in light and in dark. */
export function pairsOf(color: string): Near[] {
  const { tokens } = brandScale(color)
  return (['light', 'dark'] as const).flatMap((mode) =>
    brandPairs.map(([front, ground, least]) => ({
      color,
      mode,
      pair: `${front} on ${ground}`,
      room: contrast(tokens[front][mode], tokens[ground][mode]) / least,
    })),
  )
}

/** The hostile colours whose pairs come closest to their limits, each with the pair that does; a pair is there once, for greys share theirs. */
export function worstColors(count: number): Near[] {
  const worst: Near[] = []
  for (const near of hostileColors.flatMap(pairsOf).toSorted((a, b) => a.room - b.room)) {
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
