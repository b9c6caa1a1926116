import { randomUUID } from 'node:crypto'
import type { Offer } from '#domain/availability/request.ts'
import type { Bookable, RequestedServices } from '#server/availability/bookable.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { buildSegments } from '#server/availability/offer.ts'
import { createSegmentsOf } from '#server/availability/segment-queries.ts'
import type { Dependencies, Tenant } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { visitHashes } from '#server/secret/handle.ts'
import { createVisits, reloadVisits, type NewVisit } from '../queries.ts'
import { inOrder, type HeldVisits } from './group.ts'

/** A visit to hold: an offer of these services. `row`: what else is known of it already. */
export type NewHold = { requested: RequestedServices; offer: Offer; row?: Partial<NewVisit> }

type Context = { tenant: Pick<Tenant, 'id'>; deps: Pick<Dependencies, 'now' | 'secret'> }
/** `holdUntil`: epoch ms; `common`: what is the same of all of them. */
type Common = { bookable: Bookable; holdUntil: number; common: Partial<NewVisit> }

/** Writes held visits, whose members and resources the caller has locked. */
export async function createHeld(
  { tenant, deps }: Context,
  tx: Tx,
  holds: readonly NewHold[],
  { bookable, holdUntil, common }: Common,
): Promise<HeldVisits> {
  const visits = holds.map(({ requested, offer, row }) => ({
    visitId: randomUUID(),
    segments: buildSegments(bookable, requested, offer),
    offer,
    row,
  }))
  await createVisits(
    tx,
    visits.map(({ visitId, segments, offer, row }) => ({
      id: visitId,
      state: 'held',
      start: new Date(offer.start * 60_000),
      end: new Date(offer.end * 60_000),
      ...visitHashes(deps.secret, tenant.id, visitId),
      currency: bookable.currency,
      price: segments.reduce((sum, one) => sum + one.price, 0),
      holdUntil: new Date(holdUntil),
      createdAt: new Date(deps.now()),
      ...common,
      ...row,
    })),
  )
  await createSegmentsOf(tx, visits)
  const held = await reloadVisits(
    tx,
    visits.map(({ visitId }) => visitId),
  )
  await bumpCalendar(tx)
  return inOrder(held)
}
