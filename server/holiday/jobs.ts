import { localNow } from '#domain/opening-hours.ts'
import { bumpCalendar } from '../availability/calendar-queries.ts'
import type { Tenant } from '../context/context.ts'
import { publishChange } from '../database/change-events.ts'
import type { HandlerDeps } from '../jobs/jobs.ts'
import { findHolidays, firstDayOf, yearsFrom } from './find-holidays.ts'
import { enqueueHolidayMails } from './mail.ts'
import { listHolidays, replaceHolidays } from '../availability/holiday-queries.ts'

type Context = { tenant: Tenant; deps: HandlerDeps }

/**
 * Writes the public holidays of the coming years. Where dates of days that were known already are others now,
 * the owners get a mail with what is booked then; no visit is changed. Idempotent.
 */
export async function writeHolidays(ctx: Context): Promise<void> {
  const { deps, tenant } = ctx
  const { timeZone, default: own, holidays } = tenant.profile
  if (!holidays) return
  const { date: today } = localNow(timeZone, deps.now())
  const found = await findHolidays({ ...holidays, today, language: own.language })
  // A newer library may lack a name: what is stored stays, until the owner says what is meant.
  if (!found.ok) {
    const problems = found.problems.map(({ message }) => message)
    return deps.log.warn({ tenant: tenant.id, problems }, 'public holidays not written')
  }
  await deps.db.write(tenant.id, async (tx) => {
    const last = (await listHolidays(tx)).at(-1)?.date ?? ''
    const changes = await replaceHolidays(tx, firstDayOf(today), found.holidays)
    if (Object.values(changes).every((rows) => rows.length === 0)) return
    await deps.jobs.matchOpenTimes(tx)
    await enqueueHolidayMails(ctx, tx, {
      closed: changes.added.filter(({ date }) => date >= today && date <= last),
      opened: changes.gone.filter(({ date }) => date >= today),
    })
    // Pages have the names with the tenant's row.
    await publishChange(tx, 'tenant', '')
    await bumpCalendar(tx)
  })
}

/** The same where the year has begun and the job has not run: a server was not there at its time. */
export async function writeMissingHolidays(ctx: Context): Promise<void> {
  const { deps, tenant } = ctx
  if (!tenant.profile.holidays) return
  const { date: today } = localNow(tenant.profile.timeZone, deps.now())
  const from = `${yearsFrom(today).at(-1)}-01-01`
  const stored = await deps.db.read(tenant.id, (tx) => listHolidays(tx, { from }))
  if (stored.length === 0) await writeHolidays(ctx)
}
