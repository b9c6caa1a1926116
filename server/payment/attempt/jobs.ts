import { DAY_MS } from '#domain/day.ts'
import { enqueueReservationMail } from '../order/order-mail.ts'
import type { PaymentContext } from '../context.ts'
import { forgetAddresses } from '../reservation/reservation-queries.ts'
import {
  deleteOldAttempts,
  findAttempt,
  listEndingReservations,
  listPendingOperations,
  listUnsettledAttempts,
  updateAttempt,
  type AttemptRow,
} from '../queries.ts'
import { settlePayment } from './settle-payment.ts'

const MINUTE_MS = 60_000
/** How often the job of an attempt asks: while the guest can approve it, and after that. */
const OPEN_MS = 20_000
const LATE_MS = 5 * MINUTE_MS
/** After this time the hourly sweep asks for what is still open. */
const JOB_MS = 2 * 3_600_000
/** A late approval is looked for until then. */
const LATE_APPROVAL_MS = DAY_MS
/** The salon is warned of the end of a reservation this long before it. */
const WARNING_MS = 4 * DAY_MS
/** Attempts without an order are kept this long, for questions. */
const KEEP_MS = 90 * DAY_MS

/** The job of an attempt: asks for it, and enqueues itself again while it is open. */
export async function runSettlement(ctx: PaymentContext, attemptId: string): Promise<void> {
  const { deps, tenant } = ctx
  await settlePayment(ctx, attemptId)
  await deps.db.write(tenant.id, async (tx) => {
    const attempt = await findAttempt(tx, attemptId)
    const next = attempt && nextQuestion(attempt, deps.now())
    if (next) await deps.jobs.settlePayment(tx, attemptId, new Date(next))
  })
}

/**
 * When to ask again for an attempt, epoch ms; null: the sweep does. On whole steps, so that chains of jobs
 * meet.
 */
function nextQuestion({ state, createdAt, expiresAt }: AttemptRow, now: number): number | null {
  if (state !== 'open' || now > createdAt.getTime() + JOB_MS) return null
  const step = now < expiresAt.getTime() + 2 * MINUTE_MS ? OPEN_MS : LATE_MS
  return (Math.floor(now / step) + 1) * step
}

/** Enqueues the jobs of open attempts and pending operations again: a restored database has none. */
export async function enqueuePaymentJobs({ deps, tenant }: PaymentContext): Promise<void> {
  await deps.db.write(tenant.id, async (tx) => {
    for (const { id } of await listUnsettledAttempts(tx, { since: null }))
      await deps.jobs.settlePayment(tx, id)
    for (const { id } of await listPendingOperations(tx)) await deps.jobs.runPaymentOperation(tx, id)
  })
}

/**
 * The hourly net below the jobs: asks for attempts whose money may still come, enqueues pending operations
 * again, warns of reservations that end, and deletes old attempts without an order.
 */
export async function sweepPayments(ctx: PaymentContext): Promise<void> {
  const { deps, tenant } = ctx
  const now = deps.now()
  const since = new Date(now - LATE_APPROVAL_MS)
  for (const { id } of await deps.db.read(tenant.id, (tx) => listUnsettledAttempts(tx, { since })))
    await settlePayment(ctx, id, { gapMs: MINUTE_MS })
  await deps.db.write(tenant.id, async (tx) => {
    for (const { id } of await listPendingOperations(tx)) await deps.jobs.runPaymentOperation(tx, id)
    for (const attempt of await listEndingReservations(tx, new Date(now + WARNING_MS))) {
      await enqueueReservationMail(ctx, tx, attempt)
      await updateAttempt(tx, attempt.id, { warnedAt: new Date(now) })
    }
    await forgetAddresses(tx, new Date(now - DAY_MS))
    await deleteOldAttempts(tx, new Date(now - KEEP_MS))
  })
}
