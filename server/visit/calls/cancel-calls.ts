import * as v from 'valibot'
import { canCancel } from '#domain/visit/cancel.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import { asGuest, cancelVisit, getCancellable, termsFor } from '../change/cancel.ts'
import { visibleMailAddress, visiblePerson } from '../contact.ts'
import { membersOf, toChanges } from './to-response.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import { getFinance } from '#server/tenant/queries.ts'
import { listOthersOf, toParty } from '../party/members.ts'
import type { VisitWithSegments } from '../queries.ts'
import { toFinanceResponse } from '#server/tenant/calls.ts'

/**
 * Returns the visit and what cancelling it costs now. @throws CallError `not-found` as `getCancellable` does.
 */
export const getCancelDetails: Handler<'gen2_crudWaitlist-getCancelDetails'> = async (ctx, { bookingId }) => {
  const { visit, finance, others } = await ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const found = await getCancellable(ctx, tx, bookingId)
    return { visit: found, finance: await getFinance(tx), others: await listOthersOf(tx, found) }
  })
  const { limitHours, ...terms } = termsFor(ctx, finance, visit)
  const { moveHandle, moveRefusal, changedFrom } = toChanges(ctx, visit)
  const { firstname, preferredLanguage } = visiblePerson(ctx, visit)
  const members = membersOf(visit).map(({ firstname, lastname, avatar }) => ({ firstname, lastname, avatar }))
  return {
    booking: toCancelBooking(visit, ctx.tenant.id, bookingId),
    guest: { firstname, preferredLanguage, email: visibleMailAddress(ctx, visit) },
    member: members[0] ?? { firstname: '', lastname: '', avatar: null },
    members,
    limit: limitHours,
    text: ctx.tenant.profile.tenantMessages.cancelLimitText ?? null,
    finance: toFinanceResponse(finance, ctx.tenant, visit.currency),
    currency: visit.currency,
    moveHandle,
    moveRefusal,
    changedFrom,
    party: toParty(others),
    terms: {
      ...terms,
      price: visit.price,
      paid: visit.paid,
      cancellable: canCancel({ state: visit.state, start: visit.start.getTime(), now: ctx.deps.now() }),
    },
  }
}

/** `id` is the name of the request (handle or id), so that a client can pass it on to `cancelBooking`. */
const toCancelBooking = (visit: VisitWithSegments, tenant: string, id: string) => ({
  id,
  tenant,
  start: { seconds: Math.floor(visit.start.getTime() / 1000) },
  end: { seconds: Math.floor(visit.end.getTime() / 1000) },
  services: visit.segments.map(({ serviceId, serviceName, price, addons, memberId }) => ({
    id: serviceId,
    name: serviceName,
    addons,
    price,
    totalprice: price,
    member: memberId,
  })),
  state: visit.state === 'cancelled' ? ('cancelled' as const) : ('booked' as const),
  visitor: visit.visitor,
})

/**
 * Cancels the visit of a link, or the guest's own visit by its id or either handle.
 * @throws CallError as `cancelVisit` does, and `request/invalid` when no visit is named or `confirmed` is
 * false.
 */
export const cancelBooking: Handler<'gen2_crudWaitlist-cancelBooking'> = async (
  ctx,
  { booking: named, bookingId, confirmed, fee },
) => {
  const name = bookingId ?? (typeof named === 'object' ? named.id : named)
  if (name === undefined) throw new CallError('request/invalid', { fields: ['booking'] })
  if (confirmed === false) throw new CallError('request/invalid', { fields: ['confirmed'] })
  return cancel(ctx, name, fee)
}

/**
 * Cancels the signed-in guest's own visit by its id; handles are not accepted.
 * @throws CallError as `cancelVisit` does.
 */
export const deleteUserBooking: Handler<'deleteUserBooking'> = async (ctx, { id, fee }) => {
  if (!v.is(uuid, id)) throw new CallError('not-found')
  return cancel(ctx, id, fee)
}

async function cancel(ctx: RequestContext, name: string, agreed: number | undefined) {
  const { visit } = await cancelVisit(ctx, (tx) => getCancellable(ctx, tx, name), asGuest(ctx, agreed))
  const { id, fee, refunded, currency } = visit
  return { success: true as const, id, fee, refund: refunded, currency }
}
