import { resolveLanguage, type Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { bookDoneLink, bookLink, calendarLink, cancelLink, unsubscribeLink } from '#contract/links.ts'
import { linkLanguage } from './contact.ts'
import { handleOf } from './handle.ts'
import type { Dependencies, Tenant } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { createMail } from '../mail/queries.ts'
import { getFinance } from '../tenant/queries.ts'
import { findVisit, type VisitWithSegments } from './queries.ts'
import { createUnsubscribeToken } from './unsubscribe-token.ts'
import { calendarOf, type CalendarMethod } from '../mail/calendar.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { enqueueSms } from '../sms/write-sms.ts'
import { visitMailTemplate, type VisitMailType, type VisitLinks } from './visit-template.ts'

/** What both a request and a job provide. */
export type MailContext = {
  tenant: Tenant
  deps: Pick<Dependencies, 'config' | 'text' | 'locales' | 'now' | 'secret' | 'jobs'>
}

const REMIND_MS = 24 * 3_600_000
const REMINDER = 'visit-reminder:'

/** Returns the visit's id from the idempotency key of a reminder mail; null for every other mail. */
const remindedVisitId = (key: string): string | null =>
  key.startsWith(REMINDER) ? (key.slice(REMINDER.length).split(':')[0] ?? null) : null

/**
 * The unsubscribe URL of reminders (RFC 8058). It contains no personal data, and only a POST to it changes
 * anything.
 */
const stopRemindersUrl = (
  { tenant, deps }: { tenant: Tenant; deps: Pick<Dependencies, 'secret'> },
  uid: string,
): string => tenant.origin + unsubscribeLink({ token: createUnsubscribeToken(deps.secret, tenant, uid) })

/** Returns the unsubscribe URL for `List-Unsubscribe`; null for mails that cannot be unsubscribed. */
export async function unsubscribeUrlOf(
  deps: Pick<Dependencies, 'db' | 'secret'>,
  tenant: Tenant,
  mailKey: string,
): Promise<string | null> {
  const id = remindedVisitId(mailKey)
  const visit = id && (await deps.db.read(tenant.id, (tx) => findVisit(tx, { id })))
  return visit && visit.guestId ? stopRemindersUrl({ tenant, deps }, visit.guestId) : null
}

/**
 * Enqueues the confirmation mail, and the reminder job where the visit starts in more than 24 hours.
 * Idempotent.
 */
export async function enqueueBookedMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const remindAt = visit.start.getTime() - REMIND_MS
  const written = await enqueueVisitMail(ctx, tx, visit, 'booked', `visit-booked:${visit.id}`)
  if (written && remindAt > ctx.deps.now()) await ctx.deps.jobs.remind(tx, visit.id, new Date(remindAt))
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
 * Enqueues the reminder if the visit is still booked and starts within 25 hours. Otherwise its time has
 * changed, and another job sends the reminder.
 */
export async function enqueueReminderMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const left = visit.start.getTime() - ctx.deps.now()
  if (visit.state !== 'booked' || left <= 0 || left > REMIND_MS + REMIND_MS / 24) return
  const key = `${REMINDER}${visit.id}:${visit.start.toISOString()}`
  const choice = visit.guest?.notifications
  // A guest with an account may switch reminders off; a confirmation is always sent.
  if (choice?.mail !== false) await enqueueVisitMail(ctx, tx, visit, 'reminder', key)
  if (choice?.sms && visit.guest?.mobile && visit.guest.mobileVerified)
    await enqueueSms(ctx, tx, {
      key,
      to: visit.guest.mobile,
      text: reminderText(ctx, visit),
      secret: false,
    })
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

/**
 * @returns whether a mail was enqueued: false for a repeated `key`, and where the guest has no e-mail
 * address.
 */
async function enqueueVisitMail(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  type: VisitMailType,
  key: string,
): Promise<boolean> {
  const { tenant, deps } = ctx
  // Once a visit belongs to an account, its contact gets no mail: another person may have entered it.
  const person = visit.guest ?? visit.contact
  const to = person?.email
  if (!to) return false
  const locale = languageOf(ctx, visit)
  const finance = await getFinance(tx)
  const content = visitMailTemplate(type, {
    t: deps.text(locale),
    locale,
    tenant,
    finance,
    visit,
    links: linksOf(ctx, visit, locale),
    now: deps.now(),
    firstname: toPlainText(person.firstname),
  })
  const icsMethod = ({ booked: 'REQUEST', reminder: null, cancelled: 'CANCEL' } as const)[type]
  const ics = icsMethod && calendarFile(ctx, visit, icsMethod, locale)
  const id = await createMail(tx, {
    key,
    to,
    ...content,
    ics,
    icsMethod,
    wipeAt: visit.end,
    createdAt: new Date(deps.now()),
  })
  if (id) await deps.jobs.sendMail(tx, id)
  return id !== null
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
    stopReminders: visit.guestId
      ? `${stopRemindersUrl({ tenant, deps }, visit.guestId)}?lang=${locale}`
      : null,
  }
}
