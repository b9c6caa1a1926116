import type { Translate } from '#contract/text.ts'
import type { useFormat } from '#web/ui/format.ts'
import { timesText, whenText } from './visit-words.ts'

type Times = { start: number; end: number }

/** The part of an absence that is on a day, and whether that is all of it. Epoch ms. */
export const onDay = ({ start, end }: Times, day: { from: number; until: number }) => ({
  start: Math.max(start, day.from),
  end: Math.min(end, day.until),
  allDay: start <= day.from && end >= day.until,
})

/** `09:00–10:00`, or that it is the whole day. */
export const awayTimesText = (
  t: Translate,
  format: Pick<ReturnType<typeof useFormat>, 'time'>,
  one: Times & { allDay: boolean },
): string => (one.allDay ? t('staffDay.allDay') : timesText(format, one))

/** `Tuesday 1 December, all day`, `Tuesday 1 December 09:00–10:00`, or from when until when. */
export function blockTimesText(
  { t, format }: { t: Translate; format: Pick<ReturnType<typeof useFormat>, 'day' | 'time'> },
  { start, end, wholeDays }: Times & { wholeDays: boolean },
): string {
  const [first, last] = [format.day(start), format.day(end - 1)]
  if (wholeDays) return first === last ? `${first}, ${t('staffDay.allDay')}` : `${first} – ${last}`
  if (first === last) return `${first} ${timesText(format, { start, end })}`
  return `${whenText(format, start)} – ${whenText(format, end)}`
}
