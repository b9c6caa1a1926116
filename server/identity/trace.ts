import { createHmac, hkdfSync } from 'node:crypto'

/**
 * What a log calls an address or a number that somebody typed: always the same at one tenant, and worth nothing without the server's
 * secret. An operator who is told of an address follows it by `bin/stamgast trace`. 22 characters of base64url.
 */
export const traceOf = (secret: string, tenant: string, typed: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `trace ${tenant}`, 32)))
    .update(typed.trim().toLowerCase())
    .digest('base64url')
    .slice(0, 22)
