import type { Output } from '#contract/calls.ts'
import { toMs, type Range } from '#domain/availability/range.ts'
import {
  closedTime,
  countRows,
  hourLabels,
  openTime,
  placeInLanes,
  rowsOf,
  shownWindow,
  type Placed,
} from '#domain/day-grid.ts'
import { dayWindow, localParts, toInstant, type Window } from '#domain/zone.ts'
import { wordRows } from './card-words.ts'

type Schedule = Output<'getSchedule'>
type Member = Schedule['members'][number]

/** A person's day, or one day of a person. Times in epoch ms. */
type Wanted = { member: Member; date: string; schedule: Schedule }

const MINUTE = 60_000
/** Shorter free time is too small to be pressed: 24 pixels. */
const PRESSED_ROWS = 3
const toMinutes = ({ start, end }: Range): Range => ({ start: start / MINUTE, end: end / MINUTE })

/**
 * The days of a schedule as columns on rows of five minutes: of all people, or of the days of one.
 * @param now epoch ms: what has passed cannot be booked by a press.
 */
export function toGrid(columns: readonly Wanted[], zone: string, now: number) {
  const windows = windowsOf(columns, zone)
  const longest = windows.toSorted((a, b) => b.until - b.from - (a.until - a.from))[0]
  return {
    rows: longest ? countRows(longest) : 0,
    hours: longest
      ? hourLabels(zone, longest).map(({ row, at, offset }) => ({ row, at: at * MINUTE, offset }))
      : [],
    columns: columns.map((column, index) => toColumn(column, windows[index] ?? { from: 0, until: 0 }, now)),
  }
}
export type Grid = ReturnType<typeof toGrid>
export type Column = Grid['columns'][number]

/** What each column shows of its day: the same hours of the clock. */
function windowsOf(columns: readonly Wanted[], zone: string): Window[] {
  const byDate = Map.groupBy(columns, ({ date }) => date)
  const shown = new Map(
    [...byDate].map(([date, ofDay]) => {
      const day = dayWindow(zone, date)
      const ranges = ofDay.flatMap(({ member, schedule }) => [
        ...member.hours,
        ...partsOf(schedule, member.id),
        ...schedule.holds.filter(({ memberId }) => memberId === member.id),
      ])
      return [date, shownWindow(day, ranges.map(toMinutes))] as const
    }),
  )
  const one = shown.size === 1 ? [...shown.values()][0] : undefined
  if (one) return columns.map(() => one)
  // Minutes of the day, as clocks show them.
  const begins = [...shown.values()].map(({ from }) => localParts(zone, from).minute)
  const ends = [...shown.values()].map(({ until }) => localParts(zone, until - 1).minute + 1)
  const [first, last] = [Math.min(...begins), Math.max(...ends)]
  return columns.map(({ date }) => ({
    from: toInstant(zone, date, first),
    until: last >= 1440 ? dayWindow(zone, date).until : toInstant(zone, date, last),
  }))
}

const partsOf = ({ visits }: Schedule, memberId: string) =>
  visits.flatMap((visit) => visit.segments.filter((segment) => segment.memberId === memberId))

