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
  /** Coming visits that fitted the schedule before the import. */
  outside: VisitOutside[]
}

type Source = { file: TenantFile; pages: PreparedPages | null; art: ArtPictures }

/** Imports a tenant file as `importTenant` does. @param now epoch ms. */
export async function importWithReport(
  tx: Tx,
  { file, pages, art }: Source,
  { now, jobs }: { now: number; jobs?: Pick<WaitlistJobs, 'matchOpenTimes'> },
): Promise<ImportReport> {
  const before = new Set((await listVisitsOutside(tx, file.tenant.timeZone, now)).map(({ id }) => id))
  const imported = await importTenant(tx, file, pages, art, jobs)
  if (!imported.ok) return { imported, kept: { absences: [], dayHours: [] }, outside: [] }
  const { date, time } = localNow(file.tenant.timeZone, now)
  return {
    imported,
    kept: {
      absences: (await listAbsences(tx)).filter(
        ({ origin, until }) => origin !== 'file' && until > `${date}T${time}`,
      ),
      dayHours: (await listDayHours(tx)).filter((one) => one.origin !== 'file' && one.date >= date),
    },
    outside: (await listVisitsOutside(tx, file.tenant.timeZone, now)).filter(({ id }) => !before.has(id)),
  }
}
