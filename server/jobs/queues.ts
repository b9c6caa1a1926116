import type { QueueOptions } from 'pg-boss'

export const SCHEMA = 'pgboss'

/** What a job carries: whose it is and what it is about; the rest is read when it runs. */
export type JobData = { tenant: string; id: string }

type Settings = QueueOptions & { notify: boolean }

const DAY = 86_400

/** A crashed worker's jobs run again after half a minute without a sign of life. */
const claimed: QueueOptions = { expireInSeconds: 300, heartbeatSeconds: 30, deleteAfterSeconds: 2 * DAY }

export const queues = {
  /** Tried for about a day, ever more slowly: mail servers come back. */
  'send-mail': { ...claimed, notify: true, retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 2 * 3_600 },
  /** Soon or not at all: a code in it is over in minutes. */
  'send-sms': { ...claimed, notify: true, retryLimit: 6, retryDelay: 2, retryBackoff: true, retryDelayMax: 120 },
  'remind-visit': { ...claimed, notify: true, retryLimit: 10, retryDelay: 5, retryBackoff: true, retryDelayMax: 900 },
  'sweep-holds': { ...claimed, notify: true, retryLimit: 0, deleteAfterSeconds: 3_600 },
} as const satisfies Record<string, Settings>

export type QueueName = keyof typeof queues

export const EVERY_MINUTE = '* * * * *'
