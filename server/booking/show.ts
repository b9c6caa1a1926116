import { visitBadge } from '#domain/visit/cancel.ts'
import type { Scope } from '../context.ts'
import type { FinanceRow } from '../data/tenant.ts'
import type { VisitWithSegments } from '../data/visit.ts'
import { moneyOf } from '../money.ts'
import { termsFor } from './cancel.ts'
import { visiblePerson } from './contact.ts'
import { handleOf } from './handle.ts'
import { owns } from './owner.ts'

const seconds = (date: Date) => ({ seconds: Math.floor(date.getTime() / 1000) })

/** The part of a visit that a hold and a booked visit share: epoch ms, minor units including VAT. */
const shown = ({ tenant }: Scope, finance: FinanceRow, visit: VisitWithSegments) => ({
  start: visit.start.getTime(),
  end: visit.end.getTime(),
  ...moneyOf(finance, tenant, visit.currency),
  price: visit.price,
  segments: visit.segments.map(
    ({ serviceId, serviceName, price, start, end, member: { id, name, avatar } }) => ({
      id: serviceId,
      name: serviceName,
      price,
      start: start.getTime(),
      end: end.getTime(),
      member: { id, name, avatar },
    }),
  ),
})

/** Everybody who takes care of a visit, each once, in the order of its segments. */
export const membersOf = ({ segments }: VisitWithSegments) => [
  ...new Map(segments.map(({ member }) => [member.id, member])).values(),
]

/** A hold as the steps of a booking show it: epoch ms, minor units including VAT; `teamMember` has null for anyone. */
export const shownHold = (scope: Scope, finance: FinanceRow, visit: VisitWithSegments) => ({
  ...shown(scope, finance, visit),
  handle: handleOf(scope.deps.secret, 'visit', scope.tenant.id, visit.id),
  holdUntil: visit.holdUntil?.getTime() ?? 0,
  prolonged: visit.prolonged,
  teamMember: visit.segments.map((one) => (one.anyone ? null : one.memberId)),
})

/** The link that cancels is for whoever booked: the one that only shows a visit travels in calendar files. */
export const shownVisit = (
  scope: Scope,
  finance: FinanceRow,
  visit: VisitWithSegments,
  state: 'booked' | 'cancelled',
) => {
  const { deps, tenant } = scope
  const { firstname, email } = visiblePerson(scope, visit)
  const cancelHandle = owns(scope, visit) ? handleOf(deps.secret, 'cancel', tenant.id, visit.id) : null
  return {
    ...shown(scope, finance, visit),
    id: visit.id,
    state,
    firstname,
    email,
    paid: visit.paid,
    cancelHandle,
  }
}

/** A visit as the dashboard lists it. */
export function shownBooking(scope: Scope, finance: FinanceRow, visit: VisitWithSegments) {
  const { hasLimit, late, deadline, fee, refund } = termsFor(scope, finance, visit)
  const { kind, over120 } = visitBadge({
    start: visit.start.getTime(),
    now: scope.deps.now(),
    limitHours: scope.tenant.profile.tenantMessages.cancelLimit,
  })
  const teamMembers = membersOf(visit).map(({ name, avatar }) => ({ name, avatar }))
  return {
    id: visit.id,
    handle: handleOf(scope.deps.secret, 'visit', scope.tenant.id, visit.id),
    tenant: scope.tenant.id,
    start: seconds(visit.start),
    end: seconds(visit.end),
    services: visit.segments.map(({ serviceId, serviceName, price, preVisit, memberId }) => ({
      id: serviceId,
      name: serviceName,
      price,
      totalprice: price,
      preVisit,
      member: memberId,
    })),
    member: visit.segments[0]?.memberId ?? '',
    teamMember: teamMembers[0] ?? { name: '', avatar: null },
    teamMembers,
    products: [],
    ...moneyOf(finance, scope.tenant, visit.currency),
    price: visit.price,
    paid: visit.paid,
    terms: { hasLimit, late, deadline, fee, refund },
    badge: { kind, over120 },
  }
}
