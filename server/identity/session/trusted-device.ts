import { toStoredEmail } from '#domain/email.ts'
import type { RequestContext } from '#server/context/context.ts'
import { cookieNames, setCookie } from '#server/context/cookies.ts'
import { sha256, isEqualSecret, keyedHash, randomToken } from '#server/secret/hash.ts'
import { hasTrustedDevice, saveTrustedDevice } from './trusted-device-queries.ts'

const MAX_AGE_SECONDS = 180 * 24 * 3600

/**
 * The signature of a cookie value, an HMAC-SHA-256 (132 bits) under the server's secret. It is checked
 * before the database is queried, and makes a cookie valid for one e-mail address at one tenant.
 */
// The first word stays: cookies of earlier versions are signed with it.
const computeSignature = ({ deps, tenant }: RequestContext, email: string, value: string): string =>
  keyedHash(deps.secret, ['known browser', tenant.id, toStoredEmail(email), value].join('\n')).slice(0, 22)

/**
 * @returns the value of this browser's cookie of a trusted device, null unless it was issued for this
 * address.
 */
function verifiedValue(ctx: RequestContext, email: string): string | null {
  if (ctx.trustedDevice === null) return null
  const [value, signature] = [ctx.trustedDevice.slice(0, 22), ctx.trustedDevice.slice(22)]
  return isEqualSecret(signature, computeSignature(ctx, email, value)) ? value : null
}

/**
 * Whether this browser has signed in to this account before and its cookie of a trusted device is still
 * stored. The sign-in attempts of an account’s trusted devices have a rate limit of their own, so that an
 * attacker's guesses cannot lock the owner out.
 */
export async function isTrustedDevice(ctx: RequestContext, email: string): Promise<boolean> {
  const value = verifiedValue(ctx, email)
  return value !== null && ctx.deps.db.read(ctx.tenant.id, (tx) => hasTrustedDevice(tx, email, sha256(value)))
}

/**
 * Stores and sets this browser's cookie of a trusted device. Call it after the guest has signed in with this
 * address.
 */
export async function trustDevice(ctx: RequestContext, email: string): Promise<void> {
  const { deps, tenant } = ctx
  const secure = deps.config.scheme === 'https'
  const value = verifiedValue(ctx, email) ?? randomToken()
  await deps.db.write(tenant.id, (tx) => saveTrustedDevice(tx, email, sha256(value), new Date(deps.now())))
  ctx.cookies.push(
    setCookie(
      cookieNames(secure).trustedDevice,
      `${value}${computeSignature(ctx, email, value)}`,
      MAX_AGE_SECONDS,
      {
        secure,
      },
    ),
  )
}
