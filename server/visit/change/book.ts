import { randomUUID } from 'node:crypto'
import type { Contact } from '#contract/visit/visit.ts'
import { progressWhenBooked } from '#domain/visit/progress.ts'
import type { VisitSource } from '#domain/visit/source.ts'
import type { Actor } from '#server/context/actor.ts'
import { capacityFor } from '#server/availability/bookable.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import { buildSegments } from '#server/availability/offer.ts'
import { lockCapacity } from '#server/availability/resource-queries.ts'
import { createSegments, releaseExpiredHolds, usedTime } from '#server/availability/segment-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { visitHashes } from '#server/secret/handle.ts'
import { bookHeld } from '../hold/book.ts'
import { takenOnConstraintViolation } from '../hold/hold-together.ts'
import { lockWaitlist, takeFromQueue } from '../hold/queue-hold.ts'
import { createVisit, type VisitWithSegments } from '../queries.ts'
import { createSeries, type SeriesRow } from '../series-queries.ts'
import { createStaffNote } from '../staff-note-queries.ts'
import type { MoveContext } from './move-plan.ts'
import { sumPrices } from './move-search.ts'
import {
  listNearestPlaces,
  planPlacement,
  type FreePlace,
  type Place,
  type Placed,
  type Refused,
} from './placement.ts'

/** Who comes: an account, or a contact, of whom a first name may be all that is known. */
export type Person = { guestId: string; contact: null } | { guestId: null; contact: Contact }

export type SalonBooking = {
  place: Place
  person: Person
  visitor?: string | null
  note?: string | null
  staffNote?: string
  source: VisitSource
  /** Whether the guest gets a confirmation. */
  inform: boolean
  batch?: string | undefined
  /** The series that it is one date of. */
  series?: SeriesRow | undefined
  /** What has to happen first, in the same transaction. */
  prepare?: (tx: Tx) => Promise<void>
}
type Booked = { ok: true; visit: VisitWithSegments; changeId: string }
type BookResult = Booked | (Refused & { alternatives: FreePlace[] })

/** A booking whose time comes free of the queue meanwhile is tried again, so often. */
const MAX_READS = 3

/**
 * Books a visit for the salon where it wants, as far as `planPlacement` lets it: outside of the guests' rules
 * with warnings that it has seen, over another visit with a reason.
 * @throws CallError `not-found` for a service that does not exist.
 */
export async function bookBySalon(
  ctx: MoveContext,
  booking: SalonBooking,
  actor: Actor,
): Promise<BookResult> {
  const { deps, tenant } = ctx
  let refusal: Refused = { ok: false, reason: 'taken', warnings: [], inTheWay: [] }
  for (let reads = 1; reads <= MAX_READS; reads += 1) {
    const outcome = await deps.db
      .write(tenant.id, (tx) => book(ctx, tx, booking, actor))
      .catch(takenOnConstraintViolation)
    if (outcome === 'changed') continue
    if (outcome !== 'taken') {
      if (outcome.ok) return outcome
      refusal = outcome
    }
    break
  }
  const alternatives = await deps.db.read(tenant.id, (tx) => listNearestPlaces(ctx, tx, booking.place))
  return { ...refusal, alternatives }
}

async function book(
  ctx: MoveContext,
  tx: Tx,
  booking: SalonBooking,
  actor: Actor,
): Promise<Booked | Refused | 'changed'> {
  const { place, prepare } = booking
  await prepare?.(tx)
  // Fail fast before waiting for the locks.
  const planned = await planPlacement(ctx, tx, place)
  if (!planned.ok) return planned
  if (planned.queue.length > 0) await lockWaitlist(tx)
  const capacity = capacityFor(planned.bookable, planned.requested)
  await lockCapacity(tx, capacity)
  await releaseExpiredHolds(tx, capacity, new Date(ctx.deps.now()))
  const placed = await planPlacement(ctx, tx, place)
  if (!placed.ok) return placed
  // Somebody has cancelled since: the lock of the waitlist comes before those of members.
  if (placed.queue.length > 0 && planned.queue.length === 0) return 'changed'
  return write(ctx, tx, { booking, placed, actor })
}

/** A visit is held until it is booked, also where that is at once. */
export const HELD_MS = 60_000

async function write(
  ctx: MoveContext,
  tx: Tx,
  {
    booking: { place, person, visitor = null, note = null, staffNote = '', source, inform, batch, series },
    placed: { bookable, requested, offer, extras, queue },
    actor,
  }: { booking: SalonBooking; placed: Placed; actor: Actor },
): Promise<Booked> {
  const { deps, tenant } = ctx
  const now = new Date(deps.now())
  const id = randomUUID()
  const segments = buildSegments(bookable, requested, offer).map((one, index) => ({
    ...one,
    ...extras[index],
  }))
  await takeFromQueue(tx, queue, usedTime(segments))
  if (series) await createSeries(tx, series)
  await createVisit(tx, {
    id,
    seriesId: series?.id ?? null,
    state: 'held',
    start: new Date(offer.start * 60_000),
    end: new Date(offer.end * 60_000),
    ...visitHashes(deps.secret, tenant.id, id),
    currency: bookable.currency,
    price: sumPrices(segments),
    holdUntil: new Date(now.getTime() + HELD_MS),
    createdAt: now,
    ...progressWhenBooked({ source, start: place.start }, now.getTime()),
  })
  await createSegments(tx, id, segments)
  if (staffNote && actor.kind === 'staff')
    await createStaffNote(tx, {
      visitId: id,
      staffId: actor.staff.id,
      staffName: actor.staff.name,
      at: now,
      text: staffNote,
    })
  const booked = await bookHeld(ctx, tx, id, {
    ...person,
    visitor,
    note,
    actor,
    source,
    // A visit that has begun needs no confirmation.
    informing: inform && place.start > now.getTime() ? 'agreed' : 'none',
    batch,
  })
  await bumpCalendar(tx)
  return { ok: true, ...booked }
}
