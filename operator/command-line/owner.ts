import pino from 'pino'
import { openDb, tenantId, type Db, type TenantId } from '#server/database/db.ts'
import type { PaymentJobs, VisitJobs } from '#server/jobs/jobs.ts'
import { openCommandJobs } from '#server/jobs/open.ts'
import { UnknownTenant, type CommandContext } from './command.ts'

/** Opens the database as its owner, with the operator's time limits. */
export const withOwner = <T>(context: CommandContext, work: (db: Db) => Promise<T>): Promise<T> =>
  context.withDatabase(async ({ ownerUrl }) => {
    const db = openDb(ownerUrl, 1, { longTimeout: true })
    return work(db).finally(() => db.close())
  })

/** As `withOwner`, for a command that enqueues jobs, which the workers of the server run. */
export const withOwnerAndJobs = <T>(
  context: CommandContext,
  work: (db: Db, jobs: VisitJobs & PaymentJobs) => Promise<T>,
): Promise<T> =>
  context.withDatabase(async ({ ownerUrl, directUrl }) => {
    const log = pino({ level: 'warn', base: null }, pino.destination(2))
    const jobs = await openCommandJobs({ url: directUrl, log })
    const db = openDb(ownerUrl, 1, { longTimeout: true })
    return work(db, jobs).finally(() => Promise.all([jobs.stop(), db.close()]))
  })

/** The id of a tenant as typed. @throws CommandError for one that no tenant can have. */
export function parseTenantId(id: string): TenantId {
  try {
    return tenantId(id)
  } catch {
    throw new UnknownTenant(id)
  }
}
