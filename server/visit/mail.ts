import { resolveLanguage, type Locale } from '#domain/language.ts'
import { rungsFor } from '#domain/notification/kinds.ts'
import { quietHoursOf } from '#domain/notification/quiet-hours.ts'
import { remindersFor } from '#domain/notification/reminder.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { NewNotification } from '#contract/notification.ts'
import { bookDoneLink, bookLink, calendarLink, cancelLink, myAccountLink } from '#contract/links.ts'
import { linkLanguage } from './contact.ts'
import { handleOf } from './handle.ts'
import type { MailContext } from '../mail/mail-context.ts'
import type { Tx } from '../database/db.ts'
import { createMail } from '../mail/queries.ts'
import { getFinance } from '../tenant/queries.ts'
import type { VisitWithSegments } from './queries.ts'
import { calendarOf, type CalendarMethod } from '../mail/calendar.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { notifyGuest } from '../notification/notify.ts'
import { unsubscribePath } from '../notification/unsubscribe-token.ts'
import { visitMailTemplate, type VisitMailType, type VisitLinks } from './visit-template.ts'

const REMIND_MS = 24 * 3_600_000
const REMINDER = 'visit-reminder:'

/** Enqueues the confirmation mail and the jobs of the reminders. Idempotent. */
export async function enqueueBookedMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  await enqueueVisitMail(ctx, tx, visit, 'booked', `visit-booked:${visit.id}`)
  await scheduleReminders(ctx, tx, visit)
}

/**
 * Enqueues the jobs of a visit's reminders that are still to come: after booking it, after moving it, and for
 * a database without jobs. Idempotent.
 */
export async function scheduleReminders(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  for (const { at } of remindersOf(ctx, visit, ctx.deps.now()))
    await ctx.deps.jobs.remind(tx, visit, new Date(at))
}

/** The reminders after `since` (epoch ms): of a guest without an account one, a day before. */
function remindersOf({ tenant }: MailContext, { start, guest, contact }: VisitWithSegments, since: number) {
  if (guest)
    return remindersFor({
      start: start.getTime(),
      since,
      quiet: quietHoursOf(guest.notifications),
      zone: guest.timeZone ?? tenant.profile.timeZone,
    })
  const day = { hours: 24 as const, at: start.getTime() - REMIND_MS }
  return contact?.email && day.at > since ? [day] : []
}

/**
 * Enqueues the mail about a cancelled visit, its fee and its refund. `visit` is the state after cancelling.
 */
export async function enqueueCancelledMail(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
): Promise<void> {
  await enqueueVisitMail(ctx, tx, visit, 'cancelled', `visit-cancelled:${visit.id}:${visit.sequence}`)
}

/**
 * Sends the reminder that is due, if the visit is still booked: to a contact by mail, to an account on the
 * channels that it has chosen. Idempotent.
 */
export async function enqueueReminderMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const now = ctx.deps.now()
  const due = remindersOf(ctx, visit, 0).findLast(({ at }) => at <= now)
  if (visit.state !== 'booked' || visit.start.getTime() <= now || !due) return
  const key = `${REMINDER}${visit.id}:${visit.start.toISOString()}${due.hours === 2 ? ':2' : ''}`
  if (!visit.guest || !visit.guestId) {
    await enqueueVisitMail(ctx, tx, visit, 'reminder', key)
    return
  }
  // A guest who has chosen no channel wants no reminders.
  if (rungsFor('reminder', visit.guest.notifications).length === 0) return
  const mail = await renderVisitMail(ctx, tx, visit, 'reminder')
  await notifyGuest(tx, ctx, {
    ...visitNotification(ctx, visit, 'reminder'),
    guestId: visit.guestId,
    key,
    usefulUntil: visit.start,
    sms: reminderText(ctx, visit),
    ...(mail ? { mail: { ...mail, key, wipeAt: visit.end.toISOString() } } : {}),
  })
}

/** What the list and the toast say about a visit. */
export function visitNotification(
  ctx: MailContext,
  visit: VisitWithSegments,
  about: 'booked' | 'cancelled' | 'reminder',
): Pick<NewNotification, 'type' | 'title' | 'body' | 'link'> {
  const { tenant, deps } = ctx
  const locale = languageOf(ctx, visit)
  const t = deps.text(locale)
  const types = {
    booked: 'new_booking_confirmation',
    cancelled: 'cancellation',
    reminder: 'reminder',
  } as const
  return {
    type: types[about],
    title: t(`notification.${about}Title`),
    body: t('notification.visitBody', {
      services: visit.segments.map(({ serviceName }) => serviceName).join(', '),
      when: createDateFormat(t, locale, tenant.profile.timeZone).short(visit.start),
    }),
    link:
      about === 'cancelled'
        ? myAccountLink()
        : bookDoneLink({ visit: handleOf(deps.secret, 'visit', tenant.id, visit.id) }),
  }
}

