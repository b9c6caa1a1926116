import { compareWithSchedule, type OutsideReason } from '#domain/availability/schedule-conflict.ts'
import { listAbsences, listDayHours } from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'
import { listHolidays } from '../availability/holiday-queries.ts'
import { listMembers } from '../service/member-queries.ts'
import { listComingVisits, type ComingVisit } from './coming-queries.ts'

/** A coming visit that the schedule no longer offers: why, for each service that is outside. */
export type VisitOutside = ComingVisit & {
  outside: { memberId: string; serviceName: string; reason: OutsideReason }[]
}

/**
 * Lists the booked visits that have not ended and are outside the schedule: nobody works there then, or the
 * service is not offered any more. `zone` of the tenant; `now` in epoch ms.
 */
export async function listVisitsOutside(tx: Tx, zone: string, now: number): Promise<VisitOutside[]> {
  const absences = Map.groupBy(await listAbsences(tx), ({ memberId }) => memberId)
  const { whyOutside } = compareWithSchedule({
    zone,
    members: (await listMembers(tx)).map(({ id, hours }) => ({
      id,
      ...hours,
      absences: absences.get(id) ?? [],
    })),
    exceptions: await listDayHours(tx),
    publicHolidays: await listHolidays(tx),
  })
  return (await listComingVisits(tx, now))
    .filter(({ state }) => state === 'booked')
    .map((visit) => ({
      ...visit,
      outside: visit.segments.flatMap((segment) => {
        const reason = whyOutside(segment)
        return reason ? [{ memberId: segment.memberId, serviceName: segment.serviceName, reason }] : []
      }),
    }))
    .filter(({ outside }) => outside.length > 0)
}
