import { addonNamesOf } from '#domain/visit/addons.ts'
import { DAY_MS } from '#domain/day.ts'
import type { Locale } from '#domain/language.ts'
import { chosenChannels } from '#domain/notification/kinds.ts'
import { findQuietHours } from '#domain/notification/quiet-hours.ts'
import { remindersFor } from '#domain/notification/reminder.ts'
import { localParts } from '#domain/zone.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { NewNotification } from '#contract/guest/notification.ts'
import type { VisitBefore } from '#contract/visit/visit.ts'
import {
  bookDoneLink,
  bookLink,
  bookTimeLink,
  calendarLink,
  cancelLink,
  moveLink,
  myAccountLink,
} from '#contract/links.ts'
import { toVisitBefore, findMoveHandle, refusalFor } from '../changes.ts'
import { calendarFile } from '../calendar.ts'
import { guestLanguage, linkLanguage } from '../contact.ts'
import { deriveHandle } from '#server/secret/handle.ts'
import { inGuestWords, serviceNames } from '../guest-words.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import type { Tx } from '#server/database/db.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { getFinance } from '#server/tenant/queries.ts'
import type { VisitWithSegments } from '../queries.ts'
import type { CalendarMethod } from '#server/mail/calendar.ts'
import { createDateFormat } from '#server/mail/date-format.ts'
import { notifyGuest, plainSms } from '#server/notification/notify.ts'
import { unsubscribePath } from '#server/notification/unsubscribe-token.ts'
import { visitMailTemplate, type VisitMail } from './visit-template.ts'
import type { VisitLinks } from './visit-template-parts.ts'

const REMIND_MS = DAY_MS
const REMINDER = 'visit-reminder:'
const reminderKey = (id: string, start: Date, hours: 24 | 2): string =>
  `${REMINDER}${id}:${start.toISOString()}${hours === 2 ? ':2' : ''}`

/** The idempotency keys of a visit's reminders while it starts then. */
export const reminderKeys = (id: string, start: Date): string[] => [
  reminderKey(id, start, 24),
  reminderKey(id, start, 2),
]

/** A free time that a guest is offered instead: epoch ms, and a member's id or `any` for each service. */
export type TimeInstead = { start: number; teamMember: string[] }

/**
 * What has happened to a visit. moved: by its guest, `segments` until then; changed: by the salon, which asks
 * for an answer; agreed: by the salon, as its guest knows; asked: the salon asks for another time.
 */
export type VisitChange =
  | { about: 'booked' | 'cancelled' | 'asked' }
  | { about: 'moved'; before: VisitBefore; segments: VisitWithSegments['segments'] }
  | { about: 'changed' | 'agreed'; before: VisitBefore }
  | { about: 'cancelledBySalon'; times: TimeInstead[] }

/**
 * Enqueues the mail about a change of a visit, with the calendar file. `visit` is the state after the change.
 * Idempotent. @returns whether there is one: a guest may have no e-mail address.
 */
export async function enqueueChangeMail(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  change: VisitChange,
): Promise<boolean> {
  const { id, sequence } = visit
  const keys = {
    booked: `visit-booked:${id}`,
    moved: `visit-moved:${id}:${sequence}`,
    changed: `visit-changed:${id}:${sequence}`,
    agreed: `visit-agreed:${id}:${sequence}`,
    asked: `visit-asked:${id}:${sequence}`,
    cancelled: `visit-cancelled:${id}:${sequence}`,
    cancelledBySalon: `visit-cancelled:${id}:${sequence}`,
  }
  return enqueueVisitMail(ctx, tx, visit, { about: toMail(ctx, visit, change), key: keys[change.about] })
}

function toMail({ tenant }: MailContext, visit: VisitWithSegments, change: VisitChange): VisitMail {
  switch (change.about) {
    case 'booked':
    case 'cancelled':
    case 'asked':
      return { type: change.about }
    case 'moved':
    case 'changed':
    case 'agreed':
      return { type: change.about, before: change.before }
    case 'cancelledBySalon':
      return {
        type: change.about,
        times: change.times.map((time) => ({
          label: new Date(time.start),
          url: tenant.origin + timeLink({ tenant }, visit, time),
        })),
      }
  }
}

const servicesOf = ({ segments }: VisitWithSegments) => ({
  services: segments.map(({ serviceId }) => serviceId),
  addons: addonNamesOf(segments),
})

/** Those whom the guest asked for, else anyone. */
const peopleOf = ({ segments }: VisitWithSegments) => ({
  teamMember: segments.map(({ anyone, memberId }) => (anyone ? 'any' : memberId)),
})

/** The link to a time among those of its day, of the same services. */
const timeLink = (
  { tenant: { profile } }: Pick<MailContext, 'tenant'>,
  visit: VisitWithSegments,
  { start, teamMember }: TimeInstead,
): string =>
  bookTimeLink({
    ...servicesOf(visit),
    teamMember,
    day: localParts(profile.timeZone, Math.floor(start / 60_000)).date,
    start,
  })

