/** Names a unit of a resource. */
export type UnitName = { resourceId: string; unit: number }

export const isSameUnit = (one: UnitName, other: UnitName): boolean =>
  one.resourceId === other.resourceId && one.unit === other.unit

/** Equal for the same unit. */
export const unitKey = ({ resourceId, unit }: UnitName): string => `${resourceId} ${unit}`

/** What people of the salon call a unit: with its number where there are several. */
export const unitName = (
  { name, units }: { name: string; units: readonly number[] },
  unit: number,
): string => (units.length === 1 && units[0] === unit ? name : `${name} ${unit}`)
