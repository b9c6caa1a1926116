import { isHeld } from '#domain/visit/hold.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'
import { bumpCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { lockMembers } from '../data/member.ts'
import { findVisit, lockVisit, updateVisit, type VisitWithSegments } from '../data/visit.ts'
import { candidatesFor, loadBookable, wishFor } from './bookable.ts'
import { personFor } from './contact.ts'
import { hashOf } from './handle.ts'
import { alternativesTo, lostRace, wantedOf, type ShownOffer } from './hold.ts'
import { owns } from './owner.ts'
import { quoteAgain, takeAgain } from './retake.ts'
import { tell } from './tell.ts'

type Confirm = Input<'confirmVisit'>
type ConfirmResult = { ok: true } | { ok: false; reason: 'taken'; alternatives: ShownOffer[] }

/**
 * Books what is held, once however often it is asked. A hold that has run out is taken again where its time is still free.
 * @throws CallError `not-found` for a hold that is not this guest's, `visit/details-missing`, `guest/invalid-mobile`, and
 * `amount/changed` with the new price and its currency when the guest saw another one, and without an account `request/too-many`.
 */
export async function confirmVisit(scope: Scope, asked: Confirm): Promise<ConfirmResult> {
  const attempt = (retake: boolean) =>
    scope.deps.db.write(scope.tenant.id, (tx) => confirm(tx, scope, asked, retake)).catch(lostRace)
  const first = await attempt(false)
  const outcome = first === 'not-held' ? await attempt(true) : first
  if (outcome === 'booked') return { ok: true }
  if (typeof outcome === 'object') throw new CallError('amount/changed', outcome)
  const visit = await scope.deps.db.read(scope.tenant.id, (tx) =>
    findVisit(tx, { handleHash: hashOf(asked.handle) }),
  )
  return {
    ok: false,
    reason: 'taken',
    alternatives: visit ? await alternativesTo(scope, wantedOf(visit), visit.start.getTime()) : [],
  }
}

async function confirm(
  tx: Tx,
  scope: Scope,
  { handle, price, currency, details }: Confirm,
  retake: boolean,
): Promise<'booked' | 'not-held' | 'taken' | { price: number; currency: string }> {
  const found = await findVisit(tx, { handleHash: hashOf(handle) })
  if (!found || !owns(scope, found)) throw new CallError('not-found')
  const bookable = await loadBookable(
    tx,
    scope,
    found.segments.map((one) => one.serviceId),
  )
  if (retake) await lockMembers(tx, candidatesFor(bookable, wishFor(bookable, wantedOf(found)) ?? []))
  const visit = await lockVisit(tx, found.id)
  if (visit?.state === 'booked') return 'booked'
  if (visit?.state !== 'held') throw new CallError('not-found')
  const person = personFor(scope, details)
  const now = scope.deps.now()
  if (!retake && !stillHeld(visit, now)) return 'not-held'
  const mine = retake ? await takeAgain(tx, bookable, visit, now) : visit
  if (!mine) return 'taken'
  const quoted = await quoteAgain(tx, bookable, mine)
  // Whoever names no currency is thinking in that of the hold, which stays as it is until the new one is named.
  if (price !== undefined && currency === undefined && quoted.currency !== visit.currency)
    throw new CallError('amount/changed', quoted)
  if (price !== undefined && (price !== quoted.price || (currency ?? visit.currency) !== quoted.currency))
    return quoted
  if (person.contact) await countBooking(scope, person.contact.email)
  await updateVisit(tx, visit.id, {
    state: 'booked',
    bookedAt: new Date(now),
    holdUntil: null,
    addressHash: null,
    ...person,
  })
  await tell(tx, scope, visit.id)
  if (retake) await bumpCalendar(tx)
  return 'booked'
}

/** Nobody fills a calendar, or another's mailbox, without an account. @throws CallError `request/too-many`. */
async function countBooking({ deps, tenant, address }: Scope, email: string): Promise<void> {
  const wait = await deps.bookingLimit({ tenant: tenant.id, address, email })
  if (wait !== null) throw new CallError('request/too-many', { retryAfter: wait })
}

const stillHeld = (visit: VisitWithSegments, now: number) =>
  visit.start.getTime() >= now &&
  visit.segments.every((one) => one.taken) &&
  isHeld({ state: visit.state, holdUntil: visit.holdUntil?.getTime() ?? null }, now)
