import * as v from 'valibot'
import { canCancel, cancelTerms, lastCancellationFee } from '#domain/visit/cancel.ts'
import { CallError } from '#contract/errors.ts'
import { uuid } from '#contract/field/field-schemas.ts'
import type { Informing } from '#contract/schedule/visit-change.ts'
import { isSalon, type Actor } from '#server/context/actor.ts'
import type { Dependencies, RequestContext, Tenant } from '#server/context/context.ts'
import {
  hasAddons,
  loadBookable,
  resolveRequestedServices,
  stillBookable,
} from '#server/availability/bookable.ts'
import { listAlternatives } from '#server/availability/offer.ts'
import { bumpCalendar } from '#server/availability/calendar-queries.ts'
import type { Tx } from '#server/database/db.ts'
import { releaseSegments } from '#server/availability/segment-queries.ts'
import { getFinance, type FinanceRow } from '#server/tenant/queries.ts'
import { findVisit, lockVisit, updateVisit, type VisitRow, type VisitWithSegments } from '../queries.ts'
import { findCancellationFee } from '#server/tenant/finance.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { recordVisitRefund } from '../analytics.ts'
import { findVisitFacts } from '../change-queries.ts'
import { changesOf } from '../changes.ts'
import { verifySequence } from '../verify-sequence.ts'
import { linkLanguage } from '../contact.ts'
import { isHandleValid } from '#server/secret/handle.ts'
import { sha256 } from '#server/secret/hash.ts'
import { toRequestedServices } from '../hold/hold.ts'
import { finishChange } from '../mail/finish-change.ts'
import type { TimeInstead } from '../mail/mail.ts'
import { keepForWaitlist } from '../hold/queue-hold.ts'

/**
 * What cancelling costs now, or cost if the visit is cancelled: the only source of the cancellation fee for
 * page, mail and refund.
 */
export function termsFor(
  ctx: { tenant: Tenant; deps: { now: () => number } },
  finance: FinanceRow,
  visit: VisitRow,
) {
  const { state, fee, refunded } = visit
  const terms = cancelTerms({ ...rulesFor(ctx.tenant, finance, visit), now: ctx.deps.now() })
  return state === 'cancelled' ? { ...terms, fee, refund: refunded } : terms
}

/** Until when cancelling a held or booked visit is free, and what it costs afterwards. */
export function limitTermsFor(
  ctx: { tenant: Tenant; deps: { now: () => number } },
  finance: FinanceRow,
  visit: VisitRow,
) {
  const { limitHours, deadline, late } = termsFor(ctx, finance, visit)
  const rules = rulesFor(ctx.tenant, finance, visit)
  const owed = rules.changedBySalon ? 0 : Math.min(rules.price, Math.max(rules.owed, rules.movedLateFee ?? 0))
  return { limitHours, deadline, late, lateFee: lastCancellationFee(rules), owed }
}

/** As `limitTermsFor`, of a time that is only offered. */
export function termsAhead(
  ctx: { tenant: Tenant; deps: { now: () => number } },
  finance: FinanceRow,
  { start, price, currency }: Pick<VisitRow, 'start' | 'price' | 'currency'>,
) {
  const rules = {
    start: start.getTime(),
    limitHours: ctx.tenant.profile.tenantMessages.cancelLimit,
    paid: 0,
    price,
    lateFee: findCancellationFee(finance, ctx.tenant, currency),
  }
  const { limitHours, deadline, late } = cancelTerms({ ...rules, now: ctx.deps.now() })
  return { limitHours, deadline, late, lateFee: lastCancellationFee(rules), owed: 0 }
}

const rulesFor = (tenant: Tenant, finance: FinanceRow, visit: VisitRow) => ({
  ...changesOf(visit),
  start: visit.start.getTime(),
  limitHours: tenant.profile.tenantMessages.cancelLimit,
  paid: visit.paid,
  price: visit.price,
  lateFee: findCancellationFee(finance, tenant, visit.currency),
})

/**
 * Returns the visit of a cancel link's handle, or the signed-in guest's own visit by its id or visit handle.
 * @throws CallError `not-found` for an unknown, foreign or expired name, and for a hold.
 */
export async function getCancellable(ctx: RequestContext, tx: Tx, name: string): Promise<VisitWithSegments> {
  const visit = (await findVisit(tx, { cancelHash: sha256(name) })) ?? (await findOwn(ctx, tx, name))
  if (!hasValidLink(visit, ctx.deps.now())) throw new CallError('not-found')
  return visit
}

const hasValidLink = (visit: VisitWithSegments | null, now: number): visit is VisitWithSegments =>
  visit !== null && visit.state !== 'held' && isHandleValid(visit, now)

/**
 * Returns the language of the guest to whom this cancel link was sent; null for an invalid or expired link.
 */
export async function findCancelLinkLanguage(tx: Tx, handle: string, now: number): Promise<string | null> {
  const visit = await findVisit(tx, { cancelHash: sha256(handle) })
  return hasValidLink(visit, now) ? linkLanguage(visit) : null
}

async function findOwn({ guest }: RequestContext, tx: Tx, name: string): Promise<VisitWithSegments | null> {
  if (!guest) return null
  const visit = await findVisit(
    tx,
    v.is(uuid, name) ? { id: name.toLowerCase() } : { handleHash: sha256(name) },
  )
  return visit?.guestId === guest.uid ? visit : null
}

