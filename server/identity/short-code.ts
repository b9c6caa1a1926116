import { createHmac, randomInt } from 'node:crypto'
import type { Scope } from '../context.ts'

/** Six digits, all equally likely. */
export const newDigits = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * What is kept of six digits: a hash under the server's own secret, since a million of them are soon tried, and of the tenant, the
 * address and the browser with them.
 */
export const shortCodeHash = (
  { deps, tenant }: Pick<Scope, 'tenant'> & { deps: { secret: string } },
  channel: { email: string } | { mobile: string },
  browserHash: string,
  digits: string,
): string =>
  createHmac('sha256', deps.secret)
    .update(
      [
        'sign-in code',
        tenant.id,
        'email' in channel ? channel.email : channel.mobile,
        browserHash,
        digits,
      ].join('\n'),
    )
    .digest('base64url')
