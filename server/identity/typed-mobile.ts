import { countryOf, normalizeMobile } from '#domain/phone.ts'
import { CallError } from '#contract/errors.ts'
import type { Scope } from '../context.ts'

/**
 * A number as it was typed, as E.164: beside the dial code that was chosen, else with its own (`+47…`), else of the tenant's country.
 * @throws CallError `guest/invalid-mobile`.
 */
export function typedMobile({ tenant }: Scope, mobile: string, dialcode: string): string {
  const whole = mobile.trim().replace(/^00/, '+')
  const own = dialcode === '' && whole.startsWith('+') ? countryOf(whole) : null
  const number = normalizeMobile(mobile, own ?? tenant.profile.default.countryCode, dialcode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return number.e164
}
