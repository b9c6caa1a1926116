import type { CatalogRefusal, TimeRefusal } from '#domain/availability/horizon.ts'
import { isHeld } from '#domain/visit/hold.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { lockMembers } from '#server/service/member-queries.ts'
import { findVisit, lockVisit, type VisitWithSegments } from '../queries.ts'
import {
  candidatesFor,
  loadBookable,
  refusalByCatalog,
  resolveRequestedServices,
} from '#server/availability/bookable.ts'
import { computeRefusal } from '#server/availability/offer.ts'
import { personFor } from '../contact.ts'
import { bookHeld } from './book.ts'
import { sha256 } from '#server/secret/hash.ts'
import {
  listAlternativesFor,
  takenOnConstraintViolation,
  toRequestedServices,
  noAlternatives,
  type Alternatives,
} from './hold.ts'
import { holderOf, isOwnHold } from '#server/context/booking-owner.ts'
import { requote, renewHold } from './renew-hold.ts'

type Confirm = Input<'confirmVisit'>
type ConfirmRejection = TimeRefusal | CatalogRefusal
type ConfirmResult = { ok: true } | ({ ok: false; reason: ConfirmRejection } & Alternatives)

/**
 * Books a hold. Idempotent: a booked hold is a success again. An expired hold is renewed if its time is still
 * free. One whose service or member the salon has taken off meanwhile is refused.
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
  if (typeof outcome === 'object') throw new CallError('amount/changed', outcome)
  const visit = await ctx.deps.db.read(ctx.tenant.id, (tx) =>
    findVisit(tx, { handleHash: sha256(input.handle) }),
  )
  return {
    ok: false,
    reason: outcome === 'not-held' ? 'taken' : outcome,
    ...(visit
      ? await listAlternativesFor(ctx, toRequestedServices(visit), visit.start.getTime())
      : noAlternatives),
  }
}

async function confirm(
  ctx: RequestContext,
  tx: Tx,
  { handle, price, currency, details, visitor, note }: Confirm,
  renew: boolean,
): Promise<'booked' | 'not-held' | ConfirmRejection | { price: number; currency: string }> {
  const found = await findVisit(tx, { handleHash: sha256(handle) })
  if (!found || !isOwnHold(ctx, found)) throw new CallError('not-found')
  const bookable = await loadBookable(
    ctx,
    tx,
    found.segments.map((one) => one.serviceId),
  )
  if (renew)
    await lockMembers(
      tx,
      candidatesFor(bookable, resolveRequestedServices(bookable, toRequestedServices(found)) ?? []),
    )
  const visit = await lockVisit(tx, found.id)
  if (visit?.state === 'booked') return 'booked'
  if (visit?.state !== 'held') throw new CallError('not-found')
  const now = ctx.deps.now()
  if (!renew && !isStillHeld(visit, now)) return 'not-held'
  // A hold that is renewed may get another person, if the guest has not asked for one.
  const gone = refusalByCatalog(bookable, renew ? toRequestedServices(visit) : visit.segments)
  if (gone) return gone
  const person = personFor(ctx, details)
  const mine = renew ? await renewHold(tx, bookable, visit, { now, own: holderOf(ctx) }) : visit
  if (!mine) return computeRefusal({ bookable, now }, visit.start.getTime() / 60_000)
  const quoted = await requote(tx, bookable, mine)
  // A request without a currency means the hold's. The hold keeps it until a request names the new one.
  if (price !== undefined && currency === undefined && quoted.currency !== visit.currency)
    throw new CallError('amount/changed', quoted)
  if (price !== undefined && (price !== quoted.price || (currency ?? visit.currency) !== quoted.currency))
    return quoted
  if (person.contact) await countBooking(ctx, person.contact.email)
  await bookHeld(ctx, tx, visit.id, {
    visitor: visitor ?? null,
    note: note || null,
    ...person,
    actor: { kind: 'guest' },
    source: 'web',
  })
  if (renew) await bumpCalendar(tx)
  return 'booked'
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