type CancelContext = MailContext & { deps: Pick<Dependencies, 'db'> }

/**
 * `agreed`: the fee that the guest has seen, in minor units; if the fee is another by now, nothing is
 * cancelled. `sequence`: the visit as the salon has seen it.
 */
type Cancelling = {
  actor: Actor
  agreed?: number | undefined
  informing?: Informing | undefined
  sequence?: number | undefined
  batch?: string
  /** Whether this visit has messages of its own; default: it has. */
  told?: boolean
  /** What else belongs to it, in the same transaction. */
  onCancelled?: (tx: Tx, visit: VisitWithSegments) => Promise<void>
}

/**
 * Cancels a visit, for its guest, the holder of its link, and the salon alike. Idempotent: repeated and
 * concurrent calls return the same visit and have one effect. Where the salon cancels, it costs nothing, all
 * that was paid is refunded, and the guest is offered the three nearest free times.
 * @param find finds the visit, and throws where the caller may not cancel it.
 * @returns `changeId`: null where it was cancelled already.
 * @throws CallError as `find` does, `visit/not-cancellable` when it has begun, `visit/changed` as
 * `verifySequence` does, and, for the guest, `amount/changed` with fee and refund.
 */
export async function cancelVisit(
  ctx: CancelContext,
  find: (tx: Tx) => Promise<VisitWithSegments>,
  options: Cancelling,
): Promise<Cancelled> {
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const { id } = await find(tx)
    const visit = await lockVisit(tx, id)
    if (!visit) throw new CallError('not-found')
    return cancelLocked(ctx, tx, visit, options)
  })
}

export type Cancelled = { visit: VisitWithSegments; changeId: string | null }

/** Cancels a visit that this transaction has locked. See `cancelVisit`. */
export async function cancelLocked(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  { actor, agreed, informing, sequence, batch, told = true, onCancelled }: Cancelling,
): Promise<Cancelled> {
  if (visit.state === 'cancelled') return { visit, changeId: null }
  await verifySequence(tx, visit, sequence)
  if (!canCancel({ state: visit.state, start: visit.start.getTime(), now: ctx.deps.now() }))
    throw new CallError('visit/not-cancellable')
  const bySalon = isSalon(actor)
  const { fee, refund } = bySalon
    ? { fee: 0, refund: visit.paid }
    : termsFor(ctx, await getFinance(tx), visit)
  if (agreed !== undefined && agreed !== fee)
    throw new CallError('amount/changed', { fee, refund, currency: visit.currency })
  const before = await findVisitFacts(tx, visit.id)
  // Read while the visit still takes its time: that time is none to offer.
  const times = bySalon && informing !== 'none' ? await listTimesInstead(ctx, tx, visit) : []
  await endVisit(ctx, tx, visit, { amounts: { fee, refunded: refund }, actor })
  const cancelled = await finishChange(ctx, tx, visit.id, {
    actor,
    kind: 'cancelled',
    before,
    message: !told ? null : bySalon ? { about: 'cancelledBySalon', times } : { about: 'cancelled' },
    informing,
    batch,
  })
  await onCancelled?.(tx, cancelled.visit)
  await bumpCalendar(tx)
  return cancelled
}

/** How a guest cancels: with the event of the refund. */
export const asGuest = (ctx: RequestContext, agreed?: number) => ({
  actor: { kind: 'guest' as const },
  agreed,
  onCancelled: (tx: Tx, visit: VisitWithSegments) => recordVisitRefund(ctx, tx, visit),
})

/** The free times nearest to a visit, with the members whom its guest requested, else with anyone. */
async function listTimesInstead(
  { tenant, deps }: Pick<MailContext, 'tenant' | 'deps'>,
  tx: Tx,
  visit: VisitWithSegments,
): Promise<TimeInstead[]> {
  const requested = toRequestedServices(visit)
  const bookable = await loadBookable(
    { tenant, guest: {}, deps },
    tx,
    requested.map(({ serviceId }) => serviceId),
    { addons: hasAddons(requested) },
  )
  const offered = requested.map((one) => ({
    ...one,
    addons: stillBookable(bookable, [one])[0]?.addons ?? [],
  }))
  for (const wanted of [offered, offered.map((one) => ({ ...one, memberId: null }))]) {
    const services = resolveRequestedServices(bookable, wanted)
    const search = services && { bookable, requested: services, now: deps.now() }
    const times = search ? await listAlternatives(tx, search, visit.start.getTime() / 60_000) : []
    if (times.length > 0)
      return times.map(({ start }) => ({
        start: start * 60_000,
        teamMember: wanted.map(({ memberId }) => memberId ?? 'any'),
      }))
  }
  return []
}

/** Writes the end of a booked visit, and gives its time to the waitlist. */
async function endVisit(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  { amounts, actor }: { amounts: Pick<VisitRow, 'fee' | 'refunded'>; actor: Actor },
): Promise<void> {
  await updateVisit(tx, visit.id, {
    ...amounts,
    state: 'cancelled',
    cancelledAt: new Date(ctx.deps.now()),
    changedFrom: null,
    askedAt: null,
    sequence: visit.sequence + 1,
  })
  await releaseSegments(tx, visit.id)
  await keepForWaitlist(ctx, tx, visit, { by: actor })
}
