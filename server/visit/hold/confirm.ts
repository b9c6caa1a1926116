import type { CatalogRefusal, TimeRefusal } from '#domain/availability/horizon.ts'
import { asksForProof, type AccessRefusal } from '#domain/visit/access.ts'
import { isHeld } from '#domain/visit/hold.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'
import {
  accessRulesFor,
  capacityFor,
  hasAddons,
  loadBookable,
  refusalByCatalog,
  resolveRequestedServices,
  type Bookable,
} from '#server/availability/bookable.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { computeRefusal } from '#server/availability/offer.ts'
import { lockCapacity } from '#server/availability/resource-queries.ts'
import type { Capacity } from '#server/availability/segment-queries.ts'
import { accessRefusal, lockAccess, provenEmail } from '../access/access.ts'
import { holderOf, isOwnHold } from '#server/context/booking-owner.ts'
import type { Tx } from '#server/database/db.ts'
import { sha256 } from '#server/secret/hash.ts'
import { personFor } from '../contact.ts'
import { whoseOf, type Whose } from '../party/whose.ts'
import { findVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import { bookTogether } from './book.ts'
import { listHeldWith, lockTogether, type HeldVisits } from './group.ts'
import { takenOnConstraintViolation } from './hold-together.ts'
import { listAlternativesFor, toRequestedServices, noAlternatives, type Alternatives } from './hold.ts'
import { requote, renewHold } from './renew-hold.ts'

type Confirm = Input<'confirmVisit'>
type ConfirmRejection = TimeRefusal | AccessRefusal | CatalogRefusal
/** `lost`: the starts (epoch ms) of the visits that cannot be booked. */
type ConfirmResult = { ok: true } | ({ ok: false; reason: ConfirmRejection; lost: number[] } & Alternatives)
type Refused = { reason: ConfirmRejection; lost: VisitWithSegments[] }
type Person = ReturnType<typeof personFor>
type Price = Pick<VisitRow, 'price' | 'currency'>

/**
 * Books a hold, all of its visits or none. Idempotent: a booked hold is a success again. An expired hold is
 * renewed if its time is still free. One of which the salon has taken a service, a member or an add-on off
 * meanwhile is refused. The alternatives are those of the first visit that cannot be booked.
 * @throws CallError `not-found` for a hold of another owner, `visit/details-missing`, `guest/invalid-mobile`,
 * `amount/changed` with the new price and currency when the guest saw another price, and, without an account,
 * `request/too-many`.
 */
export async function confirmHold(ctx: RequestContext, input: Confirm): Promise<ConfirmResult> {
  const attempt = (renew: boolean) =>
    ctx.deps.db.write(ctx.tenant.id, (tx) => confirm(ctx, tx, input, renew)).catch(takenOnConstraintViolation)
  const first = await attempt(false)
  const outcome = first === 'not-held' ? await attempt(true) : first
  if (outcome === 'booked') return { ok: true }
  if (typeof outcome === 'object' && 'price' in outcome) throw new CallError('amount/changed', outcome)
  const { reason, lost } =
    typeof outcome === 'object' ? outcome : { reason: 'taken' as const, lost: await listLost(ctx, input) }
  return {
    ok: false,
    reason,
    lost: lost.map(({ start }) => start.getTime()),
    ...(await listAlternativesTo(ctx, lost)),
  }
}

/** The free times nearest to that of the first visit that cannot be booked; of a party none. */
async function listAlternativesTo(ctx: RequestContext, lost: HeldVisits): Promise<Alternatives> {
  const [visit] = lost
  // A time of one person is none of a party.
  if (!visit || visit.partyId !== null) return noAlternatives
  return listAlternativesFor(ctx, toRequestedServices(visit), visit.start.getTime())
}

/** Where the database has refused a hold: its visits. */
const listLost = (ctx: RequestContext, { handle }: Confirm): Promise<HeldVisits> =>
  ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const visit = await findVisit(tx, { handleHash: sha256(handle) })
    return visit ? [visit] : []
  })

