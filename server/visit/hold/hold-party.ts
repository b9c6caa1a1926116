import { randomUUID } from 'node:crypto'
import { timeRefusals } from '#domain/availability/horizon.ts'
import { MAX_PARTY_SERVICES, MAX_PERSONS, MIN_PERSONS } from '#domain/visit/party.ts'
import { MAX_SERVICES } from '#domain/visit/services.ts'
import { CallError } from '#contract/errors.ts'
import {
  accessRulesFor,
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  stillBookable,
  verifyAddonCounts,
} from '#server/availability/bookable.ts'
import { computeRefusal } from '#server/availability/offer.ts'
import {
  findPartyTime,
  isPartyOffered,
  listPartyAlternatives,
  partyCapacity,
  toPartyOfferResponse,
  type PartySearch,
} from '#server/availability/party-offer.ts'
import { holderOf } from '#server/context/booking-owner.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import type { HeldVisits } from './group.ts'
import { holdTogether, type HoldPlan, type HoldRejection, type NotFree } from './hold-together.ts'
import { isSameVisit, verifyServices, type RequestedServiceIds } from './hold.ts'
import { createParty } from '../party-queries.ts'

type PartyOfferResponse = ReturnType<typeof toPartyOfferResponse>
/** `start`: when the first of them begins, in epoch ms. */
export type WantedParty = { persons: RequestedServiceIds[]; start: number; releaseOthers: boolean }
type PartyResult =
  { ok: true; hold: HeldVisits } | { ok: false; reason: HoldRejection; alternatives: PartyOfferResponse[] }

/**
 * Holds the visits of a party, all of them or none, as `holdTogether` does.
 * @throws CallError as `loadParty` does.
 */
export async function holdParty(ctx: RequestContext, wanted: WantedParty): Promise<PartyResult> {
  verifyParty(wanted.persons)
  const held = await holdTogether(ctx, (tx) => planParty(ctx, tx, wanted))
  if (held.ok) return { ok: true, hold: held.visits }
  const { reason } = held
  const isTime = timeRefusals.some((one) => one === reason)
  return { ok: false, reason, alternatives: isTime ? await listOtherPartyTimes(ctx, wanted) : [] }
}

/** @throws CallError `party/too-few`, `party/too-many`, `party/too-many-services` with what is allowed. */
export function verifyParty(persons: readonly RequestedServiceIds[]): void {
  if (persons.length < MIN_PERSONS) throw new CallError('party/too-few', { least: MIN_PERSONS })
  if (persons.length > MAX_PERSONS) throw new CallError('party/too-many', { most: MAX_PERSONS })
  if (persons.flat().length > MAX_PARTY_SERVICES || persons.some(({ length }) => length > MAX_SERVICES))
    throw new CallError('party/too-many-services', { most: MAX_PARTY_SERVICES, each: MAX_SERVICES })
}

/**
 * Loads what a party wants.
 * @throws CallError `not-found` for a service that does not exist, a member who does not perform it, or an
 * add-on that it does not have now, and `request/invalid` for the same service twice for one person where the
 * tenant does not allow it, or an add-on more often than it may be.
 */
export async function loadParty(
  ctx: RequestContext,
  tx: Tx,
  persons: readonly RequestedServiceIds[],
): Promise<PartySearch> {
  const search = await searchFor(ctx, tx, persons)
  if (!search) throw new CallError('not-found')
  for (const wanted of persons) verifyServices(search.bookable, wanted)
  return search
}

async function searchFor(
  ctx: RequestContext,
  tx: Tx,
  persons: readonly RequestedServiceIds[],
  { onlyBookable = false } = {},
): Promise<PartySearch | null> {
  const bookable = await loadBookable(ctx, tx, [...new Set(persons.flat().map((one) => one.serviceId))], {
    addons: hasAddons(persons.flat()),
  })
  if (!onlyBookable) verifyAddonCounts(bookable, persons.flat())
  const known = persons
    .map((wanted) =>
      resolveRequestedServices(bookable, onlyBookable ? stillBookable(bookable, wanted) : wanted),
    )
    .flatMap((one) => (one && one.length > 0 ? [one] : []))
  if (known.length < persons.length) return null
  return { bookable, persons: known, now: ctx.deps.now(), own: holderOf(ctx) }
}

async function planParty(
  ctx: RequestContext,
  tx: Tx,
  { persons, start, releaseOthers }: WantedParty,
): Promise<HoldPlan> {
  const search = await loadParty(ctx, tx, persons)
  const { bookable, now } = search
  const at = { start: start / 60_000 }
  const refused = (): NotFree => ({
    reason: computeRefusal({ ...search, requested: search.persons.flat() }, at.start),
    lost: [start],
  })
  return {
    bookable,
    now,
    releaseOthers,
    capacity: partyCapacity(bookable, search.persons),
    access: accessRulesFor(ctx, search.persons.flat()),
    services: persons.map((wanted) => wanted.map(({ serviceId }) => serviceId)),
    isSame: (hold) =>
      hold.length === persons.length &&
      Math.min(...hold.map((one) => one.start.getTime())) === start &&
      hold.every((one, person) =>
        isSameVisit(one, { services: persons[person] ?? [], start: one.start.getTime() }),
      ),
    look: async (txn) => ((await isPartyOffered(txn, search, at)) ? null : refused()),
    find: async (txn, own) => {
      const offer = await findPartyTime(txn, { ...search, own }, at)
      if (!offer) return refused()
      return offer.visits.map((visit, partyPosition) => ({
        requested: search.persons[partyPosition] ?? [],
        offer: visit,
        row: { partyPosition },
      }))
    },
    createGroup: async (txn) => {
      const partyId = randomUUID()
      await createParty(txn, { id: partyId, createdAt: new Date(now) })
      return { partyId }
    },
  }
}

/** The free times nearest to one that is refused, of what can still be booked. */
const listOtherPartyTimes = (
  ctx: RequestContext,
  { persons, start }: Pick<WantedParty, 'persons' | 'start'>,
): Promise<PartyOfferResponse[]> =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const search = await searchFor(ctx, tx, persons, { onlyBookable: true })
    if (!search) return []
    const offers = await listPartyAlternatives(tx, search, Math.round(start / 60_000))
    return offers.map((offer) => toPartyOfferResponse(search.bookable, search.persons, offer))
  })
