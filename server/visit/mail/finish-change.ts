import type { ChangeKind, Informing, VisitFacts } from '#contract/schedule/visit-change.ts'
import { REPORT_MS } from '#domain/visit/undo.ts'
import { isSalon, type Actor } from '#server/context/actor.ts'
import type { Tx } from '#server/database/db.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { reloadVisit, type VisitWithSegments } from '../queries.ts'
import { recordVisitChange } from '../record-change.ts'
import type { TimeInstead, VisitChange } from './mail.ts'
import { notifyVisitChange, settleVisit } from './notify-visit.ts'

export type Finished = {
  actor: Actor
  kind: ChangeKind
  /** Null for a booking. */
  before: VisitFacts | null
  /** What the guest, and the salon, are told; null: nothing. */
  message: VisitChange | null
  /** Default, where there is a message: the guest is asked. */
  informing?: Informing | undefined
  batch?: string | undefined
  undoes?: string
}

/**
 * Does what follows a change of a visit that this transaction has written: it is recorded, its reminders and
 * pages follow, and its guest is told. Messages about what a person of the salon has done wait until that can
 * no longer be taken back.
 * @returns the visit after the change, and the id of the change.
 */
export async function finishChange(
  ctx: MailContext,
  tx: Tx,
  id: string,
  { actor, message, before, informing = 'ask', ...recorded }: Finished,
): Promise<{ visit: VisitWithSegments; changeId: string }> {
  const visit = await reloadVisit(tx, id)
  await settleVisit(ctx, tx, visit, before?.start ?? null)
  const told = informing === 'none' ? null : message
  const waits = told !== null && actor.kind === 'staff'
  const notified =
    told && !waits ? await notifyVisitChange(ctx, tx, visit, { change: told, bySalon: isSalon(actor) }) : []
  const changeId = await recordVisitChange(ctx, tx, id, {
    ...recorded,
    actor,
    before,
    notified,
    informing: told ? informing : 'none',
    reportAt: waits ? new Date(ctx.deps.now() + REPORT_MS) : null,
    instead: timesOf(told),
  })
  return { visit, changeId }
}

const timesOf = (message: VisitChange | null): TimeInstead[] | null =>
  message?.about === 'cancelledBySalon' ? message.times : null
