import { eq } from 'drizzle-orm'
import { actionCode, guest, invite, verification } from '#db/schema/guest.ts'
import { mail, sms } from '#db/schema/message.ts'
import { notification } from '#db/schema/notification.ts'
import { message } from '#db/schema/page.ts'
import { submission } from '#db/schema/submission.ts'
import { translation } from '#db/schema/translation.ts'
import { visit } from '#db/schema/visit.ts'
import type { Tx } from './db.ts'

/** Forgets the tenant's guests, with their sessions, and all their visits and mail, and what was translated; what its file says stays. */
export async function clearTenant(tx: Tx): Promise<void> {
  for (const table of [
    mail,
    sms,
    visit,
    message,
    translation,
    notification,
    actionCode,
    guest,
    invite,
    verification,
    submission,
  ])
    await tx.delete(table).where(eq(table.tenantId, tx.tenantId))
}
