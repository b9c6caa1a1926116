import { normalizeMobile } from '#domain/phone.ts'
import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'

/**
 * Parses a typed number to E.164. Its country is that of its own prefix (`+47…` or `0047…`), else of
 * `dialcode`, else the tenant's.
 * @throws CallError `guest/invalid-mobile` with the `reason`.
 */
export function parseMobile({ tenant }: RequestContext, mobile: string, dialcode: string): string {
  const number = normalizeMobile(mobile, tenant.profile.default.countryCode, dialcode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return number.e164
}
