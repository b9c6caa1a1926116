import type { QueueOptions } from 'pg-boss'
import type { AnalyticsEvent } from '../providers/analytics/port.ts'

export const SCHEMA = 'pgboss'

/** What a job carries: whose it is and what it is about; the rest is read when it runs. */
export type JobData = { tenant: string; id: string }

/** What somebody asked to be written about an account, sealed. */
export type SealedMessage = { sealed: string }

/** An event and what it is counted under; it is kept with its job alone. `at` in epoch ms. */
export type EventToSend = { id: string; clientId: string; at: number; event: AnalyticsEvent }

type Settings = QueueOptions & { notify: boolean }

const HOUR = 3_600
const DAY = 24 * HOUR

/** A crashed worker's jobs run again after half a minute without a sign of life. */
const claimed: QueueOptions = { expireInSeconds: 300, heartbeatSeconds: 30, deleteAfterSeconds: 2 * DAY }

export const queues = {
  /** Tried for about a day, ever more slowly: mail servers come back. */
  'send-mail': {
    ...claimed,
    notify: true,
    retryLimit: 20,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 2 * 3_600,
  },
  /** Soon or not at all: a code in it is over in minutes. */
  'send-sms': {
    ...claimed,
    notify: true,
    retryLimit: 6,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 120,
  },
  /** Soon or not at all, as text messages; an hour later nothing is left of who asked. */
  'account-message': {
    ...claimed,
    notify: true,
    retryLimit: 6,
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: 120,
    retentionSeconds: HOUR,
    deleteAfterSeconds: HOUR,
  },
  /** For a day at most: what is told later is not counted where it belongs. */
  'send-event': {
    ...claimed,
    notify: true,
    retryLimit: 12,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 2 * 3_600,
  },
  'remind-visit': {
    ...claimed,
    notify: true,
    retryLimit: 10,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 900,
  },
  'sweep-holds': { ...claimed, notify: true, retryLimit: 0, deleteAfterSeconds: 3_600 },
  'sweep-visits': { ...claimed, notify: true, retryLimit: 0 },
  'sweep-identity': { ...claimed, notify: true, retryLimit: 0 },
} as const satisfies Record<string, Settings>

export type QueueName = keyof typeof queues

/** When each sweep is due, in cron's words. */
export const schedules = {
  'sweep-holds': '* * * * *',
  'sweep-identity': '17 * * * *',
  'sweep-visits': '47 * * * *',
} as const satisfies Partial<Record<QueueName, string>>
