import { minuteOfClock } from '../zone.ts'
import { merge, type Range } from './range.ts'
import type { BookingRules, ClockRange, MemberSchedule } from './request.ts'
import { appliesOn, datesOf } from './weekly-hours.ts'

/**
 * Hours of a member, by their positions in the lists, that begin off the slot grid; `next`: minute of the
 * day.
 */
export type OffGrid = { member: number; hours: number; next: number }

/**
 * The hours of the week that begin off the slot grid on a day from `today` on: the first visit of such a day
 * begins later.
 */
export function hoursOffGrid(
  { slotMinutes, grid = 'midnight' }: Pick<BookingRules, 'slotMinutes' | 'grid'>,
  members: readonly Pick<MemberSchedule, 'hours'>[],
  today: string,
): OffGrid[] {
  const all = members.flatMap(({ hours }) => hours)
  const openingAt = (date: string, start: number): number =>
    merge(all.filter((one) => appliesOn(one, date)).map(toMinutes)).findLast((one) => one.start <= start)
      ?.start ?? 0
  return members.flatMap(({ hours }, member) =>
    hours.flatMap((row, index) => {
      const { start } = toMinutes(row)
      const origins = grid === 'midnight' ? [0] : datesOf(row, today).map((date) => openingAt(date, start))
      const next = origins.map((origin) => nextSlot(start, slotMinutes, origin)).find((one) => one !== start)
      return next === undefined ? [] : [{ member, hours: index, next }]
    }),
  )
}

const toMinutes = ({ from, to }: ClockRange): Range => ({
  start: minuteOfClock(from),
  end: minuteOfClock(to),
})

/** The first slot at or after a minute of the day, of a grid that begins at the minute `origin`. */
export const nextSlot = (minute: number, slotMinutes: number, origin = 0): number =>
  origin + Math.ceil((minute - origin) / slotMinutes) * slotMinutes
