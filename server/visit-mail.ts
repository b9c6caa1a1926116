import { resolveLanguage, type Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { linkLanguage } from './booking/contact.ts'
import { handleOf } from './booking/handle.ts'
import type { Deps, Tenant } from './context.ts'
import type { Tx } from './data/db.ts'
import { createMail } from './data/mail.ts'
import { getFinance } from './data/tenant.ts'
import type { VisitWithSegments } from './data/visit.ts'
import { sealReminderSwitch } from './identity/reminder-switch.ts'
import { calendarOf, type CalendarMethod } from './mail/calendar.ts'
import { timeWords } from './mail/when.ts'
import { writeSms } from './sms.ts'
import { visitLetter, type Occasion, type VisitLinks } from './mail/visit-letter.ts'

/** A request's scope has this, and so has a job. */
export type MailScope = {
  tenant: Tenant
  deps: Pick<Deps, 'config' | 'text' | 'locales' | 'now' | 'secret' | 'jobs'>
}

const REMIND_MS = 24 * 3_600_000
const REMINDER = 'visit-reminder:'

/** The visit that a mail reminds of, by the mail's key; null for every other mail. */
export const remindedVisit = (key: string): string | null =>
  key.startsWith(REMINDER) ? (key.slice(REMINDER.length).split(':')[0] ?? null) : null

/** Where a guest switches reminders off. It names nobody, and only a POST does it. */
export const stopRemindersUrl = (
  { tenant, deps }: { tenant: Tenant; deps: Pick<Deps, 'secret'> },
  uid: string,
): string => `${tenant.origin}/unsubscribe/${sealReminderSwitch(deps.secret, tenant, uid)}`

/** Writes the confirmation, and asks for the reminder where there is a day or more to go. However often it is called, once. */
export async function visitBooked(scope: MailScope, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const remindAt = visit.start.getTime() - REMIND_MS
  const written = await write(scope, tx, visit, 'booked', `visit-booked:${visit.id}`)
  if (written && remindAt > scope.deps.now()) await scope.deps.jobs.remind(tx, visit.id, new Date(remindAt))
}

/** Writes the mail that tells of a cancelled visit, its fee and its refund; `visit` as it is after cancelling. */
export async function visitCancelled(scope: MailScope, tx: Tx, visit: VisitWithSegments): Promise<void> {
  await write(scope, tx, visit, 'cancelled', `visit-cancelled:${visit.id}:${visit.sequence}`)
}

/** Writes the reminder if the visit still stands and begins within a day or so; else it is not this visit's time any more. */
export async function visitReminder(scope: MailScope, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const left = visit.start.getTime() - scope.deps.now()
  if (visit.state !== 'booked' || left <= 0 || left > REMIND_MS + REMIND_MS / 24) return
  const key = `${REMINDER}${visit.id}:${visit.start.toISOString()}`
  const choice = visit.guest?.notifications
  // Whoever has an account may do without; a confirmation always comes.
  if (choice?.mail !== false) await write(scope, tx, visit, 'reminder', key)
  if (choice?.sms && visit.guest?.mobile && visit.guest.mobileVerified)
    await writeSms(scope, tx, {
      key,
      to: visit.guest.mobile,
      text: reminderText(scope, visit),
      secret: false,
    })
}

function reminderText(scope: MailScope, visit: VisitWithSegments): string {
  const {
    tenant: { profile },
    deps,
  } = scope
  const locale = languageOf(scope, visit)
  const t = deps.text(locale)
  const when = timeWords(t, locale, profile.timeZone).short(visit.start)
  return t('mail.reminderSms', {
    company: profile.companyname,
    services: visit.segments.map(({ serviceName }) => serviceName).join(', '),
    when,
    url: linksOf(scope, visit, locale).visit,
  })
}

/** The visit as a file for the guest's calendar. */
export const visitCalendar = (scope: MailScope, visit: VisitWithSegments): string =>
  calendarFile(scope, visit, 'PUBLISH', languageFor(scope, linkLanguage(visit)))

/** @returns whether the mail is new; false too where there is no address to write to. */
async function write(
  scope: MailScope,
  tx: Tx,
  visit: VisitWithSegments,
  occasion: Occasion,
  key: string,
): Promise<boolean> {
  const { tenant, deps } = scope
  // Once a visit has joined an account, what was typed is nobody to write to: it may have been a stranger.
  const person = visit.guest ?? visit.contact
  const to = person?.email
  if (!to) return false
  const locale = languageOf(scope, visit)
  const finance = await getFinance(tx)
  const letter = visitLetter(occasion, {
    t: deps.text(locale),
    locale,
    tenant,
    finance,
    visit,
    links: linksOf(scope, visit, locale),
    now: deps.now(),
    firstname: toPlainText(person.firstname),
  })
  const icsMethod = ({ booked: 'REQUEST', reminder: null, cancelled: 'CANCEL' } as const)[occasion]
  const ics = icsMethod && calendarFile(scope, visit, icsMethod, locale)
  const id = await createMail(tx, {
    key,
    to,
    ...letter,
    ics,
    icsMethod,
    wipeAt: visit.end,
    createdAt: new Date(deps.now()),
  })
  if (id) await deps.jobs.sendMail(tx, id)
  return id !== null
}

function calendarFile(
  scope: MailScope,
  visit: VisitWithSegments,
  method: CalendarMethod,
  locale: Locale,
): string {
  const {
    tenant: { profile, origin },
    deps,
  } = scope
  const t = deps.text(locale)
  const services = visit.segments.map((segment) => segment.serviceName).join(', ')
  const { visit: url } = linksOf(scope, visit, locale)
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
    // A published file is nobody's invitation.
    guest:
      method !== 'PUBLISH' && person?.email
        ? { name: toPlainText(`${person.firstname} ${person.lastname}`), email: person.email }
        : null,
    stamp: new Date(deps.now()),
  })
}

/** The guest's own language, else the tenant's. */
const languageOf = (scope: MailScope, visit: VisitWithSegments): Locale =>
  languageFor(scope, visit.guest ? visit.guest.preferredLanguage : linkLanguage(visit))

const languageFor = ({ tenant, deps }: MailScope, preferred: string | null): Locale =>
  resolveLanguage({
    guest: preferred,
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })

/** On the tenant's canonical host: never on the one that a request named. */
function linksOf({ tenant, deps }: MailScope, visit: VisitWithSegments, locale: Locale): VisitLinks {
  const handle = handleOf(deps.secret, 'visit', tenant.id, visit.id)
  const cancel = handleOf(deps.secret, 'cancel', tenant.id, visit.id)
  const services = visit.segments.map((segment) => segment.serviceId).join(',')
  return {
    visit: `${tenant.origin}/book/done?visit=${handle}`,
    calendar: `${tenant.origin}/visit/${handle}/calendar.ics`,
    cancel: `${tenant.origin}/cancelBooking/${cancel}/${locale}`,
    again: `${tenant.origin}/book?services=${services}`,
    stopReminders: visit.guestId
      ? `${stopRemindersUrl({ tenant, deps }, visit.guestId)}?lang=${locale}`
      : null,
  }
}
