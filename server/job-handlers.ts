import {
  endExpiredOffer,
  matchChangedSchedule,
  matchFreedTime,
  enqueueOfferJobs,
} from './waitlist/offer-jobs.ts'
import { deliverNotification, enqueueNotificationJobs } from './notification/jobs.ts'
import { scheduleComingReminders, sweepHolds, sweepVisits } from './visit/mail/jobs.ts'
import { warnOfCurrency } from './payment/currency.ts'
import { enqueuePaymentJobs, runSettlement, sweepPayments } from './payment/attempt/jobs.ts'
import { runOperation } from './payment/order/operations.ts'
import { sweepCarts } from './receipt/jobs.ts'
import { sweepWaitlist } from './waitlist/jobs.ts'
import type { Tenant } from './context/context.ts'
import type { TenantId, Tx } from './database/db.ts'
import { findTenantById, listTenantIds } from './tenant/queries.ts'
import { lockVisit } from './visit/queries.ts'
import { openMessage } from './jobs/account-message.ts'
import { enqueueAccountMessage } from './identity/account-message.ts'
import { sweepIdentity } from './identity/jobs.ts'
import { tenantFrom } from './tenant/tenant.ts'
import { enqueueReminderMail } from './visit/mail/mail.ts'
import { enqueueReportJobs, reportVisitChange } from './visit/mail/report-change.ts'
import { writeHolidays, writeMissingHolidays } from './holiday/jobs.ts'
import type { HandlerDeps, JobHandlers } from './jobs/jobs.ts'
import { serializeError } from './logging/serialize-error.ts'
import type { JobData, SealedMessage, VisitToRemind } from './jobs/queues.ts'
import { sendEvent } from './analytics/send-event.ts'
import { sendMail } from './mail/send-mail.ts'
import { drawLogo } from './render/mail-logo.ts'
import { tellOfAbsence, tellStaff } from './schedule/notice.ts'
import { mailTomorrow } from './schedule/tomorrow.ts'
import { sendSms } from './sms/send-sms.ts'

/** Each may run any number of times over the same data: a second run finds the work done. */
export const jobHandlers: JobHandlers = {
  sendMail: (deps, data) => sendMail(deps, data, drawLogo),
  sendSms,
  sendEvent,
  accountMessage,
  remindVisit,
  notifyGuest: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => deliverNotification(ctx, id)),
  reportVisitChange: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => reportVisitChange(ctx, id)),
  noticeAbsence: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => tellOfAbsence(ctx, id)),
  noticeVisitChange: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => tellStaff(ctx, id)),
  mailTomorrow: (deps) =>
    forEachTenant(deps, (id) => forTenant(deps, id, mailTomorrow), 'list of tomorrow not mailed'),
  writeHolidays: (deps) =>
    forEachTenant(deps, (id) => forTenant(deps, id, writeHolidays), 'public holidays not written'),
  matchFreedTime: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => matchFreedTime(ctx, id)),
  matchOpenTimes: (deps, { tenant }) => forTenant(deps, tenant, matchChangedSchedule),
  expireOffer: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => endExpiredOffer(ctx, id)),
  settlePayment: (deps, { tenant, id }) => forTenant(deps, tenant, (ctx) => runSettlement(ctx, id)),
  runPaymentOperation: (deps, { tenant, id }) =>
    forTenant(deps, tenant, async (ctx) => {
      await runOperation(ctx, id)
    }),
  enqueueMissingJobs,
  sweepHolds: (deps) => sweepEach(deps, sweepHolds, 'holds not swept'),
  /** Codes, invitations, sessions and carts that ended long ago. */
  sweepIdentity: (deps) =>
    sweepEach(
      deps,
      async (tx, now) => (await sweepIdentity(tx, now)) + (await sweepCarts(tx, now)),
      'identity not swept',
    ),
  sweepVisits: async (deps) => {
    const { visitMonths } = deps.config
    await sweepEach(deps, (tx, now) => sweepVisits(tx, now, visitMonths), 'visits not swept')
    await forEachTenant(deps, (id) => forTenant(deps, id, scheduleComingReminders), 'reminders not enqueued')
  },
  sweepWaitlist: (deps) =>
    forEachTenant(deps, (id) => forTenant(deps, id, sweepWaitlist), 'waitlist not swept'),
  sweepPayments: (deps) =>
    forEachTenant(deps, (id) => forTenant(deps, id, sweepPayments), 'payments not swept'),
}

async function accountMessage(deps: HandlerDeps, data: JobData & SealedMessage): Promise<void> {
  const tenant = await findTenant(deps, data)
  const message = tenant && openMessage(deps.secret, tenant.id, data.sealed)
  if (message)
    await deps.db.write(tenant.id, (tx) => enqueueAccountMessage({ tenant, deps }, tx, data.id, message))
}

async function remindVisit(deps: HandlerDeps, data: VisitToRemind): Promise<void> {
  const tenant = await findTenant(deps, data)
  if (!tenant) return
  await deps.db.write(tenant.id, async (tx) => {
    // Locked, so that a visit being cancelled at this moment is not reminded of.
    const visit = await lockVisit(tx, data.id)
    // A visit that was moved has jobs of its own for its new time.
    if (visit?.start.getTime() === data.start) await enqueueReminderMail({ tenant, deps }, tx, visit)
  })
}

/** Runs a sweep in a transaction of each tenant. */
const sweepEach = (
  deps: HandlerDeps,
  sweep: (tx: Tx, now: number) => Promise<number>,
  failed: string,
): Promise<void> => forEachTenant(deps, (id) => deps.db.write(id, (tx) => sweep(tx, deps.now())), failed)

/** Works for each tenant; a failure of one does not stop the others. */
async function forEachTenant(
  deps: HandlerDeps,
  work: (id: TenantId) => Promise<unknown>,
  failed: string,
): Promise<void> {
  for (const id of await listTenantIds(deps.db)) {
    await work(id).catch((error: unknown) =>
      deps.log.error({ tenant: id, err: serializeError(error) }, failed),
    )
  }
}

async function findTenant(deps: HandlerDeps, data: JobData): Promise<Tenant | null> {
  const row = await findTenantById(deps.db, data.tenant)
  return row && tenantFrom(row, deps.config)
}

/** Runs a job for its tenant; nothing to do where the tenant is gone. */
async function forTenant(
  deps: HandlerDeps,
  id: string,
  work: (ctx: { tenant: Tenant; deps: HandlerDeps }) => Promise<void>,
): Promise<void> {
  const tenant = await findTenant(deps, { tenant: id, id })
  if (tenant) await work({ tenant, deps })
}

/**
 * Enqueues the jobs of open offers, deliveries, reports, payments and reminders again, once after the start
 * of a process, writes public holidays that are missing, and logs which shops cannot take a payment. A
 * failure of one tenant does not stop the others; the job then runs again for all.
 */
async function enqueueMissingJobs(deps: HandlerDeps): Promise<void> {
  let failed = 0
  const enqueueForTenant = async (id: TenantId) => {
    failed += 1
    await forTenant(deps, id, enqueueOfferJobs)
    await forTenant(deps, id, enqueueNotificationJobs)
    await forTenant(deps, id, enqueueReportJobs)
    await forTenant(deps, id, enqueuePaymentJobs)
    await forTenant(deps, id, warnOfCurrency)
    await forTenant(deps, id, scheduleComingReminders)
    await forTenant(deps, id, writeMissingHolidays)
    failed -= 1
  }
  await forEachTenant(deps, enqueueForTenant, 'jobs not enqueued again')
  if (failed > 0) throw new Error(`jobs of ${failed} tenants not enqueued again`)
}
