import type { Dependencies } from '../context/context.ts'
import type { PaymentJobs, VisitJobs } from '../jobs/jobs.ts'
import type { MailContext } from '../mail/mail-context.ts'

/** What a request, a job and a command of the operator provide to work with payments. */
export type PaymentContext = MailContext & {
  /** Of a request only. */
  requestId?: string
  deps: Pick<Dependencies, 'db' | 'log' | 'payments' | 'analytics'> & { jobs: VisitJobs & PaymentJobs }
}
