import type { VisitState } from './cancel.ts'

const HOLD_MINUTES = 10
/** Open holds of one guest at a time. */
export const MOST_HOLDS = 3
/** Open holds from one client address at a time. */
export const MOST_HOLDS_AT_ADDRESS = 10
/** Minutes of members' time that may be held from one client address at a time; one hold alone may be longer. */
export const MAX_HELD_MINUTES_AT_ADDRESS = 900
/** Within so long of one another, two requests without a browser secret from one address for the same time are one double click. */
export const DOUBLE_CLICK_MS = 10_000

/** When a hold that is taken or prolonged now ends, in epoch ms. */
export const holdEnd = (now: number): number => now + HOLD_MINUTES * 60_000

/** Whether a visit is still held for its guest; both times in epoch ms. */
export const isHeld = (
  { state, holdUntil }: { state: VisitState; holdUntil: number | null },
  now: number,
): boolean => state === 'held' && holdUntil !== null && holdUntil > now

/** Why a hold cannot be prolonged, or null when it can: it can once, while it lasts. */
export function prolongFault(
  hold: { state: VisitState; holdUntil: number | null; prolonged: boolean },
  now: number,
): 'hold-expired' | 'already-prolonged' | null {
  if (!isHeld(hold, now)) return 'hold-expired'
  return hold.prolonged ? 'already-prolonged' : null
}