/**
 * Enqueues the jobs of a visit's reminders that are still to come: after booking it, after moving it, and for
 * a database without jobs. Idempotent.
 */
export async function scheduleReminders(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  for (const { at } of planReminders(ctx, visit, ctx.deps.now()))
    await ctx.deps.jobs.remind(tx, visit, new Date(at))
}

/** The reminders after `since` (epoch ms): of a guest without an account one, a day before. */
function planReminders({ tenant }: MailContext, { start, guest, contact }: VisitWithSegments, since: number) {
  if (guest)
    return remindersFor({
      start: start.getTime(),
      since,
      quiet: findQuietHours(guest.notifications),
      zone: guest.timeZone ?? tenant.profile.timeZone,
    })
  const day = { hours: 24 as const, at: start.getTime() - REMIND_MS }
  return contact?.email && day.at > since ? [day] : []
}

/**
 * Enqueues the reminder mail that is due, if the visit is still booked; an account gets it on the channels
 * that it has chosen. Idempotent.
 */
export async function enqueueReminderMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments): Promise<void> {
  const now = ctx.deps.now()
  const due = planReminders(ctx, visit, 0).findLast(({ at }) => at <= now)
  if (visit.state !== 'booked' || visit.progress === 'noShow' || visit.start.getTime() <= now || !due) return
  const key = reminderKey(visit.id, visit.start, due.hours)
  if (!visit.guest || !visit.guestId) {
    await enqueueVisitMail(ctx, tx, visit, { about: { type: 'reminder' }, key })
    return
  }
  // A guest who has chosen no channel wants no reminders.
  if (chosenChannels('reminder', visit.guest.notifications).length === 0) return
  const own = await inGuestWords(ctx, tx, visit, pickLanguage(ctx, visit))
  const mail = await renderVisitMail(ctx, tx, own, { type: 'reminder' })
  await notifyGuest(ctx, tx, {
    ...visitNotification(ctx, own, { about: 'reminder' }),
    guestId: visit.guestId,
    key,
    usefulUntil: visit.start,
    sms: reminderText(ctx, own),
    ...(mail ? { mail: { ...mail, key, wipeAt: visit.end.toISOString() } } : {}),
  })
}

/** What the list and the toast say about a visit, which is in its guest's words. */
export function visitNotification(
  ctx: MailContext,
  visit: VisitWithSegments,
  change: VisitChange | { about: 'reminder' },
): Pick<NewNotification, 'type' | 'title' | 'body' | 'link'> {
  const locale = pickLanguage(ctx, visit)
  const t = ctx.deps.text(locale)
  const { about } = change
  const isAltered = change.about === 'agreed' && change.before.start === visit.start.getTime()
  const types = {
    booked: { type: 'new_booking_confirmation', title: 'notification.bookedTitle' },
    moved: { type: 'bookingChanged', title: 'notification.movedTitle' },
    changed: { type: 'bookingChanged', title: 'notification.changedTitle' },
    agreed: {
      type: 'bookingChanged',
      title: isAltered ? 'notification.alteredTitle' : 'notification.movedTitle',
    },
    asked: { type: 'bookingChanged', title: 'notification.askedTitle' },
    cancelled: { type: 'cancellation', title: 'notification.cancelledTitle' },
    cancelledBySalon: { type: 'cancellation', title: 'notification.cancelledBySalonTitle' },
    reminder: { type: 'reminder', title: 'notification.reminderTitle' },
  } as const
  const dates = createDateFormat(t, locale, ctx.tenant.profile.timeZone)
  const facts = {
    services: serviceNames(visit),
    when: dates.short(visit.start),
  }
  const body = {
    type: types[about].type,
    title: t(types[about].title),
    body: t('notification.visitBody', facts),
    link: linkAbout(ctx, visit, change),
  }
  if (change.about === 'changed')
    return {
      ...body,
      body: t('notification.changedBody', {
        ...facts,
        members: toVisitBefore(visit).members.join(', '),
        before: dates.short(new Date(change.before.start)),
      }),
    }
  if (change.about === 'cancelledBySalon' && change.times.length > 0)
    return {
      ...body,
      body: t('notification.timesBody', {
        ...facts,
        times: change.times.map(({ start }) => dates.short(new Date(start))).join('; '),
      }),
    }
  return body
}

/**
 * A change of a visit, in its guest's words, as a text message: without the free times instead of it, which
 * its link shows.
 */
export const visitSms = (ctx: MailContext, visit: VisitWithSegments, change: VisitChange): string =>
  plainSms(
    ctx,
    visitNotification(ctx, visit, change.about === 'cancelledBySalon' ? { ...change, times: [] } : change),
  )

