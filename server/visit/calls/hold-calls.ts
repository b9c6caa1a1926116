import { holdEnd, isHeld, prolongError } from '#domain/visit/hold.ts'
import { CallError } from '#contract/errors.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { holderOf, isOwnHold } from '#server/context/booking-owner.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { sha256 } from '#server/secret/hash.ts'
import { confirmHold } from '../hold/confirm.ts'
import { groupHolds, listHeldWith, lockTogether } from '../hold/group.ts'
import { holdTime } from '../hold/hold.ts'
import { releaseHolds } from '../hold/own-holds.ts'
import { findVisit, reloadVisits, listOwnHolds, updateVisits, type VisitWithSegments } from '../queries.ts'
import { loadHold } from './load-hold.ts'
import { toWanted } from './series-calls.ts'

/**
 * Holds a time. `teamMember` has one entry for each service, or one for the whole visit; null is anyone.
 * `addons` has one list for each service.
 */
export const holdVisit: Handler<'holdVisit'> = async (
  ctx,
  { services, teamMember = [null], addons = [], start, releaseOthers = false },
) => {
  const outcome = await holdTime(ctx, {
    services: toWanted(services, teamMember, addons),
    start,
    releaseOthers,
  })
  if (!outcome.ok) return outcome
  const { hold } = outcome
  return { ok: true, hold: await ctx.deps.db.read(ctx.tenant.id, (tx) => loadHold(ctx, tx, hold)) }
}

/**
 * Returns a hold of this guest or browser. @throws CallError `visit/hold-expired`, or `not-found` for any
 * other hold.
 */
export const getHold: Handler<'getHold'> = async (ctx, { handle }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = await getOwnHold(ctx, tx, handle)
    if (!isHeld(toTimes(visit), ctx.deps.now())) throw new CallError('visit/hold-expired')
    return loadHold(ctx, tx, await listHeldWith(tx, visit))
  })
}

/** Lists the open holds of this guest or browser, the last one first. */
export const listHolds: Handler<'listHolds'> = async (ctx) => {
  const own = holderOf(ctx)
  if (own.guestId === null && own.ownerHash === null) return { documents: [] }
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const holds = groupHolds(await listOwnHolds(tx, own, new Date(ctx.deps.now())))
    const documents = []
    for (const hold of holds) documents.push(await loadHold(ctx, tx, hold))
    return { documents }
  })
}

/**
 * Prolongs a hold to ten minutes from now, once. @throws CallError `visit/already-prolonged`,
 * `visit/hold-expired`, `not-found`.
 */
export const prolongHold: Handler<'prolongHold'> = async (ctx, { handle }) => {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const hold = await lockTogether(tx, await getOwnHold(ctx, tx, handle))
    const now = ctx.deps.now()
    const reasons = hold.map((one) => prolongError(toTimes(one), now))
    const reason = hold.length === 0 ? 'hold-expired' : reasons.find((one) => one !== null)
    if (reason) throw new CallError(`visit/${reason}`)
    const ids = hold.map(({ id }) => id)
    await updateVisits(tx, ids, { prolonged: true, holdUntil: new Date(holdEnd(now)) })
    return loadHold(ctx, tx, await reloadVisits(tx, ids))
  })
}

/** Releases a hold; `released` is false if it is booked by now. @throws CallError `not-found`. */
export const releaseHold: Handler<'releaseHold'> = async (ctx, { handle }) => {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const hold = await lockTogether(tx, await getOwnHold(ctx, tx, handle))
    if (hold.length === 0 || hold.some(({ state }) => state !== 'held')) return { released: false }
    await releaseHolds(tx, [hold])
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
