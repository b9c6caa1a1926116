import { lockGroup, listGroup, lockVisit, type GroupName, type VisitWithSegments } from '../queries.ts'
import type { Tx } from '#server/database/db.ts'

/**
 * A hold: one visit, or those of a group: the dates of a series, the next one first, or the persons of a
 * party in their order. They are held, prolonged, booked and released together, and have one end.
 */
export type HeldVisits = VisitWithSegments[]

/** What a visit is held together with; null for a visit of its own. */
const groupOf = ({ seriesId, partyId }: Pick<VisitWithSegments, 'seriesId' | 'partyId'>): GroupName | null =>
  partyId !== null ? { partyId } : seriesId !== null ? { seriesId } : null

/** The holds that these visits are, in the order of their first ones. */
export const groupHolds = (visits: readonly VisitWithSegments[]): HeldVisits[] =>
  [...Map.groupBy(visits, ({ partyId, seriesId, id }) => partyId ?? seriesId ?? id).values()].map(inOrder)

/** The visits of a hold in their order. */
export const inOrder = (visits: readonly VisitWithSegments[]): HeldVisits =>
  visits.toSorted((a, b) => place(a) - place(b))

const place = ({ partyPosition, start }: VisitWithSegments): number => partyPosition ?? start.getTime()

/**
 * All visits that are held together with this one, and itself, in the order of `HeldVisits`. For a visit that
 * is not held it is only itself.
 */
export async function listHeldWith(tx: Tx, visit: VisitWithSegments): Promise<HeldVisits> {
  const group = groupOf(visit)
  if (!group || visit.state !== 'held') return [visit]
  return (await listGroup(tx, group)).filter(({ state }) => state === 'held')
}

/**
 * Locks a visit and those that are in one group with it. @returns their current states; empty: it is gone.
 */
export async function lockTogether(tx: Tx, visit: VisitWithSegments): Promise<HeldVisits> {
  const group = groupOf(visit)
  if (group) return lockGroup(tx, group)
  const locked = await lockVisit(tx, visit.id)
  return locked ? [locked] : []
}
