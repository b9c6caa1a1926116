import type { Translate } from '#contract/text.ts'
import type { useFormat } from '#web/ui/format.ts'
import { timesText } from './visit-words.ts'

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
