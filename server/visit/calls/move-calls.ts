import { firstStart, lastBookableDay, shownWindow, timeRefusals } from '#domain/availability/horizon.ts'
import { MAX_MOVES } from '#domain/visit/move.ts'
import { memberAt } from '#domain/visit/services.ts'
import { localParts, minuteFrom } from '#domain/zone.ts'
import { isAddonOffered } from '#domain/visit/addons.ts'
import { findNextDay, listOffers, rulesOf, type Search } from '#server/availability/offer.ts'
import { holderOf } from '#server/context/booking-owner.ts'
import type { Handler, RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { listMembers } from '#server/service/member-queries.ts'
import { findCancellationFee } from '#server/tenant/finance.ts'
import { getFinance } from '#server/tenant/queries.ts'
import { listOthersOf, toParty } from '../party/members.ts'
import { visitCalendarLinks } from '../calendar.ts'
import { getCancellable, limitTermsFor, termsFor } from '../change/cancel.ts'
import { awaitsAnswer, policyOf, refusalFor } from '../changes.ts'
import { visibleMailAddress, visiblePerson } from '../contact.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { acceptChange, isAlreadyAt, moveVisitTo, toMoveOffer } from '../change/move.ts'
import { moveTermsFor } from '../change/move-plan.ts'
import { searchToMove } from '../change/move-search.ts'
import type { VisitWithSegments } from '../queries.ts'
import { sharedFields, toChanges } from './to-response.ts'

/** The visit of a link, or the signed-in guest's own, as for cancelling. */
const createFinder =
  (ctx: RequestContext, handle: string) =>
  (tx: Tx): Promise<VisitWithSegments> =>
    getCancellable(ctx, tx, handle)

/**
 * Returns a visit, whether and with whom it can be moved, and what that costs now. @throws CallError
 * `not-found` as `getCancellable` does.
 */
export const getMoveDetails: Handler<'getMoveDetails'> = async (ctx, { handle }) => {
  const { deps, tenant } = ctx
  return deps.db.read(tenant.id, async (tx) => {
    const visit = await getCancellable(ctx, tx, handle)
    const finance = await getFinance(tx)
    const search = await searchToMove(ctx, tx, visit)
    const terms = moveTermsFor(ctx, finance, visit)
    const cancelling = termsFor(ctx, finance, visit)
    const limited = policyOf(tenant) === 'fee' && cancelling.hasLimit && !awaitsAnswer(visit)
    return {
      ...sharedFields(ctx, finance, visit),
      ...toChanges(ctx, visit),
      handle: deriveHandle(deps.secret, 'visit', tenant.id, visit.id),
      firstname: visiblePerson(ctx, visit).firstname,
      email: visibleMailAddress(ctx, visit),
      visitor: visit.visitor,
      party: toParty(await listOthersOf(tx, visit)),
      calendarLinks: await visitCalendarLinks(ctx, tx, visit),
      paid: visit.paid,
      refusal: refusalFor(ctx, visit) ?? (search === 'unavailable' ? search : null),
      moveFee: terms.fee,
      movedLateFee: terms.movedLateFee ?? 0,
      freeUntil: limited ? cancelling.deadline : null,
      bookedLate: limited && visit.bookedAt !== null && visit.bookedAt.getTime() > cancelling.deadline,
      movesLeft: Math.max(0, MAX_MOVES - visit.moves),
      teamMember: typeof search === 'string' ? [] : search.requested.map(({ memberId }) => memberId),
      addonsKept: typeof search === 'string' ? [] : listAddonsKept(search, visit),
      people: await listAble(tx, typeof search === 'string' ? [] : search.requested),
      terms: cancelling,
      cancelling: limitTermsFor(ctx, finance, visit),
      lateFee: findCancellationFee(finance, tenant, visit.currency),
    }
  })
}

/** The names of a visit's add-ons that its services do not have any more. */
const listAddonsKept = ({ bookable: { services } }: Search, { segments }: VisitWithSegments): string[] =>
  segments.flatMap(({ serviceId, addons }) =>
    addons
      .filter((one) => !isAddonOffered(services.get(serviceId)?.addons ?? [], one))
      .map(({ name }) => name),
  )

/** The members who perform all of these services. */
async function listAble(tx: Tx, requested: { service: { members: { memberId: string }[] } }[]) {
  if (requested.length === 0) return []
  return (await listMembers(tx))
    .filter(({ id }) => requested.every(({ service }) => service.members.some((one) => one.memberId === id)))
    .map(({ id, displayname, firstname, avatar }) => ({ id, name: displayname ?? firstname, avatar }))
}

/**
 * Lists the times of a month, or of four weeks, to which a visit can be moved, its present one left out.
 * Members who do not perform a service are ignored. @throws CallError `not-found` as above.
 */
export const getMoveTimes: Handler<'getMoveTimes'> = async (ctx, { handle, teamMember, ...period }) => {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = await getCancellable(ctx, tx, handle)
    const own = holderOf(ctx)
    const same = await searchToMove(ctx, tx, visit, { own })
    const timeZone = ctx.tenant.profile.timeZone
    const { currency } = visit
    const now = ctx.deps.now()
    const lastDay = localParts(timeZone, minuteFrom(now)).date
    const none = { timeZone, currency, offers: [], earliest: now, nextDay: null, lastDay }
    if (typeof same === 'string') return none
    const names = teamMember?.split(',')
    const wanted =
      names &&
      same.requested.map(({ service }, index) => {
        const name = memberAt(names, index)
        return service.members.some(({ memberId }) => memberId === name) ? (name ?? null) : null
      })
    const search = wanted ? await searchToMove(ctx, tx, visit, { members: wanted, own }) : same
    if (typeof search === 'string') return none
    const members = search.requested.map(({ memberId }) => memberId)
    const window = shownWindow(timeZone, period, minuteFrom(search.now))
    const offers = (await listOffers(tx, search, window))
      .map((offer) => toMoveOffer(visit, search, offer))
      .filter(({ start }) => !isAlreadyAt(visit, start, { members }))
    return {
      timeZone,
      currency,
      offers,
      earliest: firstStart(rulesOf(search), minuteFrom(search.now)) * 60_000,
      nextDay: offers.length > 0 ? null : await findNextDay(tx, search, window),
      lastDay: lastBookableDay(rulesOf(search), minuteFrom(search.now)),
    }
  })
}

/**
 * Moves a visit. A time that another guest has taken is a value with the nearest others, not an error.
 * @throws CallError as `moveVisitTo` does.
 */
export const moveVisit: Handler<'moveVisit'> = async (ctx, { handle, start, teamMember, price, fee }) => {
  const outcome = await moveVisitTo(
    ctx,
    createFinder(ctx, handle),
    { start, members: teamMember, agreed: { price, fee }, own: holderOf(ctx) },
    { kind: 'guest' },
  )
  if (!outcome.ok)
    return {
      ok: false,
      reason: timeRefusals.find((one) => one === outcome.reason) ?? 'taken',
      alternatives: outcome.alternatives,
    }
  const { visit } = outcome
  return {
    ok: true,
    handle: deriveHandle(ctx.deps.secret, 'visit', ctx.tenant.id, visit.id),
    start: visit.start.getTime(),
    end: visit.end.getTime(),
    price: visit.price,
    fee: visit.fee,
    currency: visit.currency,
  }
}

/** Accepts the salon's change of a visit. @throws CallError `not-found` as above. */
export const acceptVisitChange: Handler<'acceptVisitChange'> = async (ctx, { handle, sequence }) => ({
  accepted: await acceptChange(ctx, createFinder(ctx, handle), sequence),
})
