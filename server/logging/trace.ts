import { toStoredEmail } from '#domain/email.ts'
import { deriveKey, keyedHash } from '../secret/hash.ts'

/**
 * The pseudonym of an e-mail address or phone number in logs: stable for a tenant, useless without the
 * server's secret. Operators compute it with `bin/stamgast trace`. 22 characters of base64url.
 */
export const computeTrace = (secret: string, tenant: string, typed: string): string =>
  keyedHash(deriveKey(secret, `trace ${tenant}`), toStoredEmail(typed)).slice(0, 22)
