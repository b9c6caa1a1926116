import { createHash } from 'node:crypto'
import type { Tenant } from '../context.ts'
import { findMail, markSent, wipeMail, type MailRow } from '../data/mail.ts'
import { findTenantById } from '../data/tenant.ts'
import { findVisit } from '../data/visit.ts'
import { mailHeaders } from '../providers/email/headers.ts'
import type { Mail } from '../providers/email/port.ts'
import { tenantFrom } from '../tenant-row.ts'
import { remindedVisit, stopRemindersUrl } from '../visit-mail.ts'
import type { JobDeps } from './jobs.ts'
import type { JobData } from './queues.ts'

/**
 * Sends a stored mail. A crash between the mail server's yes and our note of it sends it once more, under the same
 * Message-ID.
 */
export async function sendMail(deps: JobDeps, data: JobData): Promise<void> {
  const known = await findTenantById(deps.db, data.tenant)
  const tenant = known && tenantFrom(known, deps.config)
  const row = tenant && (await deps.db.read(tenant.id, (tx) => findMail(tx, data.id)))
  // One that has been wiped before it left, with the visit that it tells of over, has nothing to say.
  if (!row || row.sentAt || row.text === '' || deps.config.mail === 'off') return
  await deps.mailer.send(
    mailOf(tenant, row, {
      address: deps.config.mailFrom,
      unsubscribe: await unsubscribeOf(deps, tenant, row),
    }),
  )
  await deps.db.write(tenant.id, async (tx) => {
    await markSent(tx, row.id, new Date(deps.now()))
    // The outbox is where a simulated mail is read.
    if (row.secret && deps.config.mail === 'smtp') await wipeMail(tx, row.id)
  })
}

/** The address that switches off mails of this kind; null for those that nobody can do without. */
async function unsubscribeOf(deps: JobDeps, tenant: Tenant, { key }: MailRow): Promise<string | null> {
  const id = remindedVisit(key)
  const visit = id && (await deps.db.read(tenant.id, (tx) => findVisit(tx, { id })))
  return visit && visit.guestId ? stopRemindersUrl({ tenant, deps }, visit.guestId) : null
}

type Envelope = { address: string; unsubscribe: string | null }

function mailOf({ id, origin, profile }: Tenant, row: MailRow, { address, unsubscribe }: Envelope): Mail {
  const digest = createHash('sha256').update(`${id}\n${row.key}`).digest('hex').slice(0, 40)
  return {
    from: { name: profile.companyname.replace(/[\p{Cc}\s]+/gu, ' '), address },
    to: row.to,
    replyTo: profile.contact_email ?? profile.email,
    subject: row.subject,
    text: row.text,
    html: row.html,
    calendar: row.ics && row.icsMethod ? { method: row.icsMethod, ics: row.ics } : null,
    messageId: `${digest}@${new URL(origin).hostname}`,
    headers: mailHeaders(unsubscribe),
  }
}
