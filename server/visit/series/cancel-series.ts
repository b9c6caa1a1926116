import type { MoveContext } from '../change/move-plan.ts'
import { canCancel } from '#domain/visit/cancel.ts'
import { CallError } from '#contract/errors.ts'
import type { Informing } from '#contract/schedule/visit-change.ts'
import type { Actor } from '#server/context/actor.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { getFinance, type FinanceRow } from '#server/tenant/queries.ts'
import { cancelLocked, termsFor, type Cancelled } from '../change/cancel.ts'
import { markReported } from '../change-queries.ts'
import { notifySeries } from '../mail/notify-series.ts'
import { listGroup, lockGroup, lockVisit, type VisitWithSegments } from '../queries.ts'

/** Whether a visit is one of those that end with this one: it, and all later dates of its series. */
const isFrom = (first: VisitWithSegments, { state, start }: VisitWithSegments, now: number): boolean =>
  start >= first.start && canCancel({ state, start: start.getTime(), now })

/** Lists a visit and the later dates of its series, as far as they can be cancelled, the next one first. */
export async function listDatesFrom(
  { deps }: Pick<RequestContext, 'deps'>,
  tx: Tx,
  visit: VisitWithSegments,
): Promise<VisitWithSegments[]> {
  const { seriesId } = visit
  const all = seriesId === null ? [visit] : await listGroup(tx, { seriesId })
  return all.filter((one) => isFrom(visit, one, deps.now()))
}

/** What cancelling these visits costs now, each, and in all. */
export function termsOfDates(ctx: MoveContext, finance: FinanceRow, visits: readonly VisitWithSegments[]) {
  const terms = visits.map((visit) => ({ visit, ...termsFor(ctx, finance, visit) }))
  return {
    terms,
    fee: terms.reduce((sum, { fee }) => sum + fee, 0),
    refund: terms.reduce((sum, { refund }) => sum + refund, 0),
  }
}

/**
 * `agreed`: the sum of the fees that the guest has seen. `sequence`: the visit as the salon has seen it.
 * `batch`: names what the salon does at once.
 */
type Cancelling = {
  actor: Actor
  /** Whether the caller may cancel this date; the others stay. */
  may: (visit: VisitWithSegments) => boolean
  agreed?: number | undefined
  sequence?: number | undefined
  informing?: Informing
  batch?: string
  /** What else belongs to each, in the same transaction. */
  onCancelled?: (tx: Tx, visit: VisitWithSegments) => Promise<void>
}

/**
 * Cancels a visit and all later dates of its series that have not begun, all of them or none, each with its
 * own fee, and its time goes to the waitlist. A guest, and the salon, get one message about all of them.
 * Idempotent.
 * @param find finds the visit, and throws where the caller may not cancel it.
 * @throws CallError as `cancelVisit` does; `amount/changed` with the sums.
 */
export async function cancelSeries(
  ctx: MoveContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  { actor, may, agreed, sequence, informing, batch, onCancelled }: Cancelling,
): Promise<{ first: VisitWithSegments; cancelled: Cancelled[] }> {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const found = await find(tx)
    const locked = await lockSeries(tx, found)
    const first = locked.find(({ id }) => id === found.id)
    if (!first) throw new CallError('not-found')
    if (first.state === 'cancelled') return { first, cancelled: [] }
    const now = ctx.deps.now()
    if (!isFrom(first, first, now)) throw new CallError('visit/not-cancellable')
    const visits = locked.filter((one) => isFrom(first, one, now) && may(one))
    const sums = termsOfDates(ctx, await getFinance(tx), visits)
    if (agreed !== undefined && agreed !== sums.fee)
      throw new CallError('amount/changed', {
        fee: sums.fee,
        refund: sums.refund,
        currency: first.currency,
      })
    const byGuest = actor.kind === 'guest'
    const cancelled: Cancelled[] = []
    for (const visit of visits)
      cancelled.push(
        await cancelLocked(ctx, tx, visit, {
          actor,
          ...(byGuest ? { told: false } : { informing }),
          ...(onCancelled ? { onCancelled } : {}),
          ...(visit.id === first.id ? { sequence } : {}),
          ...(batch ? { batch } : {}),
        }),
      )
    if (byGuest) await tellGuest(ctx, tx, cancelled)
    return { first, cancelled }
  })
}

/** Locks a visit and the other dates of its series. The other persons of a party are not meant. */
async function lockSeries(tx: Tx, { id, seriesId }: VisitWithSegments): Promise<VisitWithSegments[]> {
  if (seriesId !== null) return lockGroup(tx, { seriesId })
  const locked = await lockVisit(tx, id)
  return locked ? [locked] : []
}

async function tellGuest(ctx: MoveContext, tx: Tx, cancelled: readonly Cancelled[]): Promise<void> {
  const visits = cancelled.map(({ visit }) => visit)
  const notified = await notifySeries(ctx, tx, visits, { about: 'cancelled' })
  const changes = cancelled.flatMap(({ changeId }) => changeId ?? [])
  await markReported(tx, changes, notified)
}
