import { randomBytes } from 'node:crypto'
import type { Informing } from '#contract/schedule/visit-change.ts'
import { toVisitNumber } from '#domain/visit/number.ts'
import type { VisitSource } from '#domain/visit/source.ts'
import type { Actor } from '#server/context/actor.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { countNumber } from '../change-queries.ts'
import { finishChange } from '../mail/finish-change.ts'
import { updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'

/** Whose the visit is, and what is known of it. */
type Booking = Partial<Pick<VisitRow, 'guestId' | 'ownerHash' | 'contact' | 'visitor' | 'note'>> & {
  actor: Actor
  source: VisitSource
  informing?: Informing
  batch?: string | undefined
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
  { actor, source, informing, batch, ...person }: Booking,
): Promise<{ visit: VisitWithSegments; changeId: string }> {
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
    message: { about: 'booked' },
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
