import type { Tenant } from '../context/context.ts'
import { formatPhone } from '../tenant/tenant.ts'
import type { MailContent } from './layout.ts'

/** The tenant's contact lines at the end of every mail. */
function contactLines({ tenant }: { tenant: Pick<Tenant, 'profile'> }): string[] {
  const { address, contact_email, email } = tenant.profile
  const phone = formatPhone(tenant)
  return [
    ...(address ? [`${address.street}, ${address.postalcode} ${address.city}`] : []),
    ...(phone ? [phone.text] : []),
    contact_email ?? email,
  ]
}

/** Who a mail is from, as its layout shows it. */
export const buildSender = ({
  tenant,
}: {
  tenant: Pick<Tenant, 'profile' | 'origin'>
}): MailContent['sender'] => ({
  name: tenant.profile.companyname,
  color: tenant.profile.brand.color,
  logo: tenant.profile.logo !== undefined,
  url: tenant.origin,
  lines: contactLines({ tenant }),
})

/**
 * Collapses control characters and whitespace, for headers and the first line of a mail (header injection).
 */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
