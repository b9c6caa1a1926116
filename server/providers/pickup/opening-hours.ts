import type { FoundLocation } from '#contract/shop/checkout.ts'

/** Minutes since midnight. `day`: 0 is Monday. */
export type Shift = { day: number; from: number; to: number }

/** The minutes of a day. */
export const DAY_MINUTES = 1_440

const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The number of a weekday (0 is Monday) by its English name or abbreviation; null for another text. */
export function parseDay(name: string): number | null {
  const day = days.indexOf(name.slice(0, 3).toLowerCase())
  return day < 0 ? null : day
}

/** Minutes since midnight of `8:00`, `08:00` or `08:00:00`; null for another text. */
export function parseClock(clock: string): number | null {
  const [, hours, minutes] = /^(\d{1,2})[:.](\d\d)(?::\d\d)?$/.exec(clock) ?? []
  if (hours === undefined || Number(minutes) > 59) return null
  const total = Number(hours) * 60 + Number(minutes)
  return total <= DAY_MINUTES ? total : null
}

/**
 * Opening hours without their breaks, by day and time. Shifts that overlap or continue each other become one;
 * those that do not end after they begin are left out.
 */
export function toOpeningHours(
  shifts: readonly Shift[],
  breaks: readonly Shift[],
): FoundLocation['openingHours'] {
  const joined: Shift[] = []
  const sorted = [...shifts].sort((a, b) => a.day - b.day || a.from - b.from)
  for (const { day, from, to } of sorted.filter((shift) => shift.from < shift.to)) {
    const last = joined.at(-1)
    if (last?.day === day && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ day, from, to })
  }
  const pauses = breaks.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from)
  return joined
    .flatMap((shift) => withoutBreaks(shift, pauses))
    .map(({ day, from, to }) => ({ day, from: formatClock(from), to: formatClock(to) }))
}

/** The parts of a shift between its breaks, which are sorted. */
function withoutBreaks({ day, from, to }: Shift, breaks: readonly Shift[]): Shift[] {
  const parts: Shift[] = []
  let start = from
  for (const pause of breaks.filter((one) => one.day === day && one.from < to && one.to > from)) {
    if (pause.from > start) parts.push({ day, from: start, to: pause.from })
    start = Math.max(start, pause.to)
  }
  return start < to ? [...parts, { day, from: start, to }] : parts
}

const formatClock = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
