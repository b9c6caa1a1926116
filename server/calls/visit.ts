import { CallError } from '#contract/errors.ts'
import { hashOf, isHandleValid } from '../booking/handle.ts'
import { shownBooking, shownVisit } from '../booking/show.ts'
import type { Handler } from '../context.ts'
import type { Tx } from '../data/db.ts'
import { getFinance } from '../data/tenant.ts'
import {
  countPastVisits,
  findVisit,
  listPastVisits,
  listUpcomingVisits,
  type VisitWithSegments,
} from '../data/visit.ts'
import { visitCalendar } from '../visit-mail.ts'
import { ownTenant } from './tenant.ts'

const PAST_MS = 30 * 24 * 3_600_000

/** Whoever has the handle may see the visit until the handle ends; of an account, only its owner sees anything. */
export const getVisit: Handler<'getVisit'> = async (scope, { tenantId, handle }) => {
  ownTenant(scope, tenantId)
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const { visit, state } = await getShown(tx, handle, scope.deps.now())
    return shownVisit(scope, await getFinance(tx), visit, state)
  })
}

/** The visit of a handle as an iCalendar file. @throws CallError `not-found`. */
export const getCalendarFile: Handler<'getCalendarFile'> = async (scope, { tenantId, handle }) => {
  ownTenant(scope, tenantId)
  const { visit } = await scope.deps.db.read(scope.tenant.id, (tx) => getShown(tx, handle, scope.deps.now()))
  return {
    name: `${scope.tenant.id}-${visit.start.toISOString().slice(0, 10)}.ics`,
    ics: visitCalendar(scope, visit),
  }
}

async function getShown(
  tx: Tx,
  handle: string,
  now: number,
): Promise<{ visit: VisitWithSegments; state: 'booked' | 'cancelled' }> {
  const visit = await findVisit(tx, { handleHash: hashOf(handle) })
  if (!visit || visit.state === 'held' || !isHandleValid(visit, now)) throw new CallError('not-found')
  return { visit, state: visit.state }
}

/** The guest's own upcoming visits, the next one first. */
export const listBookings: Handler<'listBookings'> = async (scope, { tenantId, uid }) => {
  ownTenant(scope, tenantId)
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const finance = await getFinance(tx)
    const visits = await listUpcomingVisits(tx, uid, new Date(scope.deps.now()))
    return { documents: visits.map((visit) => shownBooking(scope, finance, visit)) }
  })
}

/** The past visits of the last thirty days; of nobody in particular there are none. */
export const getUserBookings: Handler<'apiStore-getUserBookings'> = async (scope, { tenantId, limit }) => {
  ownTenant(scope, tenantId)
  const { guest } = scope
  if (!guest) return { bookings: [], total: 0 }
  const now = scope.deps.now()
  const range = { since: new Date(now - PAST_MS), now: new Date(now) }
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const finance = await getFinance(tx)
    const visits = await listPastVisits(tx, guest.uid, { ...range, limit })
    return {
      bookings: visits.map((visit) => shownBooking(scope, finance, visit)),
      total: await countPastVisits(tx, guest.uid, range),
    }
  })
}