function reminderText(ctx: MailContext, visit: VisitWithSegments): string {
  const {
    tenant: { profile },
    deps,
  } = ctx
  const locale = languageOf(ctx, visit)
  const t = deps.text(locale)
  const when = createDateFormat(t, locale, profile.timeZone).short(visit.start)
  return t('mail.reminderSms', {
    company: profile.companyname,
    services: visit.segments.map(({ serviceName }) => serviceName).join(', '),
    when,
    url: linksOf(ctx, visit, locale).visit,
  })
}

/** The visit as an iCalendar file to download. */
export const visitCalendar = (ctx: MailContext, visit: VisitWithSegments): string =>
  calendarFile(ctx, visit, 'PUBLISH', languageFor(ctx, linkLanguage(visit)))

/** Enqueues a mail about a visit; a repeated `key`, or a guest without e-mail address, is ignored. */
async function enqueueVisitMail(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  type: VisitMailType,
  key: string,
): Promise<void> {
  const mail = await renderVisitMail(ctx, tx, visit, type)
  if (!mail) return
  const icsMethod = ({ booked: 'REQUEST', reminder: null, cancelled: 'CANCEL' } as const)[type]
  const id = await createMail(tx, {
    ...mail,
    key,
    ics: icsMethod && calendarFile(ctx, visit, icsMethod, languageOf(ctx, visit)),
    icsMethod,
    wipeAt: visit.end,
    createdAt: new Date(ctx.deps.now()),
  })
  if (id) await ctx.deps.jobs.sendMail(tx, id)
}

/** The mail about a visit; null for a guest without an e-mail address. */
async function renderVisitMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments, type: VisitMailType) {
  const { tenant, deps } = ctx
  // Once a visit belongs to an account, its contact gets no mail: another person may have entered it.
  const person = visit.guest ?? visit.contact
  if (!person?.email) return null
  const locale = languageOf(ctx, visit)
  const content = visitMailTemplate(type, {
    t: deps.text(locale),
    locale,
    tenant,
    finance: await getFinance(tx),
    visit,
    links: linksOf(ctx, visit, locale),
    now: deps.now(),
    firstname: toPlainText(person.firstname),
  })
  return { to: person.email, ...content }
}

function calendarFile(
  ctx: MailContext,
  visit: VisitWithSegments,
  method: CalendarMethod,
  locale: Locale,
): string {
  const {
    tenant: { profile, origin },
    deps,
  } = ctx
  const t = deps.text(locale)
  const services = visit.segments.map((segment) => segment.serviceName).join(', ')
  const { visit: url } = linksOf(ctx, visit, locale)
  const place = profile.address
    ? [profile.address.street, `${profile.address.postalcode} ${profile.address.city}`]
    : []
  const person = visit.guest ?? visit.contact
  return calendarOf(method, {
    uid: `${visit.id}@${new URL(origin).hostname}`,
    sequence: visit.sequence,
    cancelled: visit.state === 'cancelled',
    start: visit.start,
    end: visit.end,
    timeZone: profile.timeZone,
    title: t('mail.calendarTitle', { services, company: profile.companyname }),
    description: [
      ...visit.segments.map((segment) => `${segment.serviceName} (${segment.member.name})`),
      '',
      url,
    ].join('\n'),
    location: [profile.companyname, ...place].join(', '),
    url,
    organizer: { name: profile.companyname, email: profile.contact_email ?? profile.email },
    // A PUBLISH file is not an invitation and has no attendee.
    guest:
      method !== 'PUBLISH' && person?.email
        ? { name: toPlainText(`${person.firstname} ${person.lastname}`), email: person.email }
        : null,
    stamp: new Date(deps.now()),
  })
}

/** The guest's language, else the tenant's. */
const languageOf = (ctx: MailContext, visit: VisitWithSegments): Locale =>
  languageFor(ctx, visit.guest ? visit.guest.preferredLanguage : linkLanguage(visit))

const languageFor = ({ tenant, deps }: MailContext, preferred: string | null): Locale =>
  resolveLanguage({
    guest: preferred,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })

/** Uses the tenant's canonical host, never the Host header of a request (host header injection). */
function linksOf({ tenant, deps }: MailContext, visit: VisitWithSegments, locale: Locale): VisitLinks {
  const handle = handleOf(deps.secret, 'visit', tenant.id, visit.id)
  const cancel = handleOf(deps.secret, 'cancel', tenant.id, visit.id)
  const services = visit.segments.map((segment) => segment.serviceId)
  return {
    visit: tenant.origin + bookDoneLink({ visit: handle }),
    calendar: tenant.origin + calendarLink({ handle }),
    cancel: tenant.origin + cancelLink({ handle: cancel, language: locale }),
    again: tenant.origin + bookLink({ services }),
    stopReminders:
      visit.guestId &&
      `${tenant.origin}${unsubscribePath({ tenant, deps }, { kind: 'reminder', id: visit.guestId })}?lang=${locale}`,
  }
}
