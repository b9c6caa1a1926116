import { parse } from 'yaml'
import { formatTenantFile } from '#contract/tenant-file/format.ts'
import type { TenantFile } from '#contract/tenant-file/schema.ts'
import type { Db, TenantId } from '#server/database/db.ts'
import type { ArtPictures, PreparedPages } from '#server/content/prepare.ts'
import { differences } from './differences.ts'
import { exportTenant } from './export.ts'
import { importWithReport, type ImportReport } from './import-report.ts'
import { toRows } from './rows.ts'
import { settleAbsenceOrigins } from './schedule-import.ts'

/** What an import would do; `changes` are those of the exported file, none for a new tenant. */
type DryRun = ImportReport & { changes: string[] }

/** Imports a tenant and rolls it back. @param now epoch ms. */
export async function dryRunImport(
  db: Db,
  id: TenantId,
  source: { file: TenantFile; pages: PreparedPages | null; art: ArtPictures },
  now: number,
): Promise<DryRun> {
  try {
    return await db.write<DryRun>(id, async (tx) => {
      // Absences that become a command's stay, so that none of them is a change.
      await settleAbsenceOrigins(tx, toRows(source.file).absences)
      const before = await exportTenant(tx)
      const report = await importWithReport(tx, source, { now })
      const after = before && report.imported.ok ? await exportTenant(tx) : null
      throw new Rollback({ ...report, changes: before && after ? listChanges(before, after) : [] })
    })
  } catch (error) {
    if (error instanceof Rollback) return error.outcome
    throw error
  }
}

/** Ends the transaction without its changes. */
class Rollback extends Error {
  readonly outcome: DryRun
  constructor(outcome: DryRun) {
    super('dry run')
    this.outcome = outcome
  }
}

const listChanges = (before: TenantFile, after: TenantFile): string[] =>
  differences(asWritten(before), asWritten(after))

/** The content of the file with amounts as written: 320.00. */
const asWritten = (file: TenantFile): unknown => parse(formatTenantFile(file), { schema: 'failsafe' })
