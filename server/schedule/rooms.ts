import { unitKey, unitName } from '#domain/availability/unit.ts'
import { listResources, listUnits } from '../availability/resource-queries.ts'
import type { Tx } from '../database/db.ts'
import type { ScheduledSegment } from './queries.ts'

/** Lists the salon's rooms and devices in its order; those that are there no longer only where used. */
export async function listRooms(
  tx: Tx,
  segments: readonly ScheduledSegment[],
): Promise<{ id: string; name: string }[]> {
  const used = new Set(segments.flatMap(({ units }) => units.map(unitKey)))
  const byResource = Map.groupBy(await listUnits(tx), ({ resourceId }) => resourceId)
  return (await listResources(tx)).flatMap(({ id, name }) => {
    const all = byResource.get(id) ?? []
    const units = all.flatMap(({ unit, active }) => (active ? [unit] : []))
    return all
      .filter((one) => one.active || used.has(unitKey(one)))
      .map((one) => ({ id: unitKey(one), name: unitName({ name, units }, one.unit) }))
  })
}
