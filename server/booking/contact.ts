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
export function personFor(
  scope: Scope,
  details: Details,
): { guestId: string; ownerHash: null; contact: null } | { contact: Contact } {
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

/**
 * The person who comes, as far as this request may know: the owner of the account sees the account. Anybody else who has a handle
 * sees what was typed when the visit was booked, which is nothing for a visit that was booked with an account.
 */
export function visiblePerson(scope: Scope, visit: VisitWithSegments) {
  const { guest, contact } = visit
  if (guest && visit.guestId === scope.guest?.uid)
    return {
      firstname: guest.firstname,
      email: guest.email ?? '',
      preferredLanguage: guest.preferredLanguage,
    }
  return {
    firstname: contact?.firstname ?? '',
    email: contact?.email ?? '',
    preferredLanguage: linkLanguage(visit),
  }
}

/** The language of whoever booked: what a visit's links speak to those who are not its owner; null where it is not known. */
export const linkLanguage = ({ guest, contact }: VisitWithSegments): string | null =>
  contact?.language ?? guest?.preferredLanguage ?? null
