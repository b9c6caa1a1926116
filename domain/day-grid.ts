import { merge, overlaps, subtract, type Range } from './availability/range.ts'
import { localParts, offsetPieces, type Window } from './zone.ts'

/** The salon's day as a grid of rows of five minutes: where each thing is placed. Times are epoch minutes. */
const ROW_MINUTES = 5
/** The rows of the longest day, on which clocks go back. */
export const MAX_ROWS = (25 * 60) / ROW_MINUTES
/** So many things are beside each other at most; more share the last place. */
export const MAX_LANES = 4

/** The hours that are shown where nobody works and nothing is booked, as minutes of the day. */
const usualHours = { from: 9 * 60, until: 17 * 60 }

/** Rows count from 1. `lane` of `lanes`: things at the same time stand beside each other. */
export type Placed<T> = T & { row: number; span: number; lane: number; lanes: number }

/**
 * The part of a local day that is shown: whole hours around all that happens then.
 * @param day the whole day. @param shown working hours, visits and what else must be seen.
 */
export function shownWindow(day: Window, shown: readonly Range[]): Window {
  const within = shown
    .map(({ start, end }) => ({ start: Math.max(start, day.from), end: Math.min(end, day.until) }))
    .filter(({ start, end }) => start < end)
  const from = within.length > 0 ? Math.min(...within.map(({ start }) => start)) : day.from + usualHours.from
  const until = within.length > 0 ? Math.max(...within.map(({ end }) => end)) : day.from + usualHours.until
  // The day begins at a full hour of the clock, and zones change by whole or half hours.
  const hours = (minutes: number, round: (value: number) => number) => round(minutes / 60) * 60
  return {
    from: day.from + hours(from - day.from, Math.floor),
    until: Math.min(day.until, day.from + hours(until - day.from, Math.ceil)),
  }
}

/** How many rows a window has. */
export const countRows = ({ from, until }: Window): number => Math.ceil((until - from) / ROW_MINUTES)

/** The rows of a range: at least one, and none of what is outside of the window. */
export function rowsOf({ start, end }: Range, window: Window): { row: number; span: number } | null {
  const [from, until] = [Math.max(start, window.from), Math.min(end, window.until)]
  if (from >= until && !(start === end && start >= window.from && start < window.until)) return null
  const first = Math.floor((from - window.from) / ROW_MINUTES)
  const last = Math.ceil((until - window.from) / ROW_MINUTES)
  return { row: first + 1, span: Math.max(1, last - first) }
}

const within = (inner: Range, outer: Range) => outer.start <= inner.start && inner.end <= outer.end

/**
 * Places things of one column: those that overlap, in rows, stand beside each other, the one that begins
 * first on the left. What fills a processing gap of another stands in it. What is outside of the window is
 * left out.
 */
export function placeInLanes<T extends Range & { gaps?: readonly Range[] }>(
  things: readonly T[],
  window: Window,
): Placed<T>[] {
  const hosts = new Map(
    things.flatMap((thing) => {
      const [host, ...more] = things.filter((other) => other !== thing && overlaps(other, thing))
      return host && more.length === 0 && host.gaps?.some((gap) => within(thing, gap))
        ? [[thing, host] as const]
        : []
    }),
  )
  const beside = things
    .filter((thing) => !hosts.has(thing))
    .map((thing) => ({ thing, start: thing.start, end: thing.end }))
  const places = new Map<T, Placed<T>>(
    placeBeside(beside, window).map(({ thing, row, span, lane, lanes }) => [
      thing,
      { ...thing, row, span, lane, lanes },
    ]),
  )
  const inGaps = [...hosts].flatMap(([thing, host]) => {
    const [place, rows] = [places.get(host), rowsOf(thing, window)]
    return place && rows ? [{ ...thing, ...rows, lane: place.lane, lanes: place.lanes }] : []
  })
  return [...places.values(), ...inGaps]
}

function placeBeside<T extends Range>(things: readonly T[], window: Window): Placed<T>[] {
  const rows = things
    .flatMap((thing) => {
      const at = rowsOf(thing, window)
      return at ? [{ ...thing, ...at }] : []
    })
    .toSorted((a, b) => a.row - b.row || b.span - a.span)
  const placed: Placed<T>[] = []
  let group: (T & { row: number; span: number; lane: number })[] = []
  let groupEnd = 0
  const close = () => {
    const lanes = Math.max(...group.map(({ lane }) => lane), 1)
    placed.push(...group.map((one) => ({ ...one, lanes })))
    group = []
  }
  for (const one of rows) {
    if (group.length > 0 && one.row >= groupEnd) close()
    const taken = new Set(group.filter(({ row, span }) => row + span > one.row).map(({ lane }) => lane))
    let lane = 1
    while (taken.has(lane) && lane < MAX_LANES) lane += 1
    group.push({ ...one, lane })
    groupEnd = Math.max(groupEnd, one.row + one.span)
  }
  if (group.length > 0) close()
  return placed
}

/** The part of a window in which a person does not work. */
export const closedTime = (hours: readonly Range[], { from, until }: Window): Range[] =>
  subtract([{ start: from, end: until }], merge([...hours]))

/** The part of working hours that nothing takes: what can be pressed to book it. */
export const openTime = (
  hours: readonly Range[],
  taken: readonly Range[],
  { from, until }: Window,
): Range[] =>
  subtract(merge([...hours]), merge([...taken]))
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, until) }))
    .filter(({ start, end }) => start < end)

/** What of a segment is a processing gap, in which its member is free. */
export const gapsOf = ({ start, end, busy }: Range & { busy: readonly Range[] }): Range[] =>
  subtract([{ start, end }], merge([...busy]))

/** The buffers of a segment in minutes: what its member is busy before its start and after its end. */
export const buffersOf = ({
  start,
  end,
  busy,
}: Range & { busy: readonly Range[] }): { before: number; after: number } => ({
  before: Math.max(0, start - Math.min(start, ...busy.map((range) => range.start))),
  after: Math.max(0, Math.max(end, ...busy.map((range) => range.end)) - end),
})

/** A full hour of the clock: its row, and its minute of the day; `offset`: where the hour comes twice. */
export type HourLabel = { row: number; at: number; minute: number; offset: number | null }

/**
 * The hours of a window as clocks show them: an hour that comes twice has two labels with their offsets
 * (minutes east of UTC), one that is skipped has none.
 */
export function hourLabels(zone: string, window: Window): HourLabel[] {
  const pieces = offsetPieces(zone, window)
  const labels = pieces.flatMap((piece) => {
    const first = Math.ceil((piece.from + piece.offset) / 60) * 60 - piece.offset
    const found: HourLabel[] = []
    for (let at = first; at < piece.until; at += 60)
      found.push({
        row: Math.floor((at - window.from) / ROW_MINUTES) + 1,
        at,
        minute: localParts(zone, at).minute,
        offset: piece.offset,
      })
    return found
  })
  const times = Map.groupBy(labels, ({ at, minute }) => `${localParts(zone, at).date} ${minute}`)
  return labels.map((label) => {
    const key = `${localParts(zone, label.at).date} ${label.minute}`
    return (times.get(key)?.length ?? 0) > 1 ? label : { ...label, offset: null }
  })
}
