import type { Output } from '#contract/calls.ts'
import { onDay } from '#web/staff/day/away.ts'

type Printed = Output<'printSchedule'>
type Visit = Printed['visits'][number]

/**
 * One line of a person's sheet: a part of a visit, time in which they are away, or, where no more is shown,
 * busy.
 */
export type Line = { start: number; end: number } & (
  | { kind: 'visit'; visit: Visit; segment: Visit['segments'][number] }
  | { kind: 'away'; allDay: boolean; away: Printed['members'][number]['away'][number] }
  | { kind: 'busy' }
)
export type PrintedSheet = {
  id: string
  name: string
  hours: { start: number; end: number }[]
  lines: Line[]
}

/** The day by its people, in the salon's order: only those who work or have something then. */
export function toSheets({ members, visits, busy, days: [day] }: Printed): PrintedSheet[] {
  return members
    .map(({ id, name, hours, away }) => ({
      id,
      name,
      hours,
      lines: [
        ...visits.flatMap((visit) =>
          visit.segments
            .filter(({ memberId }) => memberId === id)
            .map((segment): Line => ({
              kind: 'visit',
              start: segment.start,
              end: segment.end,
              visit,
              segment,
            })),
        ),
        ...away.map((one): Line => {
          const times = day ? onDay(one, day) : { start: one.start, end: one.end, allDay: false }
          return { kind: 'away', ...times, away: one }
        }),
        ...busy
          .filter(({ memberId }) => memberId === id)
          .map(({ start, end }): Line => ({ kind: 'busy', start, end })),
      ].toSorted((a, b) => a.start - b.start || a.end - b.end),
    }))
    .filter(({ hours, lines }) => hours.length > 0 || lines.length > 0)
}
