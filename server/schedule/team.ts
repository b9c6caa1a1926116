import { localDays } from '#domain/availability/local-day.ts'
import { compareWithSchedule, type OutsideReason } from '#domain/availability/schedule-conflict.ts'
import { absenceRange, breaksOn, holidayRange, openingsOn } from '#domain/availability/working-time.ts'
import type { AbsenceKind } from '#domain/availability/absence.ts'
import { toMs, type Range } from '#domain/availability/range.ts'
import type { OpeningException } from '#domain/availability/request.ts'
import { isToCome } from '#domain/visit/day-state.ts'
import { addDays, localParts, type Window } from '#domain/zone.ts'
import type { TenantProfile } from '#contract/content/tenant.ts'
import type { AbsenceRow } from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'
import { listHolidays } from '../availability/holiday-queries.ts'
import {
  findRules,
  listAbsencesOn,
  listAllMembers,
  listDayHoursOn,
  listPerformers,
  type ScheduledSegment,
} from './queries.ts'
import type { Reader } from './reader.ts'

type Away = Range & { id: string | null; kind: AbsenceKind; reason: string | null; ofFile: boolean }

type Wanted = {
  profile: Pick<TenantProfile, 'timeZone' | 'holidays'>
  /** Epoch ms. */ now: number
  /** Epoch minutes. */ window: Window
  /** Of this member only. */ member?: string | undefined
  /** The schedule as it would be with this too. */ planned?: Planned | undefined
}
/** What is not stored: other hours of a day, or an absence. */
export type Planned = { hours: OpeningException } | { absence: AbsenceRow }

/** The people of the salon in a window: when they work, when they are away, and who has left. */
export async function loadTeam(tx: Tx, { profile, now, window, member, planned }: Wanted) {
  const zone = profile.timeZone
  const dates = {
    from: addDays(localParts(zone, window.from).date, -1),
    until: addDays(localParts(zone, window.until - 1).date, 1),
  }
  const rows = (await listAllMembers(tx)).filter(({ id }) => member === undefined || id === member)
  const stored = await listAbsencesOn(tx, dates)
  const away = planned && 'absence' in planned ? [...stored, planned.absence] : stored
  const absences = Map.groupBy(away, ({ memberId }) => memberId)
  const dayHours = await listDayHoursOn(tx, dates)
  const exceptions = planned && 'hours' in planned ? [...dayHours, planned.hours] : dayHours
  const publicHolidays = profile.holidays ? await listHolidays(tx, dates) : []
  const { slotMinutes, hasRooms } = await findRules(tx)
  const days = localDays(zone, window)
  const members = rows.map((row) => ({ ...row, ...row.hours, absences: absences.get(row.id) ?? [] }))
  const within = ({ start, end }: Range) => start < window.until && end > window.from
  const awayOf = ({ breaks, holidays, absences: own }: (typeof members)[number]): Away[] =>
    [
      ...days
        .flatMap((day) => breaksOn(day, { breaks }))
        .map((range) => ({ ...range, id: null, kind: 'break' as const, reason: null, ofFile: true })),
      ...holidays.map((one) => ({
        ...holidayRange(zone, one),
        id: null,
        kind: 'absence' as const,
        reason: null,
        ofFile: true,
      })),
      ...own.map((one) => ({
        ...absenceRange(zone, one),
        id: one.id,
        kind: one.kind,
        reason: one.reason,
        ofFile: one.origin === 'file',
      })),
    ].filter(within)
  const others = { exceptions, publicHolidays }
  const compared = compareWithSchedule({ zone, members: members.filter(({ active }) => active), ...others })
  return {
    ids: rows.map(({ id }) => id),
    slotMinutes,
    /** The public holidays, with the name of each in a language. */
    holidaysIn: (language: string, standard: string) =>
      publicHolidays
        .filter(({ date }) => days.some((day) => day.date === date))
        .map(({ date, names }) => ({ date, name: names[language] ?? names[standard] ?? '' })),
    hasRooms,
    /** The days with other hours, as a reader sees them. */
    toOtherHours: (reader: Reader) =>
      dayHours
        .filter(({ date }) => days.some((day) => day.date === date))
        .map(({ id, date, hours, members: of, reason, origin }) => ({
          id,
          date,
          hours,
          members: of,
          reason: reader.memberId === null || of?.includes(reader.memberId) ? reason : null,
          ofFile: origin === 'file',
        })),
    /**
     * Why the schedule has no place for a booked segment, or null; what is over needs none, and what the
     * salon has accepted is no reason.
     */
    whyOutside: (segment: ScheduledSegment): OutsideReason | null => {
      const { start, end, busy, progress } = segment
      if (!isToCome({ progress, end: end * 60_000 }, now)) return null
      return compared.whyOutside({ ...segment, busy: busy.length > 0 ? busy : [{ start, end }] })
    },
    /** The members as a reader sees them; who has left only with visits. */
    toMembers: async (segments: readonly ScheduledSegment[], reader: Reader) => {
      const visits = segments.filter(({ kind, memberId }) => kind === 'visit' && reader.sees(memberId))
      const services = [...new Set(visits.map(({ serviceId }) => serviceId))]
      const performed = Map.groupBy(await listPerformers(tx, services), ({ memberId }) => memberId)
      return members
        .filter(({ id, active }) => active || segments.some(({ memberId }) => memberId === id))
        .map((one) => {
          const open = reader.sees(one.id)
          return {
            id: one.id,
            name: one.displayname ?? one.firstname,
            avatar: one.avatar,
            open,
            left: !one.active,
            services: (performed.get(one.id) ?? []).map(({ serviceId }) => serviceId),
            hours: days.flatMap((day) => openingsOn(day, [one], others)).map(toMs),
            // That somebody is ill is nobody's business who sees no more of them than that they are away.
            away: awayOf(one).map(({ reason, kind, ...away }) => ({
              ...away,
              ...toMs(away),
              kind: open ? kind : ('absence' as const),
              reason: open ? reason : null,
            })),
          }
        })
    },
  }
}
