import type { QueueOptions } from 'pg-boss'
import type { AnalyticsEvent } from '../providers/analytics/port.ts'

export const SCHEMA = 'pgboss'

/** A job's data: the tenant and the id of its subject. Everything else is read when it runs. */
export type JobData = { tenant: string; id: string }

/** A visit to remind of, while it starts at `start` (epoch ms). */
export type VisitToRemind = JobData & { start: number }

/** The encrypted request for a message about an account. */
export type SealedMessage = { sealed: string }

/** An analytics event with its client id, stored only with its job. `at` in epoch ms. */
export type EventToSend = { id: string; clientId: string; at: number; event: AnalyticsEvent }

type Settings = QueueOptions & { notify: boolean }

const HOUR_SECONDS = 3_600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Jobs of a crashed worker run again after 30 s without a heartbeat. */
const baseOptions: QueueOptions = {
  expireInSeconds: 300,
  heartbeatSeconds: 30,
  deleteAfterSeconds: 2 * DAY_SECONDS,
}

/** Retried for a few minutes: a code in it expires soon. */
const shortLived = {
  ...baseOptions,
  notify: true,
  retryLimit: 6,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 120,
}

export const queues = {
  /** Retried for about a day with increasing delays, because mail servers recover. */
  'send-mail': {
    ...baseOptions,
    notify: true,
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 2 * 3_600,
  },
  'send-sms': shortLived,
  /** Deleted after an hour, so that no trace of the request remains. */
  'account-message': {
    ...shortLived,
    retentionSeconds: HOUR_SECONDS,
    deleteAfterSeconds: HOUR_SECONDS,
  },
  /** Retried for a day at most: analytics assigns later events to the wrong day. */
  'send-event': {
    ...baseOptions,
    notify: true,
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 2 * 3_600,
  },
  'remind-visit': {
    ...baseOptions,
    notify: true,
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
  },
  'notify-guest': {
    ...baseOptions,
    notify: true,
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
  },
  'report-visit-change': {
    ...baseOptions,
    notify: true,
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 2 * 3_600,
  },
  'notice-visit-change': {
    ...baseOptions,
    notify: true,
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
  },
  'notice-absence': {
    ...baseOptions,
    notify: true,
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
  },
  /** Retried within the minute for which the time is kept, and a little longer. */
  'match-freed-time': {
    ...baseOptions,
    notify: true,
    retryLimit: 8,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 60,
  },
  'match-open-times': { ...baseOptions, notify: true, retryLimit: 3, retryDelay: 30 },
  'expire-offer': {
    ...baseOptions,
    notify: true,
    retryLimit: 20,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
  },
  /** Enqueues itself again while the payment is open; retried where the database fails. */
  'settle-payment': {
    ...baseOptions,
    notify: true,
    retryLimit: 10,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 300,
  },
  /** Retried for about two days: a provider recovers. */
  'payment-operation': {
    ...baseOptions,
    notify: true,
    retryLimit: 40,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 3_600,
  },
  'enqueue-missing-jobs': { ...baseOptions, notify: true, retryLimit: 5, retryDelay: 30 },
  'sweep-holds': { ...baseOptions, notify: true, retryLimit: 0, deleteAfterSeconds: 3_600 },
  'sweep-visits': { ...baseOptions, notify: true, retryLimit: 0 },
  'sweep-identity': { ...baseOptions, notify: true, retryLimit: 0 },
  'sweep-waitlist': { ...baseOptions, notify: true, retryLimit: 0 },
  'sweep-payments': { ...baseOptions, notify: true, retryLimit: 0 },
  'mail-tomorrow': { ...baseOptions, notify: true, retryLimit: 3, retryDelay: 60 },
  'write-holidays': { ...baseOptions, notify: true, retryLimit: 3, retryDelay: 60 },
} as const satisfies Record<string, Settings>

export type QueueName = keyof typeof queues

/** Cron expression of each sweep, mostly hourly: each opens a transaction a tenant, and nothing waits. */
export const schedules = {
  'sweep-holds': '2 * * * *',
  'sweep-identity': '17 * * * *',
  'sweep-visits': '47 * * * *',
  'sweep-waitlist': '32 * * * *',
  'sweep-payments': '52 * * * *',
  'mail-tomorrow': '1 * * * *',
  /** A month before the year begins from which its last day can be booked. */
  'write-holidays': '20 3 1 12 *',
} as const satisfies Partial<Record<QueueName, string>>
