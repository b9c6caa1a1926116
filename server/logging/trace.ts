import { createHmac, hkdfSync } from 'node:crypto'
import { toStoredEmail } from '#domain/email.ts'

/**
 * The pseudonym of an e-mail address or phone number in logs: stable for a tenant, useless without the
 * server's secret. Operators compute it with `bin/stamgast trace`. 22 characters of base64url.
 */
export const traceOf = (secret: string, tenant: string, typed: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `trace ${tenant}`, 32)))
    .update(toStoredEmail(typed))
    .digest('base64url')
    .slice(0, 22)
