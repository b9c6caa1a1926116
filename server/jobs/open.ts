import { createHash, randomUUID } from 'node:crypto'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import { jobDb } from './queries.ts'
import type { Tx } from '../database/db.ts'
import { sealMessage } from './account-message.ts'
import { MailRejected } from '../providers/email/port.ts'
import type { HandlerDeps, JobDeps, JobHandlers, Jobs, PaymentJobs, VisitJobs } from './jobs.ts'
import { serializeError } from '../logging/serialize-error.ts'
import {
  SCHEMA,
  type EventToSend,
  type JobData,
  type QueueName,
  type SealedMessage,
  type VisitToRemind,
} from './queues.ts'

const STOP_MS = 10_000
const CONNECTIONS = 4
/** Options of the connection pool: an unresponsive connection is replaced. */
const connectionOptions = {
  query_timeout: 20_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
const batchOptions = {
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
} as const
const sweepOptions = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 } as const

/**
 * Opens the job queue as the request role; with `runWorkers` this process also runs jobs. Requires
 * `migrateJobs`.
 */
export async function openJobs(deps: JobDeps, handlers: JobHandlers | null): Promise<Jobs> {
  const { boss, common } = await openQueue(deps, handlers !== null)
  const jobs: Jobs = {
    ...common,
    async sendAccountMessage(tx, message) {
      const id = randomUUID()
      await boss.send(
        'account-message' satisfies QueueName,
        {
          tenant: tx.tenantId,
          id,
          sealed: sealMessage(deps.secret, tx.tenantId, message),
        } satisfies JobData & SealedMessage,
        { id, db: jobDb(tx) },
      )
    },
    async enqueueMissingJobs() {
      await boss.send('enqueue-missing-jobs' satisfies QueueName, {})
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_MS })
      deps.mailer.close()
    },
  }
  if (handlers) await startWorkers(boss, { ...deps, jobs }, handlers)
  return jobs
}

/**
 * Opens the queue for a command, which enqueues jobs and runs none. Their workers find them by polling,
 * within seconds.
 */
export async function openCommandJobs(
  deps: Pick<JobDeps, 'url' | 'log'>,
): Promise<VisitJobs & PaymentJobs & Pick<Jobs, 'stop'>> {
  const { boss, common } = await openQueue(deps, false)
  return { ...common, stop: () => boss.stop({ graceful: false }) }
}

