import type { Dependencies, Tenant } from '../context/context.ts'
import type { MessageJobs, VisitJobs } from '../jobs/jobs.ts'

/** What writing a mail needs. */
export type LetterContext = {
  tenant: Tenant
  deps: Pick<Dependencies, 'config' | 'text' | 'locales' | 'now'> & { jobs: MessageJobs }
}

/** What a request, a job and a command of the operator provide. */
export type MailContext = {
  tenant: Tenant
  /** Of a request only. */
  sessionToken?: string | null
  deps: LetterContext['deps'] & Pick<Dependencies, 'secret'> & { jobs: VisitJobs }
}
