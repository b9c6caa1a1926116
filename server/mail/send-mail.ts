import { createHash } from 'node:crypto'
import type { Tenant } from '../context/context.ts'
import { findMail, markSent, redactMail, type MailRow } from './queries.ts'
import { findTenantById } from '../tenant/queries.ts'
import { LOGO_URL } from './layout.ts'
import type { Mail } from '../providers/email/port.ts'
import { tenantFrom } from '../tenant/tenant.ts'
import type { JobDeps } from '../jobs/jobs.ts'
import type { JobData } from '../jobs/queues.ts'

/** Draws the tenant's logo as a PNG; null without one. */
export type DrawLogo = (deps: Pick<JobDeps, 'db' | 'config'>, tenant: Tenant) => Promise<Uint8Array | null>

/**
 * Sends a stored mail. After a crash between sending and recording it is sent once more with the same
 * Message-ID, so that mail programs can show it once.
 */
export async function sendMail(deps: JobDeps, data: JobData, draw?: DrawLogo): Promise<void> {
  const known = await findTenantById(deps.db, data.tenant)
  const tenant = known && tenantFrom(known, deps.config)
  const row = tenant && (await deps.db.read(tenant.id, (tx) => findMail(tx, data.id)))
  // A mail that was redacted before it was sent is about a visit that has ended.
  if (!row || row.sentAt || row.text === '' || deps.config.mail === 'off') return
  const logo = draw && row.html.includes(LOGO_URL) ? await draw(deps, tenant) : null
  await deps.mailer.send({ ...toMail(tenant, row, deps.config.mailFrom), logo })
  await deps.db.write(tenant.id, async (tx) => {
    await markSent(tx, row.id, new Date(deps.now()))
    // A simulated mail is read in the outbox and stays.
    if (row.secret && deps.config.mail === 'smtp') await redactMail(tx, row.id)
  })
}

function toMail({ id, origin, profile }: Tenant, row: MailRow, address: string): Mail {
  const digest = createHash('sha256').update(`${id}\n${row.key}`).digest('hex').slice(0, 40)
  return {
    from: { name: profile.companyname.replace(/[\p{Cc}\s]+/gu, ' '), address },
    to: row.to,
    replyTo: profile.contact_email ?? profile.email,
    subject: row.subject,
    text: row.text,
    html: row.html,
    calendar: row.ics ? { method: row.icsMethod ?? 'PUBLISH', ics: row.ics } : null,
    messageId: `${digest}@${new URL(origin).hostname}`,
    headers: mailHeaders(row.unsubscribe && origin + row.unsubscribe),
  }
}

/**
 * The headers of a mail in addition to sender, recipient, subject and id. `Auto-Submitted` is in every mail
 * (RFC 3834) and suppresses automatic replies. `List-Unsubscribe` (RFC 2369) and `List-Unsubscribe-Post` (RFC
 * 8058, one POST without cookies) are in reminders to guests with an account and in mails about the waitlist:
 * all others confirm what a guest has just done or report a change of a visit.
 * Mail programs offer the button only if the DKIM signature of the mail server covers both headers
 * (`h=…:list-unsubscribe:list-unsubscribe-post`).
 * @param unsubscribe the unsubscribe URL, or null.
 */
export const mailHeaders = (unsubscribe: string | null): Record<string, string> => ({
  'Auto-Submitted': 'auto-generated',
  ...(unsubscribe
    ? { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
    : {}),
})
