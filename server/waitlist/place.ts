import { computePlace } from '#domain/waitlist/order.ts'
import type { Tx } from '../database/db.ts'
import type { RequestContext } from '../context/context.ts'
import { listRankedEntries, type RankedEntry } from './queries.ts'

/** An entry as the rules of the order take it. */
export const toCompetitor = ({ id, rank, services, windows, endsAt }: RankedEntry) => ({
  id,
  rank,
  services,
  windows,
  endsAt: endsAt.getTime(),
})

/** The places of open entries among those that compete with them, by entry id. */
export async function loadPlaces(
  { deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>,
  tx: Tx,
  entries: RankedEntry[],
): Promise<Map<string, { place: number; of: number }>> {
  if (entries.length === 0) return new Map()
  const services = [...new Set(entries.flatMap((entry) => entry.services))]
  const ranked = (await listRankedEntries(tx, new Date(deps.now()), services)).map(toCompetitor)
  return new Map(
    entries.map((entry) => [entry.id, computePlace(toCompetitor(entry), ranked, tenant.profile.timeZone)]),
  )
}
