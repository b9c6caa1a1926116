import { addDays, dayWindow, localParts, toWeekday } from '#domain/zone.ts'
import { localDays, type LocalDay } from './local-day.ts'
import type { Range } from './range.ts'
import type { MemberSchedule, OpeningDays, OpeningException } from './request.ts'
import { isPlain } from './weekly-hours.ts'
import { awayTimes, freeTime, hoursOn, hoursSources } from './working-time.ts'

/** How many weeks are shown, and at most. */
export const PREVIEW_WEEKS = 8
export const MAX_PREVIEW_WEEKS = 26

/**
 * Why the hours of a day are not those of each week: as `hoursOn` says, or because that week is another in
 * the turn, or other hours are valid; `away`: an absence.
 */
export const previewReasons = [...hoursSources, 'rotation', 'valid', 'away'] as const
export type PreviewReason = (typeof previewReasons)[number]

/** `windows` in epoch minutes: when something can be booked, if nothing is; `minutes`: their sum. */
export type PreviewDay<E extends OpeningException> = {
  date: string
  windows: Range[]
  minutes: number
  reasons: PreviewReason[]
  /** Every how many weeks, where that is the reason. */
  every: number | null
  /** What decides the day, if it is one. */
  exception: E | null
}
export type PreviewWeek<E extends OpeningException> = {
  /** By ISO 8601. */ number: number
  minutes: number
  days: PreviewDay<E>[]
}

type Others<E extends OpeningException> = { exceptions: E[] } & Pick<OpeningDays, 'publicHolidays'>

/** The working time of members in some weeks, each from the Monday of the week of `date` on. */
export function previewHours<E extends OpeningException>(
  members: readonly MemberSchedule[],
  others: Others<E>,
  { zone, date, weeks }: { zone: string; date: string; weeks: number },
): PreviewWeek<E>[][] {
  const monday = addDays(date, 1 - toWeekday(date))
  // From the day before: hours may end after midnight where the clock changes.
  const days = localDays(zone, {
    from: dayWindow(zone, addDays(monday, -1)).from,
    until: dayWindow(zone, addDays(monday, 7 * weeks - 1)).until,
  })
  return members.map((member) => {
    const free = freeTime(member, days, others, [])
    const away = awayTimes(member, days)
    const shown = days.slice(1).map((day) => previewDay(member, others, { day, free, away }))
    return Array.from({ length: weeks }, (_, week) => {
      const ofWeek = shown.slice(7 * week, 7 * week + 7)
      const minutes = ofWeek.reduce((sum, one) => sum + one.minutes, 0)
      return { number: weekNumber(ofWeek[0]?.date ?? monday), minutes, days: ofWeek }
    })
  })
}

function previewDay<E extends OpeningException>(
  member: MemberSchedule,
  others: Others<E>,
  { day, free, away }: { day: LocalDay; free: Range[]; away: Range[] },
): PreviewDay<E> {
  const { date, from, until } = day
  const within = ({ start, end }: Range) => start < until && end > from
  const windows = free
    .filter(within)
    .map(({ start, end }) => ({ start: Math.max(start, from), end: Math.min(end, until) }))
  const { by, exception } = hoursOn(date, member, others)
  const { reason: ofWeek, every } = turnOf(member, day)
  return {
    date,
    windows,
    minutes: windows.reduce((sum, { start, end }) => sum + end - start, 0),
    reasons: [...(by === 'week' ? ofWeek : [by]), ...(away.some(within) ? (['away'] as const) : [])],
    every: by === 'week' ? every : null,
    exception: exception ?? null,
  }
}

/** What of the week itself is not so each week. */
function turnOf({ hours }: MemberSchedule, { weekday }: LocalDay) {
  const rows = hours.filter((one) => one.weekday === weekday)
  const every = rows.find((row) => (row.every ?? 1) > 1)?.every ?? null
  const reason: PreviewReason[] = every !== null ? ['rotation'] : rows.every(isPlain) ? [] : ['valid']
  return { reason, every }
}

/** The number of a week by ISO 8601: that of the year that has its Thursday. */
function weekNumber(monday: string): number {
  const thursday = addDays(monday, 3)
  return Math.floor((dayOf(thursday) - dayOf(`${thursday.slice(0, 4)}-01-01`)) / 7) + 1
}

const dayOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 86_400_000

/** The wall-clock times of a range that lies within a day, 'HH:MM', the end of the day as '24:00'. */
export function clocksOf(zone: string, date: string, { start, end }: Range): { from: string; to: string } {
  const last = localParts(zone, end)
  const text = (minute: number) =>
    `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
  return { from: text(localParts(zone, start).minute), to: last.date > date ? '24:00' : text(last.minute) }
}
