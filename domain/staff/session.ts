import { DAY_MS } from '../day.ts'

const MINUTE_MS = 60_000

/** A session on a person's own device ends when it is not used for so long, ms. */
const OWN_IDLE_MS = 12 * 60 * MINUTE_MS
/** The longest lifetime of a session, and of a desk device that is not used, ms. */
export const MAX_AGE_MS = 30 * DAY_MS

/** Minutes after which a desk device locks: it always does. */
export const lockMinutes = { least: 1, most: 30, usual: 5 } as const

export type SessionTimes = {
  /** Epoch ms. */ createdAt: number
  /** Epoch ms of its last use. */ lastSeenAt: number
  /** Of the desk device it is on; null on a person's own device. */ lockMinutes: number | null
}

/** How long a session stays open without use, ms: a desk device locks. */
export const idleMs = ({ lockMinutes: minutes }: Pick<SessionTimes, 'lockMinutes'>): number =>
  minutes === null ? OWN_IDLE_MS : minutes * MINUTE_MS

/** Whether a session is open at `now`, epoch ms. */
export const isOpen = (session: SessionTimes, now: number): boolean =>
  now - session.lastSeenAt < idleMs(session) && now - session.createdAt < MAX_AGE_MS

/** Whether its last use is to be stored again: so rarely that reading costs no write each time. */
export const isUseDue = (session: SessionTimes, now: number): boolean =>
  now - session.lastSeenAt >= idleMs(session) / 20
