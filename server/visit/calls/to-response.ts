import { hasOpenPrice } from '#domain/visit/services.ts'
import { visitVat, type VatLine } from '#domain/vat.ts'
import { pricedParts } from '#domain/visit/addons.ts'
import { visitBadge } from '#domain/visit/cancel.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { FinanceRow } from '#server/tenant/queries.ts'
import type { VisitProduct } from '../product-queries.ts'
import type { VisitWithSegments } from '../queries.ts'
import { toMoney } from '#server/tenant/finance.ts'
import { limitTermsFor, termsFor } from '../change/cancel.ts'
import { changesOf, findMoveHandle, refusalFor } from '../changes.ts'
import { visiblePerson } from '../contact.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { isOwnHold } from '#server/context/booking-owner.ts'

const seconds = (date: Date) => ({ seconds: Math.floor(date.getTime() / 1000) })

/** The fields that a hold and a booked visit share: epoch ms, minor units including VAT. */
export const sharedFields = ({ tenant }: RequestContext, finance: FinanceRow, visit: VisitWithSegments) => ({
  start: visit.start.getTime(),
  end: visit.end.getTime(),
  ...toMoney(finance, tenant, visit.currency),
  price: visit.price,
  from: hasOpenPrice(visit),
  ...vatOf(finance, visit),
  segments: visit.segments.map(
    ({ serviceId, serviceName, price, from, addons, start, end, member: { id, name, avatar } }) => ({
      id: serviceId,
      name: serviceName,
      price,
      from,
      addons,
      start: start.getTime(),
      end: end.getTime(),
      member: { id, name, avatar },
    }),
  ),
})

/** As `visitVat`. */
const vatOf = ({ vatPercent }: FinanceRow, { segments }: VisitWithSegments): { vat?: VatLine[] } => {
  const vat = visitVat(pricedParts(segments), vatPercent)
  return vat ? { vat } : {}
}

/** What its owner can do about changes of a visit. */
export const toChanges = (ctx: RequestContext, visit: VisitWithSegments) => ({
  fee: visit.fee,
  moveHandle: findMoveHandle(ctx, visit),
  moveRefusal: refusalFor(ctx, visit),
  changedFrom: visit.changedFrom && { ...visit.changedFrom, sequence: visit.sequence },
})

/** The members who perform a visit, each once, in the order of its segments. */
export const membersOf = ({ segments }: VisitWithSegments) => [
  ...new Map(segments.map(({ member }) => [member.id, member])).values(),
]

/** A held visit: epoch ms, minor units including VAT; `teamMember` is null for anyone. */
export const toHeldVisit = (ctx: RequestContext, finance: FinanceRow, visit: VisitWithSegments) => ({
  ...sharedFields(ctx, finance, visit),
  handle: deriveHandle(ctx.deps.secret, 'visit', ctx.tenant.id, visit.id),
  teamMember: visit.segments.map((one) => (one.anyone ? null : one.memberId)),
  cancelling: limitTermsFor(ctx, finance, visit),
})

/**
 * A visit for its page. Only the owner gets the note, and the handle that cancels and moves it: the visit
 * handle also appears in calendar files, which guests share.
 */
export const toVisitResponse = (
  ctx: RequestContext,
  finance: FinanceRow,
  visit: VisitWithSegments,
  state: 'booked' | 'cancelled',
) => {
  const { deps, tenant } = ctx
  const { firstname, email } = visiblePerson(ctx, visit)
  const mine = isOwnHold(ctx, visit)
  const changes = toChanges(ctx, visit)
  return {
    ...sharedFields(ctx, finance, visit),
    ...changes,
    ...(mine ? {} : { moveHandle: null, moveRefusal: null, changedFrom: null }),
    id: visit.id,
    number: visit.number,
    state,
    firstname,
    email,
    visitor: visit.visitor,
    note: mine ? noteFor(ctx, visit) : null,
    paid: visit.paid,
    cancelHandle: mine ? deriveHandle(deps.secret, 'cancel', tenant.id, visit.id) : null,
    cancelling: limitTermsFor(ctx, finance, visit),
  }
}

/**
 * The note of a visit, for who wrote it. A visit that was booked without an account joins the account with
 * its address, which another person may have typed.
 */
const noteFor = ({ guest }: RequestContext, { note, contact, guestId }: VisitWithSegments): string | null =>
  contact !== null && guestId !== null && guest?.uid === guestId ? null : note

/** A visit in the guest's lists. */
export function toBookingResponse(
  ctx: RequestContext,
  finance: FinanceRow,
  visit: VisitWithSegments,
  products: VisitProduct[],
) {
  const { limitHours: _limitHours, ...terms } = termsFor(ctx, finance, visit)
  const { kind, over120 } = visitBadge({
    ...changesOf(visit),
    start: visit.start.getTime(),
    now: ctx.deps.now(),
    limitHours: ctx.tenant.profile.tenantMessages.cancelLimit,
  })
  const teamMembers = membersOf(visit).map(({ name, avatar }) => ({ name, avatar }))
  return {
    id: visit.id,
    number: visit.number,
    handle: deriveHandle(ctx.deps.secret, 'visit', ctx.tenant.id, visit.id),
    tenant: ctx.tenant.id,
    state: visit.state === 'cancelled' ? ('cancelled' as const) : ('booked' as const),
    start: seconds(visit.start),
    end: seconds(visit.end),
    services: visit.segments.map(({ serviceId, serviceName, price, preVisit, memberId, addons }) => ({
      id: serviceId,
      name: serviceName,
      price,
      totalprice: price,
      preVisit,
      member: memberId,
      addons,
    })),
    member: visit.segments[0]?.memberId ?? '',
    teamMember: teamMembers[0] ?? { name: '', avatar: null },
    teamMembers,
    products: ctx.tenant.profile.shop
      ? products.map(({ variantId, productId }) => ({ id: variantId, variationParent: productId }))
      : [],
    ...toMoney(finance, ctx.tenant, visit.currency),
    price: visit.price,
    from: hasOpenPrice(visit),
    paid: visit.paid,
    visitor: visit.visitor,
    note: noteFor(ctx, visit),
    ...toChanges(ctx, visit),
    terms,
    badge: { kind, over120 },
  }
}
