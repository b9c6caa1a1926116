import { normalizeMobile } from '#domain/phone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { WaitlistContact } from '#contract/visit/waitlist.ts'
import type { RequestContext } from '../context/context.ts'
import { canSendSmsTo } from '../sms/write-sms.ts'

/**
 * Whom a new entry belongs to: the account, or else the contact of the request. Never looks up whether an
 * account exists for a contact.
 * @throws CallError `visit/details-missing`, `guest/invalid-mobile`, also for a number that no text message
 * reaches where it is the only way to ask for a confirmation.
 */
export function entryOwnerFor(
  ctx: RequestContext,
  details: Input<'joinWaitlist'>['details'],
): { guestId: string } | { contact: WaitlistContact } {
  if (ctx.guest) {
    if (!ctx.guest.detailsPresent) throw new CallError('visit/details-missing')
    return { guestId: ctx.guest.uid }
  }
  if (!details || (!details.email && !details.mobile)) throw new CallError('visit/details-missing')
  const { firstname, lastname, email = null } = details
  const mobile = details.mobile ? parseMobile(ctx, details.mobile, details.countryCode) : null
  if (mobile && !email && !canSendSmsTo(ctx, mobile))
    throw new CallError('guest/invalid-mobile', { reason: 'country' })
  return { contact: { firstname, lastname, email, mobile, language: ctx.language } }
}

function parseMobile({ tenant }: RequestContext, typed: string, country: string | undefined): string {
  const number = normalizeMobile(typed, country ?? tenant.profile.default.countryCode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return number.e164
}
