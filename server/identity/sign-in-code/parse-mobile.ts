import { countryOf, normalizeMobile } from '#domain/phone.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'

/**
 * Parses a typed number to E.164. Its country is that of `dialcode`, else of its own prefix (`+47…` or
 * `0047…`), else the tenant's.
 * @throws CallError `guest/invalid-mobile` with the `reason`.
 */
export function parseMobile({ tenant }: RequestContext, mobile: string, dialcode: string): string {
  const whole = mobile.trim().replace(/^00/, '+')
  const own = dialcode === '' && whole.startsWith('+') ? countryOf(whole) : null
  const number = normalizeMobile(mobile, own ?? tenant.profile.default.countryCode, dialcode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return number.e164
}