async function openQueue({ url, log }: Pick<JobDeps, 'url' | 'log'>, runWorkers: boolean) {
  const boss = new PgBoss({
    ...connectionOptions,
    connectionString: url,
    schema: SCHEMA,
    application_name: 'stamgast jobs',
    max: CONNECTIONS,
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    supervise: runWorkers,
    schedule: runWorkers,
    useListenNotify: runWorkers,
  })
  boss.on('error', (error) => log.error({ err: serializeError(error) }, 'job queue errored'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue warned'))
  await boss.start()
  const send = async (queue: QueueName, tx: Tx, id: string, startAfter?: Date) => {
    await boss.send(queue, { tenant: tx.tenantId, id } satisfies JobData, {
      db: jobDb(tx),
      ...(startAfter ? { startAfter } : {}),
    })
  }
  const common: VisitJobs & PaymentJobs = {
    async sendMail(tx, id) {
      await boss.send('send-mail' satisfies QueueName, { tenant: tx.tenantId, id } satisfies JobData, {
        id,
        db: jobDb(tx),
      })
    },
    sendSms: (tx, smsId, at) => send('send-sms', tx, smsId, at),
    matchFreedTime: (tx, visitId, at) => send('match-freed-time', tx, visitId, at),
    matchOpenTimes: (tx, at) => send('match-open-times', tx, tx.tenantId, at),
    notifyGuest: (tx, notificationId, at) => send('notify-guest', tx, notificationId, at),
    reportVisitChange: (tx, changeId, at) => send('report-visit-change', tx, changeId, at),
    noticeVisitChange: (tx, changeId, at) => send('notice-visit-change', tx, changeId, at),
    noticeAbsence: (tx, absenceId, at) => send('notice-absence', tx, absenceId, at),
    async remind(tx, { id, start }, at) {
      await boss.send(
        'remind-visit' satisfies QueueName,
        { tenant: tx.tenantId, id, start: start.getTime() } satisfies VisitToRemind,
        {
          id: toUuid(`${tx.tenantId} ${id} ${start.getTime()} ${at.getTime()}`),
          db: jobDb(tx),
          startAfter: at,
        },
      )
    },
    expireOffer: (tx, offerId, at) => send('expire-offer', tx, offerId, at),
    async sendEvent(tx, { id, ...event }) {
      await boss.send(
        'send-event' satisfies QueueName,
        { tenant: tx.tenantId, id, ...event } satisfies JobData & Partial<EventToSend>,
        { id, db: jobDb(tx) },
      )
    },
    async settlePayment(tx, id, at) {
      if (!at) return send('settle-payment', tx, id)
      // One job for each instant: two processes that continue the same chain enqueue one.
      await boss.send('settle-payment' satisfies QueueName, { tenant: tx.tenantId, id } satisfies JobData, {
        id: toUuid(`settle-payment ${tx.tenantId} ${id} ${at.getTime()}`),
        db: jobDb(tx),
        startAfter: at,
      })
    },
    runPaymentOperation: (tx, operationId) => send('payment-operation', tx, operationId),
  }
  return { boss, common }
}

/** The same id for the same text, so that a job is enqueued once. */
const toUuid = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')

async function startWorkers(boss: PgBoss, deps: HandlerDeps, handlers: JobHandlers): Promise<void> {
  await boss.work(
    'send-mail',
    { ...batchOptions, batchSize: 10, localConcurrency: 2 },
    (jobs: Job<JobData>[]) => runEach(deps, jobs, handlers.sendMail),
  )
  await boss.work('send-sms', { ...batchOptions, batchSize: 10 }, (jobs: Job<JobData>[]) =>
    runEach(deps, jobs, handlers.sendSms),
  )
  await boss.work(
    'account-message',
    { ...batchOptions, batchSize: 10 },
    (jobs: Job<JobData & SealedMessage>[]) => runEach(deps, jobs, handlers.accountMessage),
  )
  await boss.work('send-event', { ...batchOptions, batchSize: 20 }, (jobs: Job<JobData>[]) =>
    runEach(deps, jobs, handlers.sendEvent),
  )
  await boss.work('remind-visit', { ...batchOptions, batchSize: 20 }, (jobs: Job<VisitToRemind>[]) =>
    runEach(deps, jobs, handlers.remindVisit),
  )
  await boss.work('notify-guest', { ...batchOptions, batchSize: 10 }, (jobs: Job<JobData>[]) =>
    runEach(deps, jobs, handlers.notifyGuest),
  )
  for (const [queue, handle] of [
    ['report-visit-change', handlers.reportVisitChange],
    ['notice-visit-change', handlers.noticeVisitChange],
    ['notice-absence', handlers.noticeAbsence],
    ['match-freed-time', handlers.matchFreedTime],
    ['match-open-times', handlers.matchOpenTimes],
    ['expire-offer', handlers.expireOffer],
    ['settle-payment', handlers.settlePayment],
    ['payment-operation', handlers.runPaymentOperation],
  ] as const)
    await boss.work(queue, { ...batchOptions, batchSize: 5 }, (jobs: Job<JobData>[]) =>
      runEach(deps, jobs, handle),
    )
  await boss.work('enqueue-missing-jobs', sweepOptions, () => handlers.enqueueMissingJobs(deps))
  await boss.work('sweep-holds', sweepOptions, () => handlers.sweepHolds(deps))
  await boss.work('sweep-visits', sweepOptions, () => handlers.sweepVisits(deps))
  await boss.work('sweep-waitlist', sweepOptions, () => handlers.sweepWaitlist(deps))
  await boss.work('sweep-identity', sweepOptions, () => handlers.sweepIdentity(deps))
  await boss.work('sweep-payments', sweepOptions, () => handlers.sweepPayments(deps))
  await boss.work('mail-tomorrow', sweepOptions, () => handlers.mailTomorrow(deps))
  await boss.work('write-holidays', sweepOptions, () => handlers.writeHolidays(deps))
}

/** Runs each job of a batch with its own outcome, so that a failed job is retried without the others. */
const runEach = <D extends JobData>(
  deps: HandlerDeps,
  jobs: Job<D>[],
  handle: (deps: HandlerDeps, data: D) => Promise<void>,
): Promise<JobResult[]> =>
  Promise.all(
    jobs.map(async (job): Promise<JobResult> => {
      try {
        await handle(deps, job.data)
        return { id: job.id, status: 'completed' }
      } catch (error) {
        deps.log.error(
          {
            tenant: job.data.tenant,
            queue: job.name,
            job: job.id,
            attempts: job.retryCount,
            err: serializeError(error),
          },
          'job failed',
        )
        // A permanently rejected mail is not retried.
        return {
          id: job.id,
          status: error instanceof MailRejected ? 'deadletter' : 'failed',
          output: { name: serializeError(error).name },
        }
      }
    }),
  )
