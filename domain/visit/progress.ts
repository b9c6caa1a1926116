import { dayWindow, localParts } from '../zone.ts'
import type { VisitState } from './cancel.ts'
import { CORRECT_MS, VERY_LATE_MINUTES, type Progress } from './day-state.ts'
import type { VisitSource } from './source.ts'

/** When each step was reached, in epoch ms; a step back removes the later ones. */
export type ProgressTimes = Partial<Record<Progress, number>>

/** early: not its day, or for a no-show not late enough. over: too long ago. */
export const progressRefusals = ['cancelled', 'early', 'over'] as const
export type ProgressRefusal = (typeof progressRefusals)[number]

/** Who walks in stands at the desk when it is booked, unless it begins later. Times in epoch ms. */
export const progressWhenBooked = (
  { source, start }: { source: VisitSource; start: number },
  now: number,
): { progress: Progress; progressAt: ProgressTimes } =>
  source === 'walkIn' && start <= now
    ? { progress: 'arrived', progressAt: { arrived: now } }
    : { progress: 'expected', progressAt: {} }

type Visit = { state: VisitState; start: number; end: number }

/** Why a visit cannot be given this step now, or null. Times in epoch ms; `zone` of the salon. */
export function progressRefusal(
  { state, start, end }: Visit,
  to: Progress,
  { zone, now }: { zone: string; now: number },
): ProgressRefusal | null {
  if (state !== 'booked') return 'cancelled'
  if (now > end + CORRECT_MS) return 'over'
  if (to === 'expected') return null
  if (to === 'noShow') return now < start + VERY_LATE_MINUTES * 60_000 ? 'early' : null
  const { date } = localParts(zone, Math.floor(start / 60_000))
  return now < dayWindow(zone, date).from * 60_000 ? 'early' : null
}

/** The times once a visit has reached this step: earlier steps keep theirs, later ones lose them. */
export function progressTimes(times: ProgressTimes, to: Progress, now: number): ProgressTimes {
  if (to === 'expected') return {}
  if (to === 'noShow') return { noShow: now }
  const { arrived, started } = times
  return {
    ...(to !== 'arrived' && arrived !== undefined ? { arrived } : {}),
    ...(to === 'done' && started !== undefined ? { started } : {}),
    [to]: now,
  }
}
