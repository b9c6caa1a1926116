import { serviceText } from '#domain/visit/addons.ts'
import type { Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { calendarLinks } from '#domain/visit/calendar-links.ts'
import { bookDoneLink } from '#contract/links.ts'
import { formatCalendar, type CalendarMethod, type CalendarVisit } from '../mail/calendar.ts'
import type { Tx } from '../database/db.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { guestLanguage, linkLanguage } from './contact.ts'
import { inGuestWords, serviceNames } from './guest-words.ts'
import { deriveHandle } from '../secret/handle.ts'
import type { VisitWithSegments } from './queries.ts'

type CalendarFrame = Omit<CalendarVisit, 'start' | 'end' | 'title' | 'description' | 'url' | 'attendee'>

/**
 * What every calendar file of a visit has, the guest's and the salon's: one UID, and a SEQUENCE that grows
 * with each change, so that a calendar replaces its earlier copy.
 */
export function calendarFrame(
  { tenant: { profile, origin }, deps }: MailContext,
  visit: VisitWithSegments,
): CalendarFrame {
  const { companyname, address, timeZone } = profile
  const place = address ? [address.street, `${address.postalcode} ${address.city}`] : []
  return {
    uid: `${visit.id}@${new URL(origin).hostname}`,
    sequence: visit.sequence,
    cancelled: visit.state === 'cancelled',
    timeZone,
    location: [companyname, ...place].join(', '),
    organizer: { name: companyname, email: salonAddress(profile) },
    stamp: new Date(deps.now()),
  }
}

const salonAddress = ({ contact_email, email }: MailContext['tenant']['profile']): string =>
  contact_email ?? email

/**
 * The organizer of the guest's file. A calendar does not show an invitation by the reader's own address, as
 * of an owner who books in their own salon: it takes it for one that the reader has sent.
 */
function organizerFor({ tenant: { profile }, deps }: MailContext, { guest, contact }: VisitWithSegments) {
  const [salon, reader] = [salonAddress(profile), (guest ?? contact)?.email ?? '']
  const isOwn = salon.toLowerCase() === reader.toLowerCase()
  return { name: profile.companyname, email: isOwn ? deps.config.mailFrom : salon }
}

/** The visit, which is in its guest's words, as the guest's calendar shows it. */
function guestEvent(ctx: MailContext, visit: VisitWithSegments, locale: Locale) {
  const { tenant, deps } = ctx
  const services = serviceNames(visit)
  const company = tenant.profile.companyname
  const handle = deriveHandle(deps.secret, 'visit', tenant.id, visit.id)
  const url = tenant.origin + bookDoneLink({ visit: handle })
  return {
    ...calendarFrame(ctx, visit),
    organizer: organizerFor(ctx, visit),
    start: visit.start,
    end: visit.end,
    title: formatTitle(visit, deps.text(locale)('mail.calendarTitle', { services, company })),
    description: [...visit.segments.map((one) => `${serviceText(one)} (${one.member.name})`), '', url].join(
      '\n',
    ),
    url,
  }
}

const formatTitle = ({ visitor }: VisitWithSegments, title: string): string =>
  visitor ? `${visitor}: ${title}` : title

/** The visit, which is in its guest's words, as the guest's iCalendar file. */
export function calendarFile(
  ctx: MailContext,
  visit: VisitWithSegments,
  method: CalendarMethod,
  locale: Locale,
): string {
  const person = visit.guest ?? visit.contact
  return formatCalendar(method, {
    ...guestEvent(ctx, visit, locale),
    // A PUBLISH file is not an invitation and has no attendee.
    attendee:
      method !== 'PUBLISH' && person?.email
        ? { name: toPlainText(`${person.firstname} ${person.lastname}`), email: person.email }
        : null,
  })
}

/** Visits of one guest, which are in the guest's words, as one iCalendar file without an invitation. */
export const calendarOfSeveral = (
  ctx: MailContext,
  visits: readonly VisitWithSegments[],
  locale: Locale,
): string =>
  formatCalendar('PUBLISH', ...visits.map((visit) => ({ ...guestEvent(ctx, visit, locale), attendee: null })))

/** The visit as an iCalendar file to download. */
export async function visitCalendar(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<string> {
  const locale = guestLanguage(ctx, linkLanguage(visit))
  return calendarFile(ctx, await inGuestWords(ctx, tx, visit, locale), 'PUBLISH', locale)
}

/** Links that add the visit to a calendar as the file does. */
export async function visitCalendarLinks(ctx: MailContext, tx: Tx, visit: VisitWithSegments) {
  const locale = guestLanguage(ctx, linkLanguage(visit))
  return calendarLinks(guestEvent(ctx, await inGuestWords(ctx, tx, visit, locale), locale))
}
