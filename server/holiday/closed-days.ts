import { salonExceptions, type ClosedOrOther } from '#domain/opening-hours.ts'
import type { Shift } from '#domain/shifts.ts'
import type { TenantProfile } from '#contract/content/tenant.ts'
import { listDayHours } from '../availability/schedule-queries.ts'
import type { Tx } from '../database/db.ts'
import { listMembers } from '../service/member-queries.ts'
import { listHolidays, type HolidayRow } from '../availability/holiday-queries.ts'

type DayHours = {
  date: string
  hours: Shift[]
  members: string[] | null
  own: boolean
  reason: string | null
}
type Days = {
  /** Other hours of days, in the order in which they apply. */ dayHours: readonly DayHours[]
  holidays: readonly HolidayRow[]
  /** The ids of the active members. */ members: readonly string[]
}
type Profile = Pick<TenantProfile, 'openingHours' | 'default'>

/** The days on which a salon that closes on public holidays has other hours; null: there are none. */
export const loadClosedDays = async (tx: Tx, profile: Profile): Promise<ClosedOrOther[] | null> =>
  closedDays(profile, {
    dayHours: await listDayHours(tx),
    holidays: await listHolidays(tx),
    members: (await listMembers(tx)).map(({ id }) => id),
  })

/** The days on which the salon has other hours, as guests see them; null: there are none. */
export function closedDays(
  { openingHours, default: { language } }: Profile,
  { dayHours, holidays, members }: Days,
): ClosedOrOther[] | null {
  const found = salonExceptions(
    dayHours.map(({ date, hours, members: whose, own, reason }) => ({
      date,
      hours,
      members: whose,
      own,
      ...(reason === null ? {} : { reason }),
    })),
    members,
    {
      openingHours,
      publicHolidays: holidays.map(({ date, names }) => ({
        date,
        hours: [],
        names,
        ...(names[language] === undefined ? {} : { reason: names[language] }),
      })),
    },
  )
  return found.length > 0 ? found : null
}
