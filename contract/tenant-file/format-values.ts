import { Scalar } from 'yaml'

export type Settings = Record<string, unknown>

/** The present settings in the order of the schema. */
export function inOrder({ entries }: { entries: object }, settings: Settings): Settings {
  return Object.fromEntries(
    Object.keys(entries)
      .map((key) => [key, settings[key]])
      .filter(([, value]) => value !== undefined),
  )
}

export const unless = <T>(value: T, standard: T): T | undefined => (value === standard ? undefined : value)
export const listed = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined)

/** Minor units as major units: 36000 is 360.00. */
export function money(minor: number): Scalar<number> {
  const scalar = new Scalar(minor / 100)
  scalar.minFractionDigits = 2
  return scalar
}
