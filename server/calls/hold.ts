import { holdEnd, isHeld, prolongFault } from '#domain/visit/hold.ts'
import { CallError } from '#contract/errors.ts'
import * as booking from '../booking/confirm.ts'
import { hashOf } from '../booking/handle.ts'
import * as holding from '../booking/hold.ts'
import { owns } from '../booking/owner.ts'
import { shownHold } from '../booking/show.ts'
import type { Handler, Scope } from '../context.ts'
import { bumpCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { getFinance } from '../data/tenant.ts'
import {
  findVisit,
  getVisit,
  lockVisit,
  removeVisit,
  updateVisit,
  type VisitWithSegments,
} from '../data/visit.ts'
import { ownTenant } from './tenant.ts'

/** `teamMember` has one entry for each service, or one for the whole visit. */
export const holdVisit: Handler<'holdVisit'> = async (
  scope,
  { tenantId, services, teamMember = [null], start },
) => {
  ownTenant(scope, tenantId)
  if (teamMember.length !== 1 && teamMember.length !== services.length)
    throw new CallError('request/invalid', { fields: ['teamMember'] })
  const memberOf = (index: number) => (teamMember.length === 1 ? teamMember[0] : teamMember[index]) ?? null
  const outcome = await holding.holdVisit(
    scope,
    services.map((serviceId, index) => ({ serviceId, memberId: memberOf(index) })),
    start,
  )
  if (!outcome.ok) return outcome
  return {
    ok: true,
    hold: shownHold(scope, await scope.deps.db.read(scope.tenant.id, getFinance), outcome.hold),
  }
}

/** A hold of this guest or browser. @throws CallError `visit/hold-expired`, or `not-found` for any other. */
export const getHold: Handler<'getHold'> = async (scope, { tenantId, handle }) => {
  ownTenant(scope, tenantId)
  return scope.deps.db.read(scope.tenant.id, async (tx) => {
    const visit = await getOwnHold(tx, scope, handle)
    if (!isHeld(timesOf(visit), scope.deps.now())) throw new CallError('visit/hold-expired')
    return shownHold(scope, await getFinance(tx), visit)
  })
}

/** Ten more minutes, once. @throws CallError `visit/already-prolonged`, `visit/hold-expired`, `not-found`. */
export const prolongHold: Handler<'prolongHold'> = async (scope, { tenantId, handle }) => {
  ownTenant(scope, tenantId)
  return scope.deps.db.write(scope.tenant.id, async (tx) => {
    const { id } = await getOwnHold(tx, scope, handle)
    const hold = await lockVisit(tx, id)
    const now = scope.deps.now()
    const fault = hold ? prolongFault(timesOf(hold), now) : 'hold-expired'
    if (fault) throw new CallError(`visit/${fault}`)
    await updateVisit(tx, id, { prolonged: true, holdUntil: new Date(holdEnd(now)) })
    return shownHold(scope, await getFinance(tx), await getVisit(tx, id))
  })
}

/** Gives a hold back; false for one that is booked by now. @throws CallError `not-found`. */
export const releaseHold: Handler<'releaseHold'> = async (scope, { tenantId, handle }) => {
  ownTenant(scope, tenantId)
  return scope.deps.db.write(scope.tenant.id, async (tx) => {
    const { id } = await getOwnHold(tx, scope, handle)
    if ((await lockVisit(tx, id))?.state !== 'held') return { released: false }
    await removeVisit(tx, id)
    await bumpCalendar(tx)
    return { released: true }
  })
}

/** Books what is held; a lost time is a value, with others near it. @throws CallError as `booking.confirmVisit` does. */
export const confirmVisit: Handler<'confirmVisit'> = async (scope, input) => {
  ownTenant(scope, input.tenantId)
  const outcome = await booking.confirmVisit(scope, input)
  return outcome.ok ? { ok: true, handle: input.handle } : outcome
}

/** @throws CallError `not-found` for a hold that is unknown, somebody else's or no hold any more. */
async function getOwnHold(tx: Tx, scope: Scope, handle: string): Promise<VisitWithSegments> {
  const visit = await findVisit(tx, { handleHash: hashOf(handle) })
  if (visit?.state !== 'held' || !owns(scope, visit)) throw new CallError('not-found')
  return visit
}

const timesOf = ({ state, holdUntil, prolonged }: VisitWithSegments) => ({
  state,
  prolonged,
  holdUntil: holdUntil?.getTime() ?? null,
})
