import * as v from 'valibot'
import { date, id, instant, slug } from '../field/field-schemas.ts'
import { Schedule } from './schedule.ts'

/** `member`: of one person only; `phones`: with the numbers of guests. */
export const PrintSchedule = v.object({
  tenantId: v.optional(id),
  date: v.optional(date),
  member: v.optional(slug),
  phones: v.optional(v.boolean(), false),
})
/** The day as it is printed: without amounts and e-mail addresses. */
export const PrintedSchedule = v.object({ ...Schedule.entries, printedAt: instant, printedBy: v.string() })
