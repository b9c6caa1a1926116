import type { Tenant } from '../context/context.ts'
import { phoneOf } from '../tenant/phone.ts'

/** The tenant's contact lines at the end of every mail. */
export function contactLines({ tenant }: { tenant: Pick<Tenant, 'profile'> }): string[] {
  const { address, contact_email, email } = tenant.profile
  const phone = phoneOf(tenant)
  return [
    ...(address ? [`${address.street}, ${address.postalcode} ${address.city}`] : []),
    ...(phone ? [phone.text] : []),
    contact_email ?? email,
  ]
}

/**
 * Collapses control characters and whitespace, for headers and the first line of a mail (header injection).
 */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
