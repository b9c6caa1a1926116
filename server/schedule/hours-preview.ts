import { clocksOf, previewHours as preview, type PreviewDay } from '#domain/availability/hours-preview.ts'
import { addDays } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import type { TenantProfile } from '#contract/content/tenant.ts'
import type { DayHoursRow } from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'
import { listHolidays } from '../availability/holiday-queries.ts'
import { listMembers } from '../service/member-queries.ts'
import { listAbsencesOn, listDayHoursOn } from './queries.ts'

type Wanted = {
  /** A date of the first week. */ from: string
  weeks: number
  /** Of the names of holidays. */ language: string
}
type Preview = Output<'previewHours'>['documents']

/** The hours of all members in some weeks, and why they are not those of each week. */
export async function loadHoursPreview(
  tx: Tx,
  profile: Pick<TenantProfile, 'timeZone' | 'holidays' | 'default'>,
  { from, weeks, language }: Wanted,
): Promise<Preview> {
  const dates = { from: addDays(from, -8), until: addDays(from, 7 * weeks) }
  const rows = await listMembers(tx)
  const absences = Map.groupBy(await listAbsencesOn(tx, dates), ({ memberId }) => memberId)
  const exceptions = await listDayHoursOn(tx, dates)
  const publicHolidays = profile.holidays ? await listHolidays(tx, dates) : []
  const members = rows.map(({ id, hours }) => ({ id, ...hours, absences: absences.get(id) ?? [] }))
  const zone = profile.timeZone
  const shown = preview(members, { exceptions, publicHolidays }, { zone, date: from, weeks })
  const holidayOn = (date: string): string | null => {
    const names = publicHolidays.find((one) => one.date === date)?.names
    return names?.[language] ?? names?.[profile.default.language] ?? null
  }
  return rows.map(({ id, displayname, firstname }, index) => ({
    id,
    name: displayname ?? firstname,
    weeks: (shown[index] ?? []).map(({ number, minutes, days }) => ({
      number,
      minutes,
      days: days.map((day) => ({
        date: day.date,
        windows: day.windows.map((window) => clocksOf(zone, day.date, window)),
        minutes: day.minutes,
        reasons: toReasons(day, holidayOn),
      })),
    })),
  }))
}

const toReasons = (
  { date, reasons, every, exception }: PreviewDay<DayHoursRow>,
  holidayOn: (date: string) => string | null,
): Preview[number]['weeks'][number]['days'][number]['reasons'] =>
  reasons.map((kind) => ({
    kind,
    text: kind === 'holiday' ? holidayOn(date) : kind === 'away' ? null : (exception?.reason ?? null),
    every: kind === 'rotation' ? every : null,
  }))
