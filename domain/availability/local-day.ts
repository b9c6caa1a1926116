import {
  addDays,
  toInstant,
  localParts,
  offsetPieces,
  startOfDay,
  toWallMinute,
  toWeekday,
} from '#domain/zone.ts'
import type { OffsetPiece, Window } from '#domain/zone.ts'

/**
 * One date of the tenant's calendar with its offsets, so that slots and hours need no time-zone arithmetic.
 */
export type LocalDay = Window & { zone: string; date: string; weekday: number; pieces: OffsetPiece[] }

const DAY = 1440

/** Every local date that overlaps the window, in order. */
export function localDays(zone: string, window: Window): LocalDay[] {
  const last = localParts(zone, window.until - 1).date
  const dates: string[] = []
  for (let date = localParts(zone, window.from).date; date <= last; date = addDays(date, 1)) dates.push(date)
  const starts = [...dates, addDays(last, 1)].map((date) => startOfDay(zone, date))
  const pieces = offsetPieces(zone, { from: starts[0] ?? window.from, until: starts.at(-1) ?? window.from })
  return dates.map((date, index) => {
    const day = { from: starts[index] ?? 0, until: starts[index + 1] ?? 0 }
    return { zone, date, weekday: toWeekday(date), ...day, pieces: cut(pieces, day) }
  })
}

/** The instant of a minute (0–1440) of this date, by the rules of `toInstant`. */
export function instantIn(day: LocalDay, minute: number): number {
  const clocksStay = day.pieces.length === 1 && day.until - day.from === DAY
  return clocksStay ? day.from + minute : toInstant(day.zone, day.date, minute)
}

/**
 * The instants of the day, within the window, whose wall-clock time is a multiple of the slot length since
 * midnight: both passes of a repeated hour, no skipped time.
 */
export function slotStarts(day: LocalDay, slotMinutes: number, window: Window): number[] {
  const starts: number[] = []
  const midnight = toWallMinute(day.date)
  for (const piece of cut(day.pieces, window)) {
    const wall = piece.from + piece.offset - midnight
    const first = Math.ceil(wall / slotMinutes) * slotMinutes
    for (let start = piece.from + first - wall; start < piece.until; start += slotMinutes) starts.push(start)
  }
  return starts
}

function cut(pieces: OffsetPiece[], window: Window): OffsetPiece[] {
  return pieces
    .map((piece) => ({
      ...piece,
      from: Math.max(piece.from, window.from),
      until: Math.min(piece.until, window.until),
    }))
    .filter((piece) => piece.from < piece.until)
}
