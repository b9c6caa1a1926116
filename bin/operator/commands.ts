import type { Command } from './command.ts'
import { backupCommand, databaseDistribute, databaseRole, migrate, restoreCommand } from './database.ts'
import { demoReset } from './demo.ts'
import { demoNotify } from './notify.ts'
import { inviteCreate } from './invite.ts'
import { linkCreate } from './link.ts'
import { pageExport, pageImport } from './page.ts'
import { pagePreview } from './preview.ts'
import { schemaCommand } from './schema.ts'
import { tenantExport, tenantImport, tenantList } from './tenant.ts'
import { trace } from './trace.ts'

/** Everything that the operator can say, in the order of the help. */
export const commands: readonly Command[] = [
  tenantImport,
  tenantExport,
  tenantList,
  pageImport,
  pageExport,
  pagePreview,
  schemaCommand,
  inviteCreate,
  linkCreate,
  trace,
  migrate,
  databaseRole,
  databaseDistribute,
  demoReset,
  demoNotify,
  backupCommand,
  restoreCommand,
]
