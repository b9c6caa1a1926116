import type { Translate } from '#contract/text.ts'
import { lateness } from '#domain/visit/day-state.ts'
import { outsideTexts } from './texts.ts'
import type { Segment, Visit } from './visit-words.ts'

/**
 * What a visit, or one service of it, has that most have not, in words.
 * @param now epoch ms.
 */
export function marksOf(
  t: Translate,
  { visit, segments }: { visit: Visit; segments: readonly Segment[] },
  now: number,
): string[] {
  const minutes = Math.floor((now - visit.start) / 60_000)
  const uncovered = segments.flatMap((one) => one.uncovered ?? [])[0]
  return [
    ...(lateness(visit, now) ? [t('staffDay.late', { minutes })] : []),
    ...(uncovered ? [t(outsideTexts[uncovered])] : []),
    ...(segments.some(({ over }) => over !== null) ? [t('staffDay.over')] : []),
    ...(visit.unanswered ? [t('staffDay.unanswered')] : []),
  ]
}

/** Who has written something about a visit, in words. */
export const notesOf = (t: Translate, { note, staffNotes }: Visit): string[] => [
  ...(note ? [t('staffDay.hasNote')] : []),
  ...(staffNotes > 0 ? [t('staffDay.staffNotes', { count: staffNotes })] : []),
]
