import { joinShifts, type Shift } from '../shifts.ts'

/** `day`: 0 is Monday. `from` and `to`: 'HH:MM' of that day, `to` excluded; '24:00' is its end. */
export type OpeningHours = { day: number; from: string; to: string }

/** Whether a place is open now and until when, or when it opens next within a week; `closed`: never. */
type Opening =
  { state: 'open'; until: string } | { state: 'opens'; day: number; from: string } | { state: 'closed' }

/**
 * The opening of a place at a local weekday (0 is Monday) and time ('HH:MM'). Its hours may be unsorted,
 * overlap, or continue each other; entries that do not end after they begin, on the same day, are ignored.
 */
export function openingToday(
  hours: readonly OpeningHours[],
  { weekday, time }: { weekday: number; time: string },
): Opening {
  const today = listShifts(hours, weekday)
  const current = today.find(({ from, to }) => from <= time && time < to)
  if (current) return { state: 'open', until: current.to }
  const later = today.find(({ from }) => from > time)
  if (later) return { state: 'opens', day: weekday, from: later.from }
  // 7 is this weekday again: the place may open on one day of the week only.
  for (let ahead = 1; ahead <= 7; ahead++) {
    const day = (weekday + ahead) % 7
    const [first] = listShifts(hours, day)
    if (first) return { state: 'opens', day, from: first.from }
  }
  return { state: 'closed' }
}

/** The shifts of a day by their start. */
const listShifts = (hours: readonly OpeningHours[], day: number): Shift[] =>
  joinShifts(hours.filter((entry) => entry.day === day))
