import { serviceText } from '#domain/visit/addons.ts'
import type { OutsideReason } from '#domain/availability/schedule-conflict.ts'
import type { VisitOutside } from '#server/visit/visits-outside.ts'
import { personText, wallRange } from '#operator/command-line/describe.ts'

const reasons: Record<OutsideReason, (member: string, service: string) => string> = {
  member: (member) => `${member} does not work here any more`,
  service: (_, service) => `${service} is not offered any more`,
  performer: (member, service) => `${member} does not perform ${service} any more`,
  room: (_, service) => `a room or device of ${service} is not there any more`,
  absence: (member) => `${member} is absent`,
  hours: (member) => `outside the hours of ${member}`,
}

/** When, who, what, and why the schedule has no place for the visit. */
export const outsideText = (zone: string, visit: VisitOutside): string =>
  [
    wallRange(zone, visit.start, visit.end),
    visit.number ?? visit.id,
    personText(visit),
    visit.segments.map((one) => `${serviceText(one)} (${one.memberId})`).join(' + '),
    outsideReasons(visit).join(', '),
  ]
    .filter(Boolean)
    .join('  ')

/** Each reason once, in words. */
export const outsideReasons = ({ outside }: VisitOutside): string[] => [
  ...new Set(outside.map(({ reason, memberId, serviceName }) => reasons[reason](memberId, serviceName))),
]
