import { serviceText } from '#domain/visit/addons.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import { resolveLanguage, type Locale } from '#domain/language.ts'
import { phoneText } from '#domain/phone.ts'
import { USUAL_SALON_MAILS } from '#contract/content/tenant.ts'
import type { Tenant } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { formatCalendar, type CalendarMethod } from '#server/mail/calendar.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { SALON_MAIL } from '#server/mail/queries.ts'
import { getFinance } from '#server/tenant/queries.ts'
import { calendarFrame } from '../calendar.ts'
import type { VisitChange } from './mail.ts'
import type { VisitWithSegments } from '../queries.ts'
import { formatGuestName, noteLines, salonMailTemplate, type SalonMail } from './salon-template.ts'

type Segments = VisitWithSegments['segments']
/** Who is notified of a visit, and what of it is theirs; `handedOver`: was theirs until a move. */
type Recipient = { to: string; isSalon: boolean; segments: Segments; handedOver: boolean }

/**
 * Enqueues the mails about what a guest has done with a visit, each with a calendar file: to the people who
 * perform it and have an address in the tenant's file, else to the salon. `visit` is the state after the
 * change. The salon gets no mail about what it does itself. Idempotent. @returns whether there is one.
 */
export async function enqueueSalonMail(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  change: VisitChange | NoteChange,
): Promise<boolean> {
  const { tenant, deps } = ctx
  if (!isByGuest(change)) return false
  if ((tenant.profile.notifications?.salon ?? USUAL_SALON_MAILS) === 'none') return false
  const locale = resolveLanguage({
    guest: null,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })
  const finance = await getFinance(tx)
  for (const recipient of listRecipients(tenant, visit, change)) {
    const { method, ics } = calendarFor(ctx, visit, recipient, locale)
    await enqueueMail(ctx, tx, {
      ...salonMailTemplate(toMail(change, recipient), {
        t: deps.text(locale),
        locale,
        tenant,
        finance,
        visit,
      }),
      key: toKey(visit, change, recipient),
      to: recipient.to,
      ics,
      icsMethod: method === 'PUBLISH' ? null : method,
      wipeAt: visit.end,
    })
  }
  return true
}

/** Its guest has written, changed or taken back the note; `mails`: how many were sent about it. */
type NoteChange = { about: 'noted'; mails: number }
type GuestChange = Extract<VisitChange, { about: 'booked' | 'moved' | 'cancelled' }> | NoteChange
const isByGuest = (change: VisitChange | NoteChange): change is GuestChange =>
  change.about in mailTypes || change.about === 'moved'
const mailTypes = { booked: 'salonBooked', cancelled: 'salonCancelled', noted: 'salonNoted' } as const

const toMail = (change: GuestChange, { handedOver }: Recipient): SalonMail =>
  change.about === 'moved'
    ? { type: 'salonMoved', before: change.before, handedOver }
    : { type: mailTypes[change.about] }

/** The second part is the visit: deleting an account finds by it the mails that name the guest. */
function toKey({ id, sequence }: VisitWithSegments, change: GuestChange, recipient: Recipient): string {
  const member = recipient.isSalon ? '' : `:${recipient.segments[0]?.memberId ?? ''}`
  return change.about === 'noted'
    ? `${noteKey(id)}${change.mails}${member}`
    : `${SALON_MAIL}${change.about}:${id}:${sequence}${member}`
}

/** The keys of the mails about the note of a visit begin so. */
export const noteKey = (id: string): string => `${SALON_MAIL}noted:${id}:`

/** One for each address; after a move also those who had the visit until then. */
function listRecipients({ profile }: Tenant, visit: VisitWithSegments, change: GuestChange): Recipient[] {
  const salon = profile.contact_email ?? profile.email
  const own = new Map(Object.entries(profile.notifications?.members ?? {}))
  const byAddress = (segments: Segments) =>
    Map.groupBy(segments, ({ memberId }) => own.get(memberId) ?? salon)
  const now = byAddress(visit.segments)
  const before = byAddress(change.about === 'moved' ? change.segments : [])
  return [
    ...[...now].map(([to, segments]) => ({ to, segments, handedOver: false })),
    ...[...before]
      .filter(([to]) => !now.has(to))
      .map(([to, segments]) => ({ to, segments, handedOver: true })),
  ].map((one) => ({ ...one, isSalon: one.to.toLowerCase() === salon.toLowerCase() }))
}

/**
 * The calendar file for one recipient: only the time that is theirs. A person is invited; the salon's own
 * calendar is the organizer's, to which an event is published (RFC 5546, section 3.2.1). After a move away
 * from its recipient it is a cancellation (section 3.2.5).
 */
function calendarFor(
  ctx: MailContext,
  visit: VisitWithSegments,
  { to, isSalon, segments, handedOver }: Recipient,
  locale: Locale,
): { method: CalendarMethod; ics: string } {
  const frame = calendarFrame(ctx, visit)
  const isCancelled = handedOver || frame.cancelled
  const method = isCancelled ? 'CANCEL' : isSalon ? 'PUBLISH' : 'REQUEST'
  const { guest, contact } = visit
  const { mobile, email } = guest ?? contact ?? {}
  const ics = formatCalendar(method, {
    ...frame,
    cancelled: isCancelled,
    start: new Date(Math.min(...segments.map(({ start }) => start.getTime()))),
    end: new Date(Math.max(...segments.map(({ end }) => end.getTime()))),
    title: ctx.deps.text(locale)('mail.salonCalendarTitle', {
      name: formatGuestName(visit),
      services: segments.map(serviceText).join(SERVICE_JOINER),
    }),
    description: [
      ...[mobile && phoneText(mobile, ctx.tenant.profile.default.countryCode), email].filter(Boolean),
      '',
      ...visit.segments.map((one) => `${serviceText(one)} (${one.member.name})`),
      ...(visit.note ? ['', ...noteLines(visit)] : []),
    ].join('\n'),
    url: null,
    attendee: isSalon ? null : { name: segments[0]?.member.name ?? '', email: to },
  })
  return { method, ics }
}
