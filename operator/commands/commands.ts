import type { Command } from './command.ts'
import { backupCommand, databaseDistribute, databaseRole, migrate, restoreCommand } from './database.ts'
import { demoPlay, demoReset } from './demo.ts'
import { demoNotify } from './notify.ts'
import { inviteCreate } from './invite.ts'
import { linkCreate } from './link.ts'
import { pageExport, pageImport } from './page.ts'
import { pagePreview } from './preview.ts'
import { photoAdd } from './photo.ts'
import { scheduleAbsence } from './schedule.ts'
import { schemaCommand } from './schema.ts'
import { tenantExport, tenantImport, tenantList } from './tenant.ts'
import { visitCancel, visitList, visitMove, visitReassign } from './visit.ts'
import { waitlistList } from './waitlist.ts'
import { trace } from './trace.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  tenantImport,
  tenantExport,
  tenantList,
  pageImport,
  pageExport,
  pagePreview,
  schemaCommand,
  scheduleAbsence,
  visitList,
  visitMove,
  visitReassign,
  visitCancel,
  waitlistList,
  photoAdd,
  inviteCreate,
  linkCreate,
  trace,
  migrate,
  databaseRole,
  databaseDistribute,
  demoReset,
  demoPlay,
  demoNotify,
  backupCommand,
  restoreCommand,
]
