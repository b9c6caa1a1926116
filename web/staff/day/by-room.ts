import type { Output } from '#contract/calls.ts'
import { merge } from '#domain/availability/range.ts'

type Schedule = Pick<Output<'getSchedule'>, 'members' | 'rooms' | 'visits' | 'holds' | 'busy' | 'roomsBusy'>

/**
 * The days of the salon with its rooms and devices in the place of its people: what is in each, and with
 * whom, in the time in which anybody works.
 */
export function byRoom<T extends Schedule>(schedule: T): T {
  const { members, rooms, visits, holds, roomsBusy } = schedule
  const nameOf = (id: string) => members.find((one) => one.id === id)?.name ?? ''
  const hours = merge(members.flatMap((one) => one.hours))
  return {
    ...schedule,
    members: rooms.map(({ id, name }) => ({
      id,
      name,
      avatar: null,
      open: false,
      left: false,
      services: [],
      hours,
      away: [],
    })),
    visits: visits.map((visit) => ({
      ...visit,
      segments: visit.segments.flatMap((segment) =>
        segment.rooms.map(({ id, gaps, before, after }) => ({
          ...segment,
          memberId: id,
          gaps,
          before,
          after,
          rooms: [{ id: segment.memberId, name: nameOf(segment.memberId), gaps, before, after }],
        })),
      ),
    })),
    holds: holds.flatMap((hold) => hold.rooms.map((memberId) => ({ ...hold, memberId }))),
    busy: roomsBusy.map(({ room, ...range }) => ({ memberId: room, ...range })),
  }
}
