import { timeRefusals } from '#domain/availability/horizon.ts'
import { sortAddons, type WantedAddon } from '#domain/visit/addons.ts'
import { CallError } from '#contract/errors.ts'
import {
  accessRulesFor,
  capacityFor,
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  stillBookable,
  verifyAddonCounts,
  type Bookable,
} from '#server/availability/bookable.ts'
import {
  computeRefusal,
  findFreeTime,
  isOffered,
  listAlternatives,
  toOfferResponse,
  type Search,
} from '#server/availability/offer.ts'
import { holderOf } from '#server/context/booking-owner.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import type { VisitWithSegments } from '../queries.ts'
import type { HeldVisits } from './group.ts'
import { holdTogether, type HoldPlan, type HoldRejection } from './hold-together.ts'

export type RequestedServiceIds = { serviceId: string; memberId: string | null; addons: WantedAddon[] }[]
export type OfferResponse = ReturnType<typeof toOfferResponse>
/** Free times, and the services with the requested members and add-ons that they are for. */
export type Alternatives = {
  services: string[]
  teamMember: (string | null)[]
  addons: WantedAddon[][]
  alternatives: OfferResponse[]
}
export const noAlternatives: Alternatives = {
  services: [],
  teamMember: [],
  addons: [],
  alternatives: [],
}
type HoldResult =
  { ok: true; hold: HeldVisits } | { ok: false; reason: HoldRejection; alternatives: OfferResponse[] }

/** `start` in epoch ms; `releaseOthers`: this becomes the guest's only hold. */
type Wanted = { services: RequestedServiceIds; start: number; releaseOthers: boolean }

/**
 * Holds a time for this guest, as `holdTogether` does.
 * @throws CallError as `loadWanted` does.
 */
export async function holdTime(ctx: RequestContext, wanted: Wanted): Promise<HoldResult> {
  const held = await holdTogether(ctx, (tx) => planHold(ctx, tx, wanted))
  if (held.ok) return { ok: true, hold: held.visits }
  const { reason } = held
  const isTime = timeRefusals.some((one) => one === reason)
  const { alternatives } = isTime
    ? await listAlternativesFor(ctx, wanted.services, wanted.start)
    : noAlternatives
  return { ok: false, reason, alternatives }
}

async function planHold(
  ctx: RequestContext,
  tx: Tx,
  { services: wanted, start, releaseOthers }: Wanted,
): Promise<HoldPlan> {
  const search = await loadWanted(ctx, tx, wanted)
  const { bookable, requested, now } = search
  const minute = start / 60_000
  const lost = [start]
  return {
    bookable,
    now,
    releaseOthers,
    access: accessRulesFor(ctx, requested),
    services: [wanted.map(({ serviceId }) => serviceId)],
    capacity: capacityFor(bookable, requested),
    isSame: (hold) => hold.length === 1 && hold.every((one) => isSameVisit(one, { services: wanted, start })),
    look: async (txn) =>
      (await isOffered(txn, search, minute)) ? null : { reason: computeRefusal(search, minute), lost },
    find: async (txn, own) => {
      const offer = await findFreeTime(txn, { ...search, own }, minute)
      return offer ? [{ requested, offer }] : { reason: 'taken', lost }
    },
  }
}

/** Whether a held visit is at this start (epoch ms), for these services with the requested members. */
export const isSameVisit = (
  held: VisitWithSegments,
  { services, start }: { services: RequestedServiceIds; start: number },
): boolean =>
  held.start.getTime() === start && JSON.stringify(toRequestedServices(held)) === JSON.stringify(services)

/**
 * Loads what a guest wants to hold.
 * @throws CallError `not-found` for a service that does not exist, a member who does not perform it, or an
 * add-on that it does not have now, and `request/invalid` for the same service twice where the tenant does
 * not allow it, or an add-on more often than it may be.
 */
async function loadWanted(ctx: RequestContext, tx: Tx, wanted: RequestedServiceIds): Promise<Search> {
  const search = await searchFor(ctx, tx, wanted)
  if (!search) throw new CallError('not-found')
  verifyServices(search.bookable, wanted)
  return search
}

/** @throws CallError `request/invalid` for the same service twice where the tenant does not allow it. */
export function verifyServices({ sameServiceTwice }: Bookable, wanted: RequestedServiceIds): void {
  if (!sameServiceTwice && new Set(wanted.map((one) => one.serviceId)).size < wanted.length)
    throw new CallError('request/invalid', { fields: ['services'] })
}

/**
 * Lists the free times nearest to one (epoch ms) that is refused, of the services and members that can still
 * be booked.
 */
export async function listAlternativesFor(
  ctx: RequestContext,
  wanted: RequestedServiceIds,
  start: number,
): Promise<Alternatives> {
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const search = await searchFor(ctx, tx, wanted, { onlyBookable: true })
    if (!search) return noAlternatives
    const { bookable, requested } = search
    const offers = await listAlternatives(tx, { ...search, tidy: true }, Math.round(start / 60_000))
    return {
      services: requested.map(({ service }) => service.id),
      teamMember: requested.map(({ memberId }) => memberId),
      addons: requested.map(({ addons }) => sortAddons(addons)),
      alternatives: offers.map((offer) => toOfferResponse(bookable, requested, offer)),
    }
  })
}

async function searchFor(
  ctx: RequestContext,
  tx: Tx,
  wanted: RequestedServiceIds,
  { onlyBookable = false } = {},
): Promise<Search | null> {
  const bookable = await loadBookable(
    ctx,
    tx,
    wanted.map((one) => one.serviceId),
    { addons: hasAddons(wanted) },
  )
  if (!onlyBookable) verifyAddonCounts(bookable, wanted)
  const left = onlyBookable ? stillBookable(bookable, wanted) : wanted
  const requested = resolveRequestedServices(bookable, left)
  return requested && { bookable, requested, now: ctx.deps.now(), own: holderOf(ctx) }
}

/**
 * The services of a visit with their add-ons and the members that the guest requested, not those who were
 * assigned.
 */
export const toRequestedServices = (visit: VisitWithSegments): RequestedServiceIds =>
  visit.segments.map((one) => ({
    serviceId: one.serviceId,
    memberId: one.anyone ? null : one.memberId,
    addons: sortAddons(one.addons),
  }))
