/* What a screen shows of a visit on its day: without zones, so that browsers load none of their code. */

/** What happens with a visit on its day, beside its state. */
export const progressSteps = ['expected', 'arrived', 'started', 'done', 'noShow'] as const
export type Progress = (typeof progressSteps)[number]

/** From so many minutes after its start a visit counts as late, as very late, and its guest as not coming. */
const LATE_MINUTES = 5
export const VERY_LATE_MINUTES = 15

/** For so long after its end a step can be corrected, in ms. */
export const CORRECT_MS = 7 * 86_400_000

const next: Partial<Record<Progress, Progress>> = { expected: 'arrived', arrived: 'started', started: 'done' }

/** The step that follows in the usual course of a visit; null: it has ended. */
export const nextStep = (progress: Progress): Progress | null => next[progress] ?? null

/** Whether a visit, or a part of it, is still to come. Times in epoch ms. */
export const isToCome = ({ progress, end }: { progress: Progress; end: number }, now: number): boolean =>
  end > now && nextStep(progress) !== null

/** How late the guest of a visit is, for who looks at the day. Times in epoch ms. */
export const lateness = (
  { progress, start }: { progress: Progress; start: number },
  now: number,
): 'late' | 'veryLate' | null => {
  if (progress !== 'expected') return null
  const minutes = (now - start) / 60_000
  return minutes >= VERY_LATE_MINUTES ? 'veryLate' : minutes >= LATE_MINUTES ? 'late' : null
}

/**
 * The steps that a booked visit can be given, as `progressRefusal` decides. `tomorrow`: when the salon's next
 * day begins; epoch ms.
 */
export const possibleSteps = (
  { progress, start, end }: { progress: Progress; start: number; end: number },
  { now, tomorrow }: { now: number; tomorrow: number },
): Progress[] =>
  now > end + CORRECT_MS
    ? []
    : progressSteps.filter((step) => {
        if (step === progress) return false
        if (step === 'expected') return true
        return step === 'noShow' ? now >= start + VERY_LATE_MINUTES * 60_000 : start < tomorrow
      })
