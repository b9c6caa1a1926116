import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import { localDays, type LocalDay } from './local-day.ts'
import { covers, type Range } from './range.ts'
import type { MemberSchedule, OpeningException } from './request.ts'
import { freeTime } from './working-time.ts'

/**
 * Why a booked service does not fit the schedule: its member works no more, the service is not offered, the
 * member does not perform it, is absent then, or has other hours.
 */
export const outsideReasons = ['member', 'service', 'performer', 'absence', 'hours'] as const
export type OutsideReason = (typeof outsideReasons)[number]

type BookedService = { memberId: string; busy: Range[]; offered: boolean; performed: boolean }
type Schedule = { zone: string; members: MemberSchedule[]; exceptions: OpeningException[] }

/**
 * Compares booked services with a schedule; null is inside.
 * @param members who works; the service of anybody else is outside.
 */
export function compareWithSchedule({
  zone,
  members,
  exceptions,
}: Schedule): (booked: BookedService) => OutsideReason | null {
  const schedules = new Map(members.map((one) => [one.id, one]))
  const days = new Map<string, LocalDay[]>()
  const near = ({ start, end }: Range): LocalDay[] => {
    const date = localParts(zone, start).date
    const key = `${date} ${localParts(zone, end - 1).date}`
    // From the day before: hours may end after midnight where the clock changes.
    const found =
      days.get(key) ?? localDays(zone, { from: dayWindow(zone, addDays(date, -1)).from, until: end })
    days.set(key, found)
    return found
  }
  const works = (member: MemberSchedule, range: Range) =>
    covers(freeTime(member, near(range), exceptions, []), range.start, range.end)
  return ({ memberId, busy, offered, performed }) => {
    const member = schedules.get(memberId)
    if (!member) return 'member'
    if (!offered) return 'service'
    if (!performed) return 'performer'
    if (busy.every((range) => works(member, range))) return null
    const present = { ...member, absences: [], holidays: [] }
    return busy.every((range) => works(present, range)) ? 'absence' : 'hours'
  }
}
