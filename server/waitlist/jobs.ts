import { DAY_MS } from '#domain/day.ts'
import type { Dependencies } from '../context/context.ts'
import { HANDLE_MS } from '../secret/handle.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { resumeDueEntries } from './change-entry.ts'
import { closeEntry } from './pause-or-close.ts'
import { enqueueEndingMessage } from './mail.ts'
import { lockWaitlist } from '../visit/hold/queue-hold.ts'
import { clearEntryContacts, listEndedEntries, listEndingEntries, lockEntry } from './queries.ts'

/** How long before its end a guest is notified, and how long an entry has waited then, at least. */
const ENDING_MS = 3 * DAY_MS

/**
 * Ends the tenant's entries that are over or unconfirmed, resumes those whose pause is over, notifies
 * guests whose entry ends in three days, and clears contacts 30 days after the entry closed. Correctness does
 * not depend on it: an entry is open only while the clock says so.
 */
export async function sweepWaitlist({
  deps,
  tenant,
}: MailContext & { deps: Pick<Dependencies, 'db'> }): Promise<void> {
  const ctx = { deps, tenant }
  const now = deps.now()
  await deps.db.write(tenant.id, async (tx) => {
    await lockWaitlist(tx)
    for (const { id } of await listEndedEntries(tx, new Date(now))) {
      const entry = await lockEntry(tx, id)
      if (entry) await closeEntry(ctx, tx, entry, { event: 'ended', by: 'system' })
    }
    await resumeDueEntries(ctx, tx)
    const ending = {
      after: new Date(now + ENDING_MS - DAY_MS),
      until: new Date(now + ENDING_MS),
      joined: new Date(now - DAY_MS),
    }
    for (const entry of await listEndingEntries(tx, ending)) await enqueueEndingMessage(ctx, tx, entry)
    await clearEntryContacts(tx, new Date(now - HANDLE_MS))
  })
}
