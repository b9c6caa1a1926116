import { minuteOfClock } from '../zone.ts'
import { merge } from './range.ts'
import type { BookingRules, MemberSchedule } from './request.ts'

/**
 * Hours of a member, by their positions in the lists, that begin off the slot grid; `next`: minute of the
 * day.
 */
export type OffGrid = { member: number; hours: number; next: number }

/** The weekly hours that begin off the slot grid: the first visit of such a day begins later. */
export function hoursOffGrid(
  { slotMinutes, grid = 'midnight' }: Pick<BookingRules, 'slotMinutes' | 'grid'>,
  members: readonly Pick<MemberSchedule, 'hours'>[],
): OffGrid[] {
  const all = members.flatMap(({ hours }, member) =>
    hours.map(({ weekday, from, to }, index) => ({
      member,
      hours: index,
      weekday,
      start: minuteOfClock(from),
      end: minuteOfClock(to),
    })),
  )
  return all.flatMap(({ member, hours, weekday, start }) => {
    const openings = merge(all.filter((one) => one.weekday === weekday))
    const opening = openings.findLast((one) => one.start <= start)?.start ?? 0
    const next = nextSlot(start, slotMinutes, grid === 'opening' ? opening : 0)
    return next === start ? [] : [{ member, hours, next }]
  })
}

/** The first slot at or after a minute of the day, of a grid that begins at the minute `origin`. */
export const nextSlot = (minute: number, slotMinutes: number, origin = 0): number =>
  origin + Math.ceil((minute - origin) / slotMinutes) * slotMinutes
