import { resolveLanguage, type Locale } from '#domain/language.ts'
import { normalizeMobile } from '#domain/phone.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import type { Contact } from '#contract/visit/visit.ts'
import type { RequestContext } from '../context/context.ts'
import type { MailContext } from '../mail/mail-context.ts'
import type { VisitWithSegments } from './queries.ts'

type Details = Input<'confirmVisit'>['details']

/**
 * The owner to store with a booked visit: the account, or else the contact details of the request. Never
 * looks up whether an account exists for a contact, so that booking does not reveal it.
 * @throws CallError `visit/details-missing`, `guest/invalid-mobile`.
 */
export function personFor(
  ctx: RequestContext,
  details: Details,
): { guestId: string; ownerHash: null; contact: null } | { contact: Contact } {
  if (ctx.guest) {
    if (!ctx.guest.detailsPresent) throw new CallError('visit/details-missing')
    return { guestId: ctx.guest.uid, ownerHash: null, contact: null }
  }
  if (!details) throw new CallError('visit/details-missing')
  const { firstname, lastname, email, mobile, countryCode } = details
  const number = normalizeMobile(mobile, countryCode ?? ctx.tenant.profile.default.countryCode)
  if (!number.ok) throw new CallError('guest/invalid-mobile', { reason: number.reason })
  return { contact: { firstname, lastname, email, mobile: number.e164, language: ctx.language } }
}

/**
 * The guest's details that this request may see. The owner of the account sees the account. Every other
 * holder of a handle sees the contact entered when booking, which is empty for a visit booked with an
 * account.
 */
export function visiblePerson(ctx: RequestContext, visit: VisitWithSegments) {
  const { guest, contact } = visit
  if (guest && visit.guestId === ctx.guest?.uid)
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

/** The address that the mails about a visit go to, as far as this request may see it; else ''. */
export const visibleMailAddress = (ctx: RequestContext, visit: VisitWithSegments): string =>
  visit.guestId === null || visit.guestId === ctx.guest?.uid ? visiblePerson(ctx, visit).email : ''

/** The language for pages opened by a visit's links: that of the guest who booked; null if unknown. */
export const linkLanguage = ({ guest, contact }: VisitWithSegments): string | null =>
  contact?.language ?? guest?.preferredLanguage ?? null

/** A guest's language, else the tenant's. */
export const guestLanguage = ({ tenant, deps }: MailContext, preferred: string | null): Locale =>
  resolveLanguage({
    guest: preferred,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })

/** Whether a message about a visit can reach its guest: an account, or an address of who has none. */
export const isReachable = ({ guestId, contact }: Pick<VisitWithSegments, 'guestId' | 'contact'>): boolean =>
  guestId !== null || [contact?.email, contact?.mobile].some(Boolean)
