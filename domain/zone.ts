import { Temporal } from 'temporal-polyfill'

/**
 * Converts wall-clock times and instants. An instant is a whole epoch minute (UTC), a date 'YYYY-MM-DD', a
 * month 'YYYY-MM', a clock 'HH:MM' ('24:00' is the end of the day), a zone an IANA name.
 * @throws RangeError for malformed input.
 */
export type Window = { from: number; until: number }

/**
 * Local date and time of an instant: minute of the day 0–1439, ISO weekday 1–7, offset in minutes east of
 * UTC.
 */
type LocalParts = { date: string; minute: number; weekday: number; offset: number }

/** A window in which the zone has one offset (minutes east of UTC). */
export type OffsetPiece = Window & { offset: number }

const DAY = 1440

/** Whether this is the name of a time zone in the IANA list. */
export function isTimeZone(zone: string): boolean {
  if (!/^(UTC|[A-Z][\w+-]*(\/[\w+-]+)+)$/.test(zone)) return false
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** The local date and time of an instant. */
export function localParts(zone: string, instant: number): LocalParts {
  const offset = offsetAt(zone, instant)
  const wall = instant + offset
  const date = dateOfWall(wall)
  return { date, minute: wall - toWallMinute(date), weekday: toWeekday(date), offset }
}

/**
 * The instant of a minute (0–1440) of a local date. Temporal's 'compatible' disambiguation: the earlier
 * instant in a repeated hour; in a skipped hour, later by the length of the gap. With `later` the second pass
 * of a repeated hour.
 */
export function toInstant(
  zone: string,
  date: string,
  minute: number,
  { later = false }: { later?: boolean } = {},
): number {
  const wall = toWallMinute(date) + minute
  const time = new Date(wall * 60_000).toISOString().slice(0, 16)
  return toEpochMinute(
    Temporal.PlainDateTime.from(time).toZonedDateTime(zone, {
      disambiguation: later ? 'later' : 'compatible',
    }),
  )
}

/** The instants of one local date, midnight to midnight: 1380 to 1500 minutes when clocks change. */
export function dayWindow(zone: string, date: string): Window {
  return { from: startOfDay(zone, date), until: startOfDay(zone, addDays(date, 1)) }
}

/** The instants of one local month. */
export function monthWindow(zone: string, month: string): Window {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return {
    from: startOfDay(zone, first.toString()),
    until: startOfDay(zone, first.add({ months: 1 }).toString()),
  }
}

/** The first instant of a local date (01:00 where midnight itself is skipped). */
export function startOfDay(zone: string, date: string): number {
  return toEpochMinute(Temporal.PlainDate.from(date).toZonedDateTime(zone))
}

/** The window split at every change of the zone's offset, in order. */
export function offsetPieces(zone: string, window: Window): OffsetPiece[] {
  const pieces: OffsetPiece[] = []
  let from = window.from
  while (from < window.until) {
    const next = zoned(zone, from).getTimeZoneTransition('next')
    const until = next ? Math.min(toEpochMinute(next), window.until) : window.until
    pieces.push({ from, until, offset: offsetAt(zone, from) })
    from = until
  }
  return pieces
}

/** The date `days` later; earlier if negative. */
export function addDays(date: string, days: number): string {
  return dateOfWall(toWallMinute(date) + days * DAY)
}

/** The same day `months` later, earlier if negative; the last day of that month if it is shorter. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay))).toISOString().slice(0, 10)
}

/** The month ('YYYY-MM') `months` later; earlier if negative. */
export const shiftMonth = (month: string, months: number): string =>
  addMonths(`${month}-01`, months).slice(0, 7)

/** ISO weekday: 1 (Monday) to 7. */
export function toWeekday(date: string): number {
  // 1970-01-01 was a Thursday.
  return ((((toWallMinute(date) / DAY + 3) % 7) + 7) % 7) + 1
}

/** 'HH:MM' → minute of the day, '24:00' → 1440. */
export function minuteOfClock(clock: string): number {
  const match = /^(\d\d):(\d\d)$/.exec(clock)
  const minute = match ? Number(match[1]) * 60 + Number(match[2]) : NaN
  if (!(minute <= DAY) || Number(match?.[2]) > 59) throw new RangeError(`Invalid clock time: ${clock}`)
  return minute
}

/** Epoch milliseconds to the epoch minute, rounded up, so that "not before now" stays true. */
export function minuteFrom(epochMs: number): number {
  return Math.ceil(epochMs / 60_000)
}

/** Epoch minute of a date's midnight as if its zone were UTC. */
export function toWallMinute(date: string): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : NaN
  if (Number.isNaN(ms)) throw new RangeError(`Invalid date: ${date}`)
  return ms / 60_000
}

function dateOfWall(wall: number): string {
  return new Date(wall * 60_000).toISOString().slice(0, 10)
}

function offsetAt(zone: string, instant: number): number {
  return zoned(zone, instant).offsetNanoseconds / 60e9
}

function zoned(zone: string, instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant * 60_000).toZonedDateTimeISO(zone)
}

function toEpochMinute(time: Temporal.ZonedDateTime): number {
  return time.epochMilliseconds / 60_000
}