function linkAbout(
  ctx: MailContext,
  visit: VisitWithSegments,
  change: VisitChange | { about: 'reminder' },
): string {
  const { tenant, deps } = ctx
  switch (change.about) {
    case 'cancelled':
      return myAccountLink()
    case 'cancelledBySalon':
      return bookLink(servicesOf(visit), 'time')
    case 'changed':
    case 'asked':
      return answerLink(ctx, visit)
    case 'booked':
    case 'moved':
    case 'agreed':
    case 'reminder':
      return bookDoneLink({ visit: deriveHandle(deps.secret, 'visit', tenant.id, visit.id) })
  }
}

/**
 * The page on which a guest answers a change by the salon: that of moving where the tenant lets guests move,
 * else that of cancelling.
 */
function answerLink(ctx: MailContext, visit: VisitWithSegments, language?: Locale): string {
  const handle = deriveHandle(ctx.deps.secret, 'cancel', ctx.tenant.id, visit.id)
  return (refusalFor(ctx, visit) === 'never' ? cancelLink : moveLink)({ handle, language })
}

function reminderText(ctx: MailContext, visit: VisitWithSegments): string {
  const {
    tenant: { profile },
    deps,
  } = ctx
  const locale = pickLanguage(ctx, visit)
  const t = deps.text(locale)
  const when = createDateFormat(t, locale, profile.timeZone).short(visit.start)
  return t('mail.reminderSms', {
    company: profile.companyname,
    services: serviceNames(visit),
    when,
    url: buildLinks(ctx, visit, locale).visit,
  })
}

const icsMethods = {
  booked: 'REQUEST',
  moved: 'REQUEST',
  changed: 'REQUEST',
  agreed: 'REQUEST',
  asked: null,
  reminder: null,
  cancelled: 'CANCEL',
  cancelledBySalon: 'CANCEL',
} as const satisfies Record<VisitMail['type'], CalendarMethod | null>

/**
 * Enqueues a mail about a visit; a repeated `key` is ignored. @returns false for a guest without e-mail
 * address.
 */
async function enqueueVisitMail(
  ctx: MailContext,
  tx: Tx,
  visit: VisitWithSegments,
  { about, key }: { about: VisitMail; key: string },
): Promise<boolean> {
  const locale = pickLanguage(ctx, visit)
  const own = await inGuestWords(ctx, tx, visit, locale)
  const mail = await renderVisitMail(ctx, tx, own, about)
  if (!mail) return false
  const icsMethod = icsMethods[about.type]
  await enqueueMail(ctx, tx, {
    ...mail,
    key,
    ics: icsMethod && calendarFile(ctx, own, icsMethod, locale),
    icsMethod,
    wipeAt: visit.end,
  })
  return true
}

/** The mail about a visit, which is in its guest's words; null for a guest without an e-mail address. */
async function renderVisitMail(ctx: MailContext, tx: Tx, visit: VisitWithSegments, about: VisitMail) {
  const { tenant, deps } = ctx
  // Once a visit belongs to an account, its contact gets no mail: another person may have entered it.
  const person = visit.guest ?? visit.contact
  if (!person?.email) return null
  const locale = pickLanguage(ctx, visit)
  const content = visitMailTemplate(about, {
    t: deps.text(locale),
    locale,
    tenant,
    finance: await getFinance(tx),
    visit,
    links: buildLinks(ctx, visit, locale),
    moveRefusal: refusalFor(ctx, visit),
    now: deps.now(),
    firstname: toPlainText(person.firstname),
  })
  return { to: person.email, ...content }
}

/** The guest's language, else the tenant's. */
export const pickLanguage = (ctx: MailContext, visit: VisitWithSegments): Locale =>
  guestLanguage(ctx, visit.guest ? visit.guest.preferredLanguage : linkLanguage(visit))

/** Uses the tenant's canonical host, never the Host header of a request (host header injection). */
export function buildLinks(ctx: MailContext, visit: VisitWithSegments, locale: Locale): VisitLinks {
  const { tenant, deps } = ctx
  const handle = deriveHandle(deps.secret, 'visit', tenant.id, visit.id)
  const cancel = deriveHandle(deps.secret, 'cancel', tenant.id, visit.id)
  const moveHandle = findMoveHandle(ctx, visit)
  return {
    visit: tenant.origin + bookDoneLink({ visit: handle }),
    calendar: tenant.origin + calendarLink({ handle }),
    cancel: tenant.origin + cancelLink({ handle: cancel, language: locale }),
    move: moveHandle && tenant.origin + moveLink({ handle: moveHandle, language: locale }),
    answer: tenant.origin + answerLink(ctx, visit, locale),
    allTimes: tenant.origin + bookLink(servicesOf(visit), 'time'),
    again: tenant.origin + bookLink({ ...servicesOf(visit), ...peopleOf(visit) }, 'time'),
    stopReminders:
      visit.guestId &&
      `${tenant.origin}${unsubscribePath({ tenant, deps }, { kind: 'reminder', id: visit.guestId })}?lang=${locale}`,
  }
}
