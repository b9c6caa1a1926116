import { DAY_MS } from '../day.ts'
import {
  cancelTerms,
  lastCancellationFee,
  type Changes,
  type CancelTiming,
  type CancellationFee,
  type VisitState,
} from './cancel.ts'

/**
 * Whether guests may reschedule their visits themselves.
 * never: a guest cancels and books again. fee: free until the cancel limit, then the cancellation fee
 * once. free: free until the start, but a visit that was moved inside its limit stays late.
 */
export const movePolicies = ['never', 'fee', 'free'] as const
export type MovePolicy = (typeof movePolicies)[number]

/** Where the tenant's file does not say. */
export const USUAL_POLICY: MovePolicy = 'fee'

/** How often a guest may move one visit. */
export const MAX_MOVES = 5

/** Why a visit cannot be moved; unavailable: one of its services cannot be booked any more. */
export const moveRefusals = ['cancelled', 'begun', 'never', 'too-many', 'unavailable'] as const
export type MoveRefusal = (typeof moveRefusals)[number]

type Movable = {
  state: VisitState
  /** Epoch ms, like `now`. */
  start: number
  now: number
  policy: MovePolicy
  /** How often its guest has moved it. */
  moves: number
  changedBySalon: boolean
  /** The salon has asked the guest to choose another time. */
  asked?: boolean
}

/** For how long after its end the salon can still change a visit, as when it has taken longer. */
const CHANGE_MS = DAY_MS

/** Why the salon cannot change a visit, or null: a running one it can. Epoch ms. */
export const salonRefusal = ({
  state,
  end,
  now,
}: Pick<Movable, 'state' | 'now'> & { end: number }): MoveRefusal | null =>
  state !== 'booked' ? 'cancelled' : end + CHANGE_MS < now ? 'begun' : null

/** Why its guest cannot move a visit, or null. Another time instead of the salon's is not counted. */
export function guestRefusal(visit: Movable): MoveRefusal | null {
  const { state, start, now, policy, moves, changedBySalon, asked = false } = visit
  if (state !== 'booked') return 'cancelled'
  if (start < now) return 'begun'
  if (policy === 'never' && !asked) return 'never'
  return moves >= MAX_MOVES && !changedBySalon ? 'too-many' : null
}

/** `fee`: what the move costs, in minor units including VAT. `movedLateFee`: as in `Changes`, after it. */
export type MoveTerms = { fee: number; movedLateFee: number | null; counts: boolean }

/** The terms of a move by the guest now. */
export function moveTerms(
  visit: CancelTiming & Changes & { policy: MovePolicy; price: number; lateFee: CancellationFee },
): MoveTerms {
  const { policy, owed = 0, movedLateFee = null, changedBySalon = false } = visit
  if (changedBySalon) return { fee: 0, movedLateFee, counts: false }
  // What cancelling would cost now if it had never been moved.
  const { start, now, limitHours, price, lateFee } = visit
  const { late, fee } = cancelTerms({ start, now, limitHours, price, lateFee, paid: 0 })
  if (!late) return { fee: 0, movedLateFee, counts: true }
  return policy === 'free'
    ? { fee: 0, movedLateFee: Math.max(fee, movedLateFee ?? 0), counts: true }
    : { fee: owed > 0 ? 0 : fee, movedLateFee, counts: true }
}

/**
 * What cancelling costs once a visit is moved to `start`: `fee` at once and until `deadline` (epoch ms), of
 * which `owed` is due in any case; `lastFee` when it begins. In minor units including VAT.
 */
export function termsAfterMove(
  visit: CancelTiming & { price: number; lateFee: CancellationFee; owed: number },
): { fee: number; lastFee: number; owed: number; deadline: number } {
  const unpaid = { ...visit, paid: 0 }
  const { fee, deadline } = cancelTerms(unpaid)
  return { fee, lastFee: lastCancellationFee(unpaid), owed: visit.owed, deadline }
}

/**
 * The price of a service after a move, in minor units including VAT: as booked with the same member, else
 * today's.
 * @param today today's price with the new member; null in another currency than the visit's, which stays.
 * @param neverDearer the salon has changed the visit.
 */
export const priceAfterMove = (
  before: { memberId: string; price: number },
  { memberId, today, neverDearer }: { memberId: string; today: number | null; neverDearer: boolean },
): number =>
  memberId === before.memberId || today === null
    ? before.price
    : neverDearer
      ? Math.min(before.price, today)
      : today

/** The salon's change of a visit that begins this soon is not held back by quiet hours. */
const URGENT_MS = 12 * 3_600_000

/** Whether a change by the salon is reported at once; `starts`: before and after it, epoch ms. */
export const isUrgent = (starts: readonly number[], now: number): boolean =>
  Math.min(...starts) - now <= URGENT_MS
