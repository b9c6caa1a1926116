import { normalizeMobile } from '#domain/phone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Contact } from '#contract/visit.ts'
import type { Scope } from '../context.ts'
import type { VisitWithSegments } from '../data/visit.ts'

type Details = Input<'confirmVisit'>['details']

/**
 * Whose visit it becomes: the account's, else that of whoever has its handle. Whether an account exists for a contact is
 * never looked up.
 * @throws CallError `visit/details-missing`, `guest/invalid-mobile`.
 */
export function personFor(scope: Scope, details: Details): { guestId: string; ownerHash: null; contact: null } | { contact: Contact } {
  if (scope.guest) {
    if (!scope.guest.detailsPresent) throw new CallError('visit/details-missing')
    return { guestId: scope.guest.uid, ownerHash: null, contact: null }
  }
  if (!details) throw new CallError('visit/details-missing')
  const { firstname, lastname, email, mobile, countryCode } = details
  const number = normalizeMobile(mobile, countryCode ?? scope.tenant.profile.default.countryCode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return { contact: { firstname, lastname, email, mobile: number.e164, language: scope.language } }
}

/** The person who comes, from the account or from what was typed. */
export const personOf = ({ guest, contact }: VisitWithSegments) => ({
  firstname: guest?.firstname ?? contact?.firstname ?? '',
  email: guest?.email ?? contact?.email ?? '',
  preferredLanguage: guest ? guest.preferredLanguage : contact?.language ?? null,
})
