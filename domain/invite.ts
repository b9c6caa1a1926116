import { DAY_MS } from './day.ts'

/** `success`: accepted within the last minute, for the page that waits for it; then `used`. */
export const inviteStates = ['fresh', 'pending', 'success', 'error', 'used', 'expired'] as const
type InviteState = (typeof inviteStates)[number]

/** Timeout of an attempt to accept in ms: after it, the next attempt may begin. */
export const INVITE_ATTEMPT_MS = 30_000
const SUCCESS_MS = 60_000
/**
 * Retention after the end in ms, so that an invitation is reported as used or expired; then it is unknown.
 */
export const INVITE_RETENTION_MS = 30 * DAY_MS

export type InviteMoments = {
  usedAt: Date | null
  expiresAt: Date
  /** Begin of the running attempt, epoch ms. */
  pendingSince: number | null
  /** The last attempt failed. */
  failed: boolean
}

/** The state of an invitation at `now` (epoch ms). */
export function inviteState(
  { usedAt, expiresAt, pendingSince, failed }: InviteMoments,
  now: number,
): InviteState {
  if (usedAt) return now - usedAt.getTime() < SUCCESS_MS ? 'success' : 'used'
  if (pendingSince !== null && now - pendingSince < INVITE_ATTEMPT_MS) return 'pending'
  if (expiresAt.getTime() <= now) return 'expired'
  return failed ? 'error' : 'fresh'
}
