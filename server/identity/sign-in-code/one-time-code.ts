import { randomInt } from 'node:crypto'
import type { RequestContext } from '#server/context/context.ts'
import { keyedHash } from '#server/secret/hash.ts'

/** @returns six random digits, uniformly distributed. */
export const generateOneTimeCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/**
 * The stored form of a one-time code: an HMAC-SHA-256 keyed with the server's secret, because a plain hash of
 * one of a million codes can be reversed by brute force. It covers the tenant, the e-mail or number, and the
 * browser.
 */
export const oneTimeCodeHash = (
  { deps, tenant }: Pick<RequestContext, 'tenant'> & { deps: { secret: string } },
  channel: { email: string } | { mobile: string },
  browserHash: string,
  code: string,
): string =>
  keyedHash(
    deps.secret,
    ['sign-in code', tenant.id, 'email' in channel ? channel.email : channel.mobile, browserHash, code].join(
      '\n',
    ),
  )
