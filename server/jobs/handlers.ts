import { sweepHolds as sweepHoldsOf, sweepVisits as sweepVisitsOf } from '../booking/sweep.ts'
import type { Tenant } from '../context.ts'
import type { Tx } from '../data/db.ts'
import { findTenantById, listTenantIds } from '../data/tenant.ts'
import { lockVisit } from '../data/visit.ts'
import { openMessage, writeAccountMessage } from '../identity/account-message.ts'
import { sweepIdentity as sweepIdentityOf } from '../identity/sweep.ts'
import { tenantFrom } from '../tenant-row.ts'
import { visitReminder } from '../visit-mail.ts'
import type { JobDeps, Jobs } from './jobs.ts'
import { outline } from '../outline.ts'
import type { JobData, SealedMessage } from './queues.ts'
import { sendEvent } from './send-event.ts'
import { sendMail } from './send-mail.ts'
import { sendSms } from './send-sms.ts'

export type HandlerDeps = JobDeps & { jobs: Jobs }

/** Each may run any number of times over the same data: a second run finds the work done. */
export const handlers = {
  sendMail,
  sendSms,
  sendEvent,
  accountMessage,
  remindVisit,
  sweepHolds,
  sweepIdentity,
  sweepVisits,
}

async function accountMessage(deps: HandlerDeps, data: JobData & SealedMessage): Promise<void> {
  const tenant = await findTenant(deps, data)
  const message = tenant && openMessage(deps.secret, tenant.id, data.sealed)
  if (message)
    await deps.db.write(tenant.id, (tx) => writeAccountMessage({ tenant, deps }, tx, data.id, message))
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
function sweepHolds(deps: HandlerDeps): Promise<void> {
  return sweepEach(deps, sweepHoldsOf, 'holds not swept')
}

/** Wipes what links to visits that are over, of every tenant. */
function sweepVisits(deps: HandlerDeps): Promise<void> {
  return sweepEach(deps, sweepVisitsOf, 'visits not swept')
}

/** Forgets codes, invitations and sessions that ended long ago, of every tenant. */
function sweepIdentity(deps: HandlerDeps): Promise<void> {
  return sweepEach(deps, sweepIdentityOf, 'identity not swept')
}

/** One tenant's trouble is not the others'. */
async function sweepEach(
  deps: HandlerDeps,
  sweep: (tx: Tx, now: number) => Promise<number>,
  failed: string,
): Promise<void> {
  for (const id of await listTenantIds(deps.db)) {
    await deps.db
      .write(id, (tx) => sweep(tx, deps.now()))
      .catch((error: unknown) => deps.log.error({ tenant: id, err: outline(error) }, failed))
  }
}

async function findTenant(deps: HandlerDeps, data: JobData): Promise<Tenant | null> {
  const row = await findTenantById(deps.db, data.tenant)
  return row && tenantFrom(row, deps.config)
}
