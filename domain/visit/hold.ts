import type { VisitState } from './cancel.ts'

const HOLD_MINUTES = 10
/** Open holds per guest. */
export const MAX_HOLDS = 3
/** Open holds per client IP. */
export const MAX_HOLDS_AT_ADDRESS = 10
/** Held minutes of members' time per client IP; a single hold may be longer. */
export const MAX_HELD_MINUTES_AT_ADDRESS = 900
/**
 * Two requests for the same time, from one client IP without a browser secret, within this time: a double
 * click.
 */
export const DOUBLE_CLICK_MS = 10_000

/** For how long a freed time is kept for the waitlist, after each step of it and after an offer's end. */
export const QUEUE_MS = 60_000

/** The end of a hold that is created or prolonged now, epoch ms. */
export const holdEnd = (now: number): number => now + HOLD_MINUTES * 60_000

/** Whether a visit is still held; both times in epoch ms. */
export const isHeld = (
  { state, holdUntil }: { state: VisitState; holdUntil: number | null },
  now: number,
): boolean => state === 'held' && holdUntil !== null && holdUntil > now

/** Why a hold cannot be prolonged, or null; it can be prolonged once, before it expires. */
export function prolongError(
  hold: { state: VisitState; holdUntil: number | null; prolonged: boolean },
  now: number,
): 'hold-expired' | 'already-prolonged' | null {
  if (!isHeld(hold, now)) return 'hold-expired'
  return hold.prolonged ? 'already-prolonged' : null
}
