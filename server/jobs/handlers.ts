import { createHash } from 'node:crypto'
import { sweepHolds as sweepTenant } from '../booking/sweep.ts'
import type { Tenant } from '../context.ts'
import { findMail, markSent, wipeMail, type MailRow } from '../data/mail.ts'
import { findTenantById, listTenants } from '../data/tenant.ts'
import { lockVisit } from '../data/visit.ts'
import type { Mail } from '../providers/email/port.ts'
import { tenantFrom } from '../tenant-row.ts'
import { visitReminder } from '../visit-mail.ts'
import type { JobDeps, Jobs } from './jobs.ts'
import { outline } from '../outline.ts'
import type { JobData } from './queues.ts'
import { sendSms } from './send-sms.ts'

export type HandlerDeps = JobDeps & { jobs: Jobs }

/** Each may run any number of times over the same data: a second run finds the work done. */
export const handlers = { sendMail, sendSms, remindVisit, sweepHolds }

/**
 * Sends a stored mail. A crash between the mail server's yes and our note of it sends it once more, under the same
 * Message-ID.
 */
async function sendMail(deps: HandlerDeps, data: JobData): Promise<void> {
  const tenant = await findTenant(deps, data)
  const row = tenant && (await deps.db.read(tenant.id, (tx) => findMail(tx, data.id)))
  if (!row || row.sentAt || deps.config.mail === 'off') return
  await deps.mailer.send(mailOf(tenant, row, deps.config.mailFrom))
  await deps.db.write(tenant.id, async (tx) => {
    await markSent(tx, row.id, new Date(deps.now()))
    // The outbox is where a simulated mail is read.
    if (row.secret && deps.config.mail === 'smtp') await wipeMail(tx, row.id)
  })
}

async function remindVisit(deps: HandlerDeps, data: JobData): Promise<void> {
  const tenant = await findTenant(deps, data)
  if (!tenant) return
  await deps.db.write(tenant.id, async (tx) => {
    // Locked, so that a visit being cancelled at this moment is not reminded of.
    const visit = await lockVisit(tx, data.id)
    if (visit) await visitReminder({ tenant, deps }, tx, visit)
  })
}

/** Gives back what held visits that have run out still take, for every tenant. */
async function sweepHolds(deps: HandlerDeps): Promise<void> {
  for (const { id } of await listTenants(deps.db)) {
    await deps.db.write(id, (tx) => sweepTenant(tx, deps.now()))
      .catch((error: unknown) => deps.log.error({ tenant: id, err: outline(error) }, 'holds not swept'))
  }
}

async function findTenant(deps: HandlerDeps, data: JobData): Promise<Tenant | null> {
  const row = await findTenantById(deps.db, data.tenant)
  return row && tenantFrom(row, deps.config)
}

function mailOf({ id, origin, profile }: Tenant, row: MailRow, address: string): Mail {
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
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
