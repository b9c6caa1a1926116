import { splitName } from '#domain/guest.ts'
import type { Tx } from '#server/database/db.ts'
import { listGroup, type VisitWithSegments } from '../queries.ts'

/** The other visits of a visit's party that were booked, in the order of the persons; empty without one. */
export async function listOthersOf(
  tx: Tx,
  { id, partyId }: Pick<VisitWithSegments, 'id' | 'partyId'>,
): Promise<(VisitWithSegments & { state: 'booked' | 'cancelled' })[]> {
  if (partyId === null) return []
  return (await listGroup(tx, { partyId })).flatMap((other) =>
    other.id === id || other.state === 'held' ? [] : [{ ...other, state: other.state }],
  )
}

/** Whom a visit was booked with, for its guest: first names as they were typed, never those of an account. */
export const toParty = (others: Awaited<ReturnType<typeof listOthersOf>>) =>
  others.map(({ visitor, contact, start, end, state }) => ({
    name: visitor === null ? (contact?.firstname ?? '') : splitName(visitor).firstname,
    start: start.getTime(),
    end: end.getTime(),
    state,
  }))
