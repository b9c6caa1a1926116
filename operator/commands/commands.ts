import type { Command } from '../command-line/command.ts'
import { checkCommand } from './check.ts'
import { backupCommand, databaseDistribute, databaseRole, migrate, restoreCommand } from './database.ts'
import { dayCommand } from './visit/day.ts'
import { docsCommand } from './docs.ts'
import { demoPlay, demoReset } from './demo.ts'
import { demoNotify } from './notify.ts'
import { inviteCreate } from './invite.ts'
import { linkCreate } from './link.ts'
import { pageExport, pageImport } from './page/page.ts'
import { orderCancel, orderDispatch } from './payment/order.ts'
import { orderList } from './payment/order-list.ts'
import { paymentCapture, paymentSettle } from './payment/payment.ts'
import { paymentRefund } from './payment/payment-refund.ts'
import { paymentConnect } from './payment/payment-connect.ts'
import { paymentReport } from './payment/payment-report.ts'
import { pagePreview } from './page/preview.ts'
import { qrCommand } from './qr.ts'
import { photoAdd } from './photo.ts'
import { scheduleAbsence } from './visit/schedule.ts'
import { scheduleShow } from './visit/schedule-show.ts'
import { schemaCommand } from './schema.ts'
import { staffAdd, staffList, staffRemove } from './staff/staff.ts'
import { tenantConvertPrices } from './tenant/convert-prices.ts'
import { tenantExport, tenantList } from './tenant/tenant.ts'
import { tenantImport } from './tenant/tenant-import.ts'
import { tenantNew } from './tenant/tenant-new.ts'
import { tenantRemove } from './tenant/tenant-remove.ts'
import { visitAddons, visitCancel, visitList, visitMove, visitReassign } from './visit/visit.ts'
import { visitOutside } from './visit/visit-outside.ts'
import { visitHistory, visitProgress } from './visit/visit-progress.ts'
import { waitlistList } from './visit/waitlist.ts'
import { trace } from './trace.ts'

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  tenantNew,
  tenantImport,
  tenantExport,
  tenantList,
  tenantRemove,
  tenantConvertPrices,
  pageImport,
  pageExport,
  pagePreview,
  schemaCommand,
  qrCommand,
  docsCommand,
  staffAdd,
  staffList,
  staffRemove,
  scheduleShow,
  scheduleAbsence,
  dayCommand,
  visitList,
  visitOutside,
  visitMove,
  visitReassign,
  visitAddons,
  visitCancel,
  visitProgress,
  visitHistory,
  waitlistList,
  orderList,
  orderDispatch,
  orderCancel,
  paymentConnect,
  paymentSettle,
  paymentCapture,
  paymentRefund,
  paymentReport,
  photoAdd,
  inviteCreate,
  linkCreate,
  checkCommand,
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
