import { randomUUID } from 'node:crypto'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import { jobDb } from '../data/job.ts'
import type { Tx } from '../data/db.ts'
import { sealMessage } from '../identity/account-message.ts'
import { MailRefused } from '../providers/email/port.ts'
import { handlers, type HandlerDeps } from './handlers.ts'
import type { JobDeps, Jobs } from './jobs.ts'
import { outline } from '../outline.ts'
import { SCHEMA, type EventToSend, type JobData, type QueueName, type SealedMessage } from './queues.ts'

const STOP_MS = 10_000
const CONNECTIONS = 4
/** Handed on to its pool: a connection that answers nothing is replaced. */
const connection = {
  query_timeout: 20_000,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
}
const batches = {
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 5,
} as const
const sweeps = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 } as const

/** Opens the job queue as the request role; with `work` this process also does the jobs. Needs `migrateJobs` to have run. */
export async function openJobs(deps: JobDeps): Promise<Jobs> {
  const { work, log } = deps
  const boss = new PgBoss({
    ...connection,
    connectionString: deps.url,
    schema: SCHEMA,
    application_name: 'stamgast jobs',
    max: CONNECTIONS,
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
    supervise: work,
    schedule: work,
    useListenNotify: work,
  })
  boss.on('error', (error) => log.error({ err: outline(error) }, 'job queue'))
  boss.on('warning', (warning) => log.warn({ warning: warning.message }, 'job queue'))
  await boss.start()

  const send = async (queue: QueueName, tx: Tx, id: string, startAfter?: Date) => {
    await boss.send(queue, { tenant: tx.tenantId, id } satisfies JobData, {
      db: jobDb(tx),
      ...(startAfter ? { startAfter } : {}),
    })
  }
  const jobs: Jobs = {
    sendMail: (tx, mailId) => send('send-mail', tx, mailId),
    sendSms: (tx, smsId) => send('send-sms', tx, smsId),
    async sendEvent(tx, { id, ...event }) {
      await boss.send(
        'send-event' satisfies QueueName,
        { tenant: tx.tenantId, id, ...event } satisfies JobData & Partial<EventToSend>,
        { id, db: jobDb(tx) },
      )
    },
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
    remind: (tx, visitId, at) => send('remind-visit', tx, visitId, at),
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_MS })
      deps.mailer.close()
    },
  }
  if (work) await startWork(boss, { ...deps, jobs })
  return jobs
}

async function startWork(boss: PgBoss, deps: HandlerDeps): Promise<void> {
  await boss.work('send-mail', { ...batches, batchSize: 10, localConcurrency: 2 }, (jobs: Job<JobData>[]) =>
    eachOf(deps, jobs, handlers.sendMail),
  )
  await boss.work('send-sms', { ...batches, batchSize: 10 }, (jobs: Job<JobData>[]) =>
    eachOf(deps, jobs, handlers.sendSms),
  )
  await boss.work('account-message', { ...batches, batchSize: 10 }, (jobs: Job<JobData & SealedMessage>[]) =>
    eachOf(deps, jobs, handlers.accountMessage),
  )
  await boss.work('send-event', { ...batches, batchSize: 20 }, (jobs: Job<JobData>[]) =>
    eachOf(deps, jobs, handlers.sendEvent),
  )
  await boss.work('remind-visit', { ...batches, batchSize: 20 }, (jobs: Job<JobData>[]) =>
    eachOf(deps, jobs, handlers.remindVisit),
  )
  await boss.work('sweep-holds', sweeps, () => handlers.sweepHolds(deps))
  await boss.work('sweep-visits', sweeps, () => handlers.sweepVisits(deps))
  await boss.work('sweep-identity', sweeps, () => handlers.sweepIdentity(deps))
}

/** Every job of a batch has its own outcome: one that fails is tried again without the others. */
const eachOf = <D extends JobData>(
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
            tries: job.retryCount,
            err: outline(error),
          },
          'job failed',
        )
        // What no mail server may be asked to take is not tried again.
        return {
          id: job.id,
          status: error instanceof MailRefused ? 'deadletter' : 'failed',
          output: { name: outline(error).name },
        }
      }
    }),
  )
