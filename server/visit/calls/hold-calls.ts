import { memberAt } from '#domain/visit/services.ts'
import { holdEnd, isHeld, prolongError } from '#domain/visit/hold.ts'
import { CallError } from '#contract/errors.ts'
import { confirmHold } from '../hold/confirm.ts'
import { sha256 } from '#server/secret/hash.ts'
import { holdTime } from '../hold/hold.ts'
import { holderOf, isOwnHold } from '#server/context/booking-owner.ts'
import { toHoldResponse } from './to-response.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { getFinance } from '#server/tenant/queries.ts'
import {
  findVisit,
  reloadVisit,
  listOwnHolds,
  lockVisit,
  removeVisit,
  updateVisit,
  type VisitWithSegments,
} from '../queries.ts'

/** Holds a time. `teamMember` has one entry for each service, or one for the whole visit; null is anyone. */
export const holdVisit: Handler<'holdVisit'> = async (
  ctx,
  { services, teamMember = [null], start, releaseOthers = false },
) => {
  if (teamMember.length !== 1 && teamMember.length !== services.length)
    throw new CallError('request/invalid', { fields: ['teamMember'] })
  const memberOf = (index: number) => memberAt(teamMember, index) ?? null
  const outcome = await holdTime(ctx, {
    services: services.map((serviceId, index) => ({ serviceId, memberId: memberOf(index) })),
    start,
    releaseOthers,
  })
  if (!outcome.ok) return outcome
  return {
    ok: true,
    hold: toHoldResponse(ctx, await ctx.deps.db.read(ctx.tenant.id, getFinance), outcome.hold),
  }
}

/**
 * Returns a hold of this guest or browser. @throws CallError `visit/hold-expired`, or `not-found` for any
 * other hold.
 */
export const getHold: Handler<'getHold'> = async (ctx, { handle }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = await getOwnHold(ctx, tx, handle)
    if (!isHeld(toTimes(visit), ctx.deps.now())) throw new CallError('visit/hold-expired')
    return toHoldResponse(ctx, await getFinance(tx), visit)
  })
}

/** Lists the open holds of this guest or browser, the last one first. */
export const listHolds: Handler<'listHolds'> = async (ctx) => {
  const own = holderOf(ctx)
  if (own.guestId === null && own.ownerHash === null) return { documents: [] }
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const holds = await listOwnHolds(tx, own, new Date(ctx.deps.now()))
    if (holds.length === 0) return { documents: [] }
    const finance = await getFinance(tx)
    return { documents: holds.map((visit) => toHoldResponse(ctx, finance, visit)) }
  })
}

/**
 * Prolongs a hold to ten minutes from now, once. @throws CallError `visit/already-prolonged`,
 * `visit/hold-expired`, `not-found`.
 */
export const prolongHold: Handler<'prolongHold'> = async (ctx, { handle }) => {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const { id } = await getOwnHold(ctx, tx, handle)
    const hold = await lockVisit(tx, id)
    const now = ctx.deps.now()
    const reason = hold ? prolongError(toTimes(hold), now) : 'hold-expired'
    if (reason) throw new CallError(`visit/${reason}`)
    await updateVisit(tx, id, { prolonged: true, holdUntil: new Date(holdEnd(now)) })
    return toHoldResponse(ctx, await getFinance(tx), await reloadVisit(tx, id))
  })
}

/** Releases a hold; `released` is false if it is booked by now. @throws CallError `not-found`. */
export const releaseHold: Handler<'releaseHold'> = async (ctx, { handle }) => {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const { id } = await getOwnHold(ctx, tx, handle)
    if ((await lockVisit(tx, id))?.state !== 'held') return { released: false }
    await removeVisit(tx, id)
    await bumpCalendar(tx)
    return { released: true }
  })
}

/**
 * Books a hold. A time that another guest has taken is a value with alternatives, not an error.
 * @throws CallError as `confirmHold` does.
 */
export const confirmVisit: Handler<'confirmVisit'> = async (ctx, input) => {
  const outcome = await confirmHold(ctx, input)
  return outcome.ok ? { ok: true, handle: input.handle } : outcome
}

/** @throws CallError `not-found` for a hold that is unknown, of another owner, or booked or cancelled. */
async function getOwnHold(ctx: RequestContext, tx: Tx, handle: string): Promise<VisitWithSegments> {
  const visit = await findVisit(tx, { handleHash: sha256(handle) })
  if (visit?.state !== 'held' || !isOwnHold(ctx, visit)) throw new CallError('not-found')
  return visit
}

const toTimes = ({ state, holdUntil, prolonged }: VisitWithSegments) => ({
  state,
  prolonged,
  holdUntil: holdUntil?.getTime() ?? null,
})
