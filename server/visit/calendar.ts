import type { CalendarVisit } from '../mail/calendar.ts'
import type { MailContext } from '../mail/mail-context.ts'
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
  const { companyname, address, contact_email, email, timeZone } = profile
  const place = address ? [address.street, `${address.postalcode} ${address.city}`] : []
  return {
    uid: `${visit.id}@${new URL(origin).hostname}`,
    sequence: visit.sequence,
    cancelled: visit.state === 'cancelled',
    timeZone,
    location: [companyname, ...place].join(', '),
    organizer: { name: companyname, email: contact_email ?? email },
    stamp: new Date(deps.now()),
  }
}
