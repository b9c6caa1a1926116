import { hoursOn } from '#domain/availability/working-time.ts'
import { joinShifts, type Shift } from '#domain/shifts.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Path } from '#contract/tenant-file/source-position.ts'

/**
 * Coming days on which the salon has other hours and a member works only a part of them, or none: what an
 * author who expects everybody to work would not see.
 * @param today the local date of the tenant.
 */
export const salonHoursWarnings = (
  { booking: { exceptions }, members }: Pick<TenantFile, 'booking' | 'members'>,
  today: string,
): { path: Path; message: string }[] =>
  exceptions.flatMap((exception, index) => {
    if (exception.members || exception.hours.length === 0 || exception.date < today) return []
    const ofDay = exceptions.filter(({ date }) => date === exception.date)
    const salon = hoursText(exception.hours)
    const found = members.flatMap(({ id, active, hours, days = [], holidays }) => {
      const named =
        ofDay.some((one) => one.members?.includes(id)) || days.some(({ date }) => date === exception.date)
      const onHoliday = holidays.some(({ from, until }) => from <= exception.date && exception.date <= until)
      if (!active || named || onHoliday) return []
      const works = hoursText(hoursOn(exception.date, { id, hours }, { exceptions: ofDay }).hours)
      return works === salon ? [] : [works ? `${id} works ${works}` : `${id} does not work`]
    })
    return found.length === 0
      ? []
      : [
          {
            path: ['booking', 'exceptions', index],
            message:
              `on ${exception.date} the salon has ${salon}, and each works as their own week says: ` +
              `${found.join(', ')}. Those who work all hours of the day are named in members, in an entry of that date`,
          },
        ]
  })

const hoursText = (hours: Shift[]): string =>
  joinShifts(hours)
    .map(({ from, to }) => `${from}–${to}`)
    .join(', ')
