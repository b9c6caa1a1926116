import type { Dependencies, Tenant } from '../context/context.ts'

/** What both a request and a job provide. */
export type MailContext = {
  tenant: Tenant
  deps: Pick<Dependencies, 'config' | 'text' | 'locales' | 'now' | 'secret' | 'jobs'>
}
