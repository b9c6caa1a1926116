import { localDays } from '#domain/availability/local-day.ts'
import { compareWithSchedule, type OutsideReason } from '#domain/availability/schedule-conflict.ts'
import { absenceRange, breaksOn, holidayRange, openingsOn } from '#domain/availability/working-time.ts'
import type { AbsenceKind } from '#domain/availability/absence.ts'
import type { Range } from '#domain/availability/range.ts'
import type { OpeningException } from '#domain/availability/request.ts'
import { isToCome } from '#domain/visit/day-state.ts'
import { addDays, localParts, type Window } from '#domain/zone.ts'
import type { Tx } from '../database/db.ts'
import {
  findRules,
  listAbsencesOn,
  listAllMembers,
  listDayHoursOn,
  type ScheduledSegment,
} from './queries.ts'
import type { Reader } from './reader.ts'
import { toMs } from './to-response.ts'

type Away = Range & { id: string | null; kind: AbsenceKind; reason: string | null; ofFile: boolean }

type Wanted = {
  zone: string
  /** Epoch ms. */ now: number
  /** Epoch minutes. */ window: Window
  /** Of this member only. */ member?: string | undefined
  /** Other hours as they would be with these too. */ planned?: OpeningException
}

/** The people of the salon in a window: when they work, when they are away, and who has left. */
export async function loadTeam(tx: Tx, { zone, now, window, member, planned }: Wanted) {
  const dates = {
    from: addDays(localParts(zone, window.from).date, -1),
    until: addDays(localParts(zone, window.until - 1).date, 1),
  }
  const rows = (await listAllMembers(tx)).filter(({ id }) => member === undefined || id === member)
  const absences = Map.groupBy(await listAbsencesOn(tx, dates), ({ memberId }) => memberId)
  const dayHours = await listDayHoursOn(tx, dates)
  const exceptions = planned ? [...dayHours, planned] : dayHours
  const { slotMinutes } = await findRules(tx)
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
  const outside = compareWithSchedule({ zone, members: members.filter(({ active }) => active), exceptions })
  return {
    ids: rows.map(({ id }) => id),
    slotMinutes,
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
    /** Why the schedule has no place for a booked segment, or null; what is over needs none. */
    whyOutside: ({
      memberId,
      start,
      end,
      busy,
      offered,
      performed,
      progress,
    }: ScheduledSegment): OutsideReason | null =>
      isToCome({ progress, end: end * 60_000 }, now)
        ? outside({ memberId, busy: busy.length > 0 ? busy : [{ start, end }], offered, performed })
        : null,
    /** The members as a reader sees them; who has left only with visits. */
    toMembers: (segments: readonly ScheduledSegment[], reader: Reader) =>
      members
        .filter(({ id, active }) => active || segments.some(({ memberId }) => memberId === id))
        .map((one) => {
          const open = reader.sees(one.id)
          return {
            id: one.id,
            name: one.displayname ?? one.firstname,
            avatar: one.avatar,
            open,
            left: !one.active,
            hours: days.flatMap((day) => openingsOn(day, [one], exceptions)).map(toMs),
            // That somebody is ill is nobody's business who sees no more of them than that they are away.
            away: awayOf(one).map(({ reason, kind, ...away }) => ({
              ...away,
              ...toMs(away),
              kind: open ? kind : ('absence' as const),
              reason: open ? reason : null,
            })),
          }
        }),
  }
}
