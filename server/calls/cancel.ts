import * as v from 'valibot'
import { canCancel } from '#domain/visit/cancel.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/shape.ts'
import { cancelVisit, getCancellable, termsFor } from '../booking/cancel.ts'
import { visiblePerson } from '../booking/contact.ts'
import { membersOf } from '../booking/show.ts'
import type { Handler } from '../context.ts'
import { getFinance } from '../data/tenant.ts'
import type { VisitWithSegments } from '../data/visit.ts'
import { financeShown, ownTenant } from './tenant.ts'

/** What cancelling this visit means now. @throws CallError `not-found` as `getCancellable` does. */
export const getCancelDetails: Handler<'gen2_crudWaitlist-getCancelDetails'> = async (
  scope,
  { tenantId, bookingId },
) => {
  ownTenant(scope, tenantId)
  const { visit, finance } = await scope.deps.db.read(scope.tenant.id, async (tx) => ({
    visit: await getCancellable(tx, scope, bookingId),
    finance: await getFinance(tx),
  }))
  const { hasLimit, limitHours, late, deadline, fee, refund } = termsFor(scope, finance, visit)
  const { firstname, preferredLanguage } = visiblePerson(scope, visit)
  const members = membersOf(visit).map(({ firstname, lastname, avatar }) => ({ firstname, lastname, avatar }))
  return {
    booking: booking(visit, scope.tenant.id, bookingId),
    guest: { firstname, preferredLanguage },
    member: members[0] ?? { firstname: '', lastname: '', avatar: null },
    members,
    limit: limitHours,
    text: scope.tenant.profile.tenantMessages.cancelLimitText ?? null,
    finance: financeShown(finance, scope.tenant, visit.currency),
    terms: {
      hasLimit,
      late,
      deadline,
      price: visit.price,
      paid: visit.paid,
      fee,
      refund,
      cancellable: canCancel({ state: visit.state, start: visit.start.getTime(), now: scope.deps.now() }),
    },
  }
}

/** The id is the name it was asked by: what comes back can be sent on to cancel it. */
const booking = (visit: VisitWithSegments, tenant: string, id: string) => ({
  id,
  tenant,
  start: { seconds: Math.floor(visit.start.getTime() / 1000) },
  end: { seconds: Math.floor(visit.end.getTime() / 1000) },
  services: visit.segments.map(({ serviceId, serviceName, price }) => ({
    id: serviceId,
    name: serviceName,
    price,
    totalprice: price,
  })),
  state: visit.state === 'cancelled' ? ('cancelled' as const) : ('booked' as const),
})

/** Cancels by a link, or an own visit by any of its names. @throws CallError as `cancelVisit` does, `request/invalid` without a name. */
export const cancelBooking: Handler<'gen2_crudWaitlist-cancelBooking'> = async (
  scope,
  { tenantId, booking: asked, bookingId, confirmed, fee },
) => {
  ownTenant(scope, tenantId)
  const name = bookingId ?? (typeof asked === 'object' ? asked.id : asked)
  if (name === undefined) throw new CallError('request/invalid', { fields: ['booking'] })
  if (confirmed === false) throw new CallError('request/invalid', { fields: ['confirmed'] })
  return cancelled(await cancelVisit(scope, name, fee))
}

/** Cancels the signed-in guest's own visit, as the dashboard asks: by its id, and by no link. @throws CallError as `cancelVisit` does. */
export const deleteUserBooking: Handler<'deleteUserBooking'> = async (scope, { tenantId, id, fee }) => {
  ownTenant(scope, tenantId)
  if (!v.is(uuid, id)) throw new CallError('not-found')
  return cancelled(await cancelVisit(scope, id, fee))
}

const cancelled = ({ id, fee, refunded, currency }: VisitWithSegments) => ({
  success: true as const,
  id,
  fee,
  refund: refunded,
  currency,
})