async function confirm(
  ctx: RequestContext,
  tx: Tx,
  { handle, price, currency, details, visitor, note, persons }: Confirm,
  renew: boolean,
): Promise<'booked' | 'not-held' | Refused | Price> {
  const found = await findVisit(tx, { handleHash: sha256(handle) })
  if (!found || !isOwnHold(ctx, found)) throw new CallError('not-found')
  const together = await listHeldWith(tx, found)
  const segments = together.flatMap((one) => one.segments)
  const bookable = await loadBookable(ctx, tx, [...new Set(segments.map((one) => one.serviceId))], {
    addons: hasAddons(segments),
  })
  const access = accessRulesFor(
    ctx,
    segments.flatMap(({ serviceId }) => {
      const service = bookable.services.get(serviceId)
      return service ? [{ service }] : []
    }),
  )
  await lockAccess(ctx, tx, access)
  if (renew) await lockCapacity(tx, capacityToRenew(bookable, together))
  const locked = await lockTogether(tx, found)
  const visit = locked.find(({ id }) => id === found.id)
  if (visit?.state === 'booked') return 'booked'
  if (visit?.state !== 'held') throw new CallError('not-found')
  const visits = locked.filter(({ state }) => state === 'held')
  const now = ctx.deps.now()
  if (!renew && !visits.every((one) => isStillHeld(one, now))) return 'not-held'
  const gone = refuseByCatalog(bookable, visits, renew)
  if (gone) return gone
  const denied = await accessRefusal(ctx, tx, {
    rules: access,
    more: visits.map((one) => one.segments.map(({ serviceId }) => serviceId)),
  })
  if (denied) return { reason: denied, lost: [] }
  const proven = provenEmail(ctx, access)
  const person = personFor(ctx, details && proven ? { ...details, email: proven } : details)
  const mine = renew ? await renewHold(tx, bookable, visits, { now, own: holderOf(ctx) }) : visits
  if ('lost' in mine) {
    const start = mine.lost[0]?.start.getTime() ?? 0
    const [lost] = mine.lost
    const requested = (lost && resolveRequestedServices(bookable, toRequestedServices(lost))) ?? []
    return { reason: computeRefusal({ bookable, requested, now }, start / 60_000), lost: mine.lost }
  }
  const quoted = await requote(tx, bookable, mine)
  // A request without a currency means the hold's. The hold keeps it until a request names the new one.
  if (price !== undefined && currency === undefined && quoted.currency !== visit.currency)
    throw new CallError('amount/changed', quoted)
  if (price !== undefined && (price !== quoted.price || (currency ?? visit.currency) !== quoted.currency))
    return quoted
  const ownContacts = !asksForProof(access)
  const each = peopleOf(ctx, mine, { persons, person, note: note || null, ownContacts })
  const booker = person.contact ? [person.contact.email] : []
  for (const email of new Set([...booker, ...each.flatMap(({ contact }) => contact?.email ?? [])]))
    await countBooking(ctx, email)
  await bookTogether(ctx, tx, mine, {
    visitor: visitor ?? null,
    note: note || null,
    ...person,
    actor: { kind: 'guest' },
    source: 'web',
    each,
  })
  if (renew) await bumpCalendar(tx)
  return 'booked'
}

/**
 * Whose the visits of a party are, as `whoseOf` says. Empty where there is no party.
 * @param ownContacts whether persons may have addresses of their own.
 * @throws CallError `request/invalid` for persons who are not those of the hold, have no name, or an address
 * that they may not have.
 */
function peopleOf(
  ctx: RequestContext,
  visits: HeldVisits,
  {
    persons,
    person,
    note,
    ownContacts,
  }: { persons: Confirm['persons']; person: Person; note: string | null; ownContacts: boolean },
): Whose[] {
  const isParty = visits.every(({ partyId }) => partyId !== null)
  if (!isParty && !persons) return []
  const fits =
    isParty &&
    persons?.length === visits.length &&
    persons.every(({ visitor, email }, index) => (index === 0 ? !email : visitor)) &&
    (ownContacts || persons.every(({ email }) => !email))
  if (!fits) throw new CallError('request/invalid', { fields: ['persons'] })
  return whoseOf({ persons, person, note, language: ctx.language })
}

const capacityToRenew = (bookable: Bookable, visits: HeldVisits): Capacity =>
  capacityFor(
    bookable,
    visits.flatMap((one) => resolveRequestedServices(bookable, toRequestedServices(one)) ?? []),
  )

/** Why the salon does not offer a visit any more as it is held; null: it does. */
function refuseByCatalog(bookable: Bookable, visits: HeldVisits, renew: boolean): Refused | null {
  // A hold that is renewed may get another person, if the guest has not asked for one.
  const refusalOf = (one: VisitWithSegments) =>
    refusalByCatalog(bookable, renew ? toRequestedServices(one) : one.segments)
  const lost = visits.filter((one) => refusalOf(one) !== null)
  const reason = lost[0] && refusalOf(lost[0])
  return reason ? { reason, lost } : null
}

/**
 * Limits bookings without an account, so that a client can fill neither a calendar nor another person's
 * mailbox. `email`: the address, or the number, that is written to.
 * @throws CallError `request/too-many`.
 */
export async function countBooking({ deps, tenant, address }: RequestContext, email: string): Promise<void> {
  const wait = await deps.bookingLimit({ tenant: tenant.id, address, email })
  if (wait !== null) throw new CallError('request/too-many', { retryAfter: wait })
}

const isStillHeld = (visit: VisitWithSegments, now: number) =>
  visit.start.getTime() >= now &&
  visit.segments.every((one) => one.taken) &&
  isHeld({ state: visit.state, holdUntil: visit.holdUntil?.getTime() ?? null }, now)
