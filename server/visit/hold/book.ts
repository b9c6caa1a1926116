import { randomBytes } from 'node:crypto'
import type { Informing } from '#contract/schedule/visit-change.ts'
import { toVisitNumber } from '#domain/visit/number.ts'
import type { VisitSource } from '#domain/visit/source.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { countNumber, markReported } from '../change-queries.ts'
import { finishChange } from '../mail/finish-change.ts'
import { notifySeries } from '../mail/notify-series.ts'
import { updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import type { HeldVisits } from './group.ts'

/** Whose the visit is, and what is known of it. */
type Booking = Partial<Pick<VisitRow, 'guestId' | 'ownerHash' | 'contact' | 'visitor' | 'note'>> & {
  actor: Actor
  source: VisitSource
  informing?: Informing
  batch?: string | undefined
  /** Whether this visit has messages of its own; default: it has. */
  told?: boolean
}

/** A visit that was booked, and the id of that change. */
export type BookedVisit = { visit: VisitWithSegments; changeId: string }

/**
 * Books the visits of a hold, as `bookHeld` does each. The guest of a series gets one message about all of
 * its dates; the persons of a party get one each.
 * @param booking `each`: what is another of each visit of a party.
 */
export async function bookTogether(
  ctx: MailContext,
  tx: Tx,
  visits: HeldVisits,
  { each = [], ...booking }: Booking & { each?: readonly Partial<Booking>[] },
): Promise<BookedVisit[]> {
  const booked: BookedVisit[] = []
  if (visits.length === 1 || visits.some(({ seriesId }) => seriesId === null)) {
    for (const [index, { id }] of visits.entries())
      booked.push(await bookHeld(ctx, tx, id, { ...booking, ...each[index] }))
    return booked
  }
  for (const { id } of visits) booked.push(await bookHeld(ctx, tx, id, { ...booking, told: false }))
  const notified = await notifySeries(
    ctx,
    tx,
    booked.map(({ visit }) => visit),
    { about: 'booked' },
  )
  await markReported(
    tx,
    booked.map(({ changeId }) => changeId),
    notified,
  )
  return booked
}

/**
 * Books a visit whose time this transaction holds, for a guest on the site, one who accepts an offer of the
 * waitlist, and the salon alike: it gets its number, and its guest is told.
 * @returns the visit, and the id of the change.
 */
export async function bookHeld(
  ctx: MailContext,
  tx: Tx,
  id: string,
  { actor, source, informing, batch, told = true, ...person }: Booking,
): Promise<BookedVisit> {
  await updateVisit(tx, id, {
    ...person,
    state: 'booked',
    heldFor: 'guest',
    bookedAt: new Date(ctx.deps.now()),
    holdUntil: null,
    addressHash: null,
    number: await findNewNumber(tx),
    source,
    bookedBy: actor.kind === 'staff' ? actor.staff.id : null,
  })
  return finishChange(ctx, tx, id, {
    actor,
    kind: 'booked',
    before: null,
    message: told ? { about: 'booked' } : null,
    informing,
    batch,
  })
}

/** A number that no visit of the tenant has. */
export async function findNewNumber(tx: Tx): Promise<string> {
  for (;;) {
    const number = toVisitNumber(randomBytes(6))
    if ((await countNumber(tx, number)) === 0) return number
  }
}
