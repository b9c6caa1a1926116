/** Where an invitation stands. `success` is told for a short while after it was accepted, to whoever watches; then it is `used`. */
export const inviteStates = ['fresh', 'pending', 'success', 'error', 'used', 'expired'] as const
type InviteState = (typeof inviteStates)[number]

/** A try that has not ended after so long (ms) never will: the next one may begin. */
export const INVITE_TRY_MS = 30_000
const SUCCESS_MS = 60_000
/** How long (ms) after its end an invitation still says whether it was used or ran out; then it is as unknown as one that never was. */
export const INVITE_REMEMBERED_MS = 30 * 24 * 3_600_000

export type InviteMoments = {
  usedAt: Date | null
  expiresAt: Date
  /** When the try that runs began, epoch ms. */
  pendingSince: number | null
  /** The last try has failed. */
  failed: boolean
}

/** The state of an invitation at `now` (epoch ms). */
export function inviteState(
  { usedAt, expiresAt, pendingSince, failed }: InviteMoments,
  now: number,
): InviteState {
  if (usedAt) return now - usedAt.getTime() < SUCCESS_MS ? 'success' : 'used'
  if (pendingSince !== null && now - pendingSince < INVITE_TRY_MS) return 'pending'
  if (expiresAt.getTime() <= now) return 'expired'
  return failed ? 'error' : 'fresh'
}
