import { addDays, dayWindow, localParts } from '#domain/zone.ts'
import { localDays, type LocalDay } from './local-day.ts'
import { covers, type Range } from './range.ts'
import type { MemberSchedule, OpeningDays } from './request.ts'
import { awayTimes, freeTime, hoursKey } from './working-time.ts'

/**
 * Why a booked service does not fit the schedule: its member works no more, the service is not offered, the
 * member does not perform it, a room or device of it is there no longer, the member is absent then, or has
 * other hours.
 */
export const outsideReasons = ['member', 'service', 'performer', 'room', 'absence', 'hours'] as const
export type OutsideReason = (typeof outsideReasons)[number]

/** What of a schedule stands against times of its member; `key` is another once that is another. */
type Against = { reason: Extract<OutsideReason, 'absence' | 'hours'>; key: string }

type BookedService = {
  memberId: string
  busy: Range[]
  offered: boolean
  performed: boolean
  /** Whether the units that it uses are there. */ equipped: boolean
  /** The keys of what the salon has seen and accepted. */ accepted: readonly string[]
}
type Schedule = OpeningDays & { zone: string; members: MemberSchedule[] }

/** @param members who works; the service of anybody else is outside. */
export function compareWithSchedule({ zone, members, ...others }: Schedule) {
  const schedules = new Map(members.map((one) => [one.id, one]))
  const known = new Map<string, LocalDay[]>()
  // From the day before: hours may end after midnight where the clock changes.
  const near = ({ start, end }: Range): LocalDay[] => {
    const date = localParts(zone, start).date
    const key = `${date} ${localParts(zone, end - 1).date}`
    const found =
      known.get(key) ?? localDays(zone, { from: dayWindow(zone, addDays(date, -1)).from, until: end })
    known.set(key, found)
    return found
  }
  const works = (member: MemberSchedule, range: Range) =>
    covers(freeTime(member, near(range), others, []), range.start, range.end)
  const against = (member: MemberSchedule, range: Range): Against[] => {
    if (works(member, range)) return []
    const present = { ...member, absences: [], holidays: [] }
    const [, ...days] = near(range)
    const hours = days.map((day) => hoursKey(day, member, others)).join(', ')
    return [
      ...(works(present, range) ? [] : [{ reason: 'hours' as const, key: hours }]),
      ...awayTimes(member, near(range))
        .filter(({ start, end }) => start < range.end && end > range.start)
        .map(({ key }) => ({ reason: 'absence' as const, key })),
    ]
  }
  /** What stands against these times of a member, each once. */
  const listAgainst = (memberId: string, busy: readonly Range[]): Against[] => {
    const member = schedules.get(memberId)
    const found = member ? busy.flatMap((range) => against(member, range)) : []
    return [...new Map(found.map((one) => [one.key, one])).values()]
  }
  /** Why a booked service has no place, beside what was accepted; null is inside. */
  const whyOutside = ({
    memberId,
    busy,
    offered,
    performed,
    equipped,
    accepted,
  }: BookedService): OutsideReason | null => {
    if (!schedules.has(memberId)) return 'member'
    if (!offered) return 'service'
    if (!performed) return 'performer'
    if (!equipped) return 'room'
    const left = listAgainst(memberId, busy).filter(({ key }) => !accepted.includes(key))
    return left.find(({ reason }) => reason === 'hours')?.reason ?? left[0]?.reason ?? null
  }
  return { listAgainst, whyOutside }
}