function toColumn({ member, date, schedule }: Wanted, window: Window, now: number) {
  const own = <T extends { memberId: string }>(list: readonly T[]) =>
    list.filter(({ memberId }) => memberId === member.id)
  const away = member.away.map((one) => ({ ...one, ...toMinutes(one) }))
  const holds = own(schedule.holds).map((one) => ({ ...one, ...toMinutes(one), hold: true as const }))
  const parts = schedule.visits.flatMap((visit) =>
    own(visit.segments).map((segment) => ({
      hold: false as const,
      visit: visit.id,
      position: segment.position,
      ...toMinutes(segment),
      gaps: segment.gaps.map(toMinutes),
      before: { start: segment.start / MINUTE - segment.before, end: segment.start / MINUTE },
      after: { start: segment.end / MINUTE, end: segment.end / MINUTE + segment.after },
    })),
  )
  const busy = own(schedule.busy).map(toMinutes)
  const hours = member.hours.map(toMinutes)
  // What is kept for the waitlist is said of time that somebody works.
  const shownHolds = holds.flatMap((one) =>
    one.kind === 'queue' ? openTime([one], away, window).map((range) => ({ ...one, ...range })) : [one],
  )
  const placed = placeInLanes([...parts, ...shownHolds], window)
  const taken = [
    ...away,
    ...holds,
    ...busy,
    ...parts.flatMap((part) => [part.before, part.after, ...withoutGaps(part)]),
  ].filter(({ start, end }) => start < end)
  const coming = { from: Math.max(window.from, Math.floor(now / MINUTE)), until: window.until }
  const free = member.open && !member.left && coming.from < coming.until
  return {
    member: member.id,
    date,
    /** Of the first row. */
    from: window.from * MINUTE,
    until: window.until * MINUTE,
    closed: closedTime(hours, window).flatMap((range) => cellsOf(range, window)),
    busy: openTime(busy, away, window).flatMap((range) => cellsOf(range, window)),
    away: away.flatMap((one) =>
      cellsOf(one, window).map((cell) => ({
        ...toMs({ start: one.start, end: one.end }),
        kind: one.kind,
        reason: one.reason,
        ...cell,
      })),
    ),
    visits: placed.flatMap((one) => (one.hold ? [] : [toVisitCell(one)])),
    holds: placed.flatMap((one) => (one.hold ? [toHoldCell(one)] : [])),
    /** In which the member is busy though nobody is there, and, within a visit, free though somebody is. */
    buffers: placed.flatMap((one) =>
      one.hold ? [] : [one.before, one.after].flatMap((range) => besides(one, range, window)),
    ),
    gaps: placed.flatMap((one) =>
      one.hold
        ? []
        : openTime(one.gaps, [...away, ...holds, ...parts.filter(({ visit }) => visit !== one.visit)], window)
            .flatMap((range) => besides(one, range, window))
            .flatMap((cell) => belowWords(one, cell)),
    ),
    free: free ? openTime(hours, taken, coming).flatMap((range) => freeCells(range, window)) : [],
  }
}

const withoutGaps = ({ start, end, gaps }: Range & { gaps: Range[] }): Range[] => {
  const edges = [start, ...gaps.flatMap((gap) => [gap.start, gap.end]), end]
  return edges.flatMap((edge, index) =>
    index % 2 === 0 ? [{ start: edge, end: edges[index + 1] ?? edge }] : [],
  )
}

const cellsOf = (range: Range, window: Window) => {
  const cell = rowsOf(range, window)
  return cell ? [cell] : []
}

const freeCells = (range: Range, window: Window) =>
  cellsOf(range, window)
    .filter(({ span }) => span >= PRESSED_ROWS)
    .map((cell) => ({ ...toMs({ start: range.start, end: range.end }), ...cell }))

/** A part of what is beside others in the same lane. */
const besides = ({ lane, lanes }: { lane: number; lanes: number }, range: Range, window: Window) =>
  range.start < range.end ? cellsOf(range, window).map((cell) => ({ ...cell, lane, lanes })) : []

/** A gap of a visit as far as it is below the words of its card; `open`: it begins beside them. */
function belowWords<T extends { row: number; span: number }>(card: { row: number; span: number }, cell: T) {
  const under = Math.max(0, card.row + wordRows(card.span) - cell.row)
  if (under >= cell.span) return []
  return [{ ...cell, row: cell.row + under, span: cell.span - under, open: under > 0 }]
}

const toVisitCell = ({
  visit,
  position,
  row,
  span,
  lane,
  lanes,
}: Placed<Range & { visit: string; position: number }>) => ({ visit, position, row, span, lane, lanes })

const toHoldCell = ({
  kind,
  start,
  end,
  until,
  row,
  span,
  lane,
  lanes,
}: Placed<Pick<Schedule['holds'][number], 'kind' | 'until'> & Range>) => ({
  kind,
  until,
  ...toMs({ start, end }),
  row,
  span,
  lane,
  lanes,
})
