import type { Dependencies, Tenant } from '../context/context.ts'
import type { VisitJobs } from '../jobs/jobs.ts'

/** What a request, a job and a command of the operator provide. */
export type MailContext = {
  tenant: Tenant
  /** Of a request only. */
  sessionToken?: string | null
  deps: Pick<Dependencies, 'config' | 'text' | 'locales' | 'now' | 'secret'> & { jobs: VisitJobs }
}
