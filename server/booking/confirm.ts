import { quote } from '#domain/visit/quote.ts'
import { isHeld } from '#domain/visit/hold.ts'
import { normalizeMobile } from '#domain/phone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Contact } from '#contract/visit.ts'
import type { Scope } from '../context.ts'
import { bumpCalendar } from '../data/calendar.ts'
import type { Tx } from '../data/db.ts'
import { lockMembers } from '../data/member.ts'
import { announce } from '../data/news.ts'
import { createSegments, removeSegments, updateSegmentPrice } from '../data/segment.ts'
import { findVisit, lockVisit, updateVisit, type VisitWithSegments } from '../data/visit.ts'
import { visitBooked } from '../visit-mail.ts'
import { candidatesFor, loadBookable, wishFor, type Bookable } from './bookable.ts'
import { hashOf } from './handle.ts'
import { alternativesTo, lostRace, wantedOf } from './hold.ts'
import { findOffer, segmentsOf, type shownOffer } from './offer.ts'
import { owns } from './owner.ts'

type Confirm = Input<'confirmVisit'>
export type ConfirmResult = { ok: true } | { ok: false; reason: 'taken'; alternatives: ReturnType<typeof shownOffer>[] }

/**
 * Books what is held, once however often it is asked. A hold that has run out is taken again where its time is still free.
 * @throws CallError `not-found` for a hold that is not this guest's, `visit/details-missing`, `guest/invalid-mobile`, and
 * `amount/changed` with the new price when the guest saw another one.
 */
export async function confirmVisit(scope: Scope, asked: Confirm): Promise<ConfirmResult> {
  const attempt = (retake: boolean) => scope.deps.db.write(scope.tenant.id, (tx) => confirm(tx, scope, asked, retake)).catch(lostRace)
  const first = await attempt(false)
  const outcome = first === 'not-held' ? await attempt(true) : first
  if (outcome === 'booked') return { ok: true }
  if (typeof outcome === 'object') throw new CallError('amount/changed', outcome)
  const visit = await scope.deps.db.read(scope.tenant.id, (tx) => findVisit(tx, { handleHash: hashOf(asked.handle) }))
  return { ok: false, reason: 'taken', alternatives: visit ? await alternativesTo(scope, wantedOf(visit), visit.start.getTime()) : [] }
}

async function confirm(tx: Tx, scope: Scope, { handle, price, details }: Confirm, retake: boolean): Promise<'booked' | 'not-held' | 'taken' | { price: number }> {
  const found = await findVisit(tx, { handleHash: hashOf(handle) })
  if (!found || !owns(scope, found)) throw new CallError('not-found')
  const bookable = await loadBookable(tx, scope)
  if (retake) await lockMembers(tx, candidatesFor(bookable, wishFor(bookable, wantedOf(found)) ?? []))
  const visit = await lockVisit(tx, found.id)
  if (visit?.state === 'booked') return 'booked'
  if (visit?.state !== 'held') throw new CallError('not-found')
  const person = personFor(scope, details)
  const now = scope.deps.now()
  if (!retake && !stillHeld(visit, now)) return 'not-held'
  const mine = retake ? await takeAgain(tx, bookable, visit, now) : visit
  if (!mine) return 'taken'
  const total = await quoteAgain(tx, bookable, mine)
  if (price !== undefined && price !== total) return { price: total }
  await updateVisit(tx, visit.id, { state: 'booked', bookedAt: new Date(now), holdUntil: null, addressHash: null, ...person })
  await tell(tx, scope, visit.id)
  if (retake) await bumpCalendar(tx)
  return 'booked'
}

const stillHeld = (visit: VisitWithSegments, now: number) =>
  isHeld({ state: visit.state, holdUntil: visit.holdUntil?.getTime() ?? null }, now) && visit.segments.every((one) => one.taken)

/** The same wish at the same time, perhaps with other people, or null when it is not offered any more. */
async function takeAgain(tx: Tx, bookable: Bookable, visit: VisitWithSegments, now: number): Promise<VisitWithSegments | null> {
  const wish = wishFor(bookable, wantedOf(visit))
  const offer = wish && (await findOffer(tx, { bookable, wish, now, except: visit.id }, visit.start.getTime() / 60_000))
  if (!offer) return null
  await removeSegments(tx, visit.id)
  await createSegments(tx, visit.id, segmentsOf(bookable, wish, offer))
  await updateVisit(tx, visit.id, { end: new Date(offer.end * 60_000) })
  return findVisit(tx, { id: visit.id })
}

/** The price as it is now, kept with the visit; a service that was withdrawn meanwhile keeps the one it was held at. */
async function quoteAgain(tx: Tx, { services, vatPercent }: Bookable, visit: VisitWithSegments): Promise<number> {
  let total = 0
  for (const { position, serviceId, memberId, price } of visit.segments) {
    const service = services.get(serviceId)
    const current = service ? quote(service, memberId, vatPercent) : price
    if (current !== price) await updateSegmentPrice(tx, visit.id, position, current)
    total += current
  }
  if (total !== visit.price) await updateVisit(tx, visit.id, { price: total })
  return total
}

/** Whose visit it becomes: the account's, else that of whoever has its handle. Whether an account exists for a contact is never looked up. */
function personFor(scope: Scope, details: Confirm['details']): { guestId: string; ownerHash: null; contact: null } | { contact: Contact } {
  if (scope.guest) {
    if (!scope.guest.detailsPresent) throw new CallError('visit/details-missing')
    return { guestId: scope.guest.uid, ownerHash: null, contact: null }
  }
  if (!details) throw new CallError('visit/details-missing')
  const { firstname, lastname, email, mobile, countryCode } = details
  const number = normalizeMobile(mobile, countryCode ?? scope.tenant.profile.default.countryCode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return { contact: { firstname, lastname, email, mobile: number.e164, language: scope.language } }
}

async function tell(tx: Tx, scope: Scope, id: string): Promise<void> {
  const booked = await findVisit(tx, { id })
  if (!booked) throw new Error('a visit that was just booked is gone')
  await visitBooked(scope, tx, booked)
  if (booked.guestId) await announce(tx, 'visits', booked.guestId)
}
