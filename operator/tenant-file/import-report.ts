import { localNow } from '#domain/opening-hours.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import {
  listAbsences,
  listDayHours,
  type AbsenceRow,
  type DayHoursRow,
} from '#server/availability/schedule-queries.ts'
import type { ArtPictures, PreparedPages } from '#server/content/prepare.ts'
import type { Tx } from '#server/database/db.ts'
import type { WaitlistJobs } from '#server/jobs/jobs.ts'
import { listVisitsOutside, type VisitOutside } from '#server/visit/visits-outside.ts'
import { importTenant, type Imported } from './import.ts'

/** An import with what it left as it was, and the visits for which it left no place. */
export type ImportReport = {
  imported: Imported
  /** Absences and hours of days, from today on, that commands or the desk have written. */
  kept: { absences: AbsenceRow[]; dayHours: DayHoursRow[] }
  /** Coming visits that the schedule no longer offers, for another reason than before the import. */
  outside: VisitOutside[]
  /** How many further ones were outside before, and still are. */
  outsideBefore: number
}

type Source = { file: TenantFile; pages: PreparedPages | null; art: ArtPictures }

/** Imports a tenant file as `importTenant` does. @param now epoch ms. */
export async function importWithReport(
  tx: Tx,
  { file, pages, art }: Source,
  { now, jobs }: { now: number; jobs?: Pick<WaitlistJobs, 'matchOpenTimes'> },
): Promise<ImportReport> {
  const key = ({ id, outside }: VisitOutside) => JSON.stringify([id, outside])
  const before = new Set((await listVisitsOutside(tx, file.tenant.timeZone, now)).map(key))
  const imported = await importTenant(tx, file, { pages, art, jobs, now })
  if (!imported.ok) return { imported, kept: { absences: [], dayHours: [] }, outside: [], outsideBefore: 0 }
  const all = await listVisitsOutside(tx, file.tenant.timeZone, now)
  const outside = all.filter((visit) => !before.has(key(visit)))
  const { date, time } = localNow(file.tenant.timeZone, now)
  return {
    imported,
    kept: {
      absences: (await listAbsences(tx)).filter(
        ({ origin, until }) => origin !== 'file' && until > `${date}T${time}`,
      ),
      dayHours: (await listDayHours(tx)).filter((one) => one.origin !== 'file' && one.date >= date),
    },
    outside,
    outsideBefore: all.length - outside.length,
  }
}
