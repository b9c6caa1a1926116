import { namesOf, serviceText } from '#domain/visit/addons.ts'
import { SERVICE_JOINER } from '#domain/visit/services.ts'
import { randomUUID } from 'node:crypto'
import { createDateText } from '#domain/date-text.ts'
import { intlLocale, resolveLanguage, type Locale } from '#domain/language.ts'
import { channelsFor, chosenChannels } from '#domain/notification/kinds.ts'
import { loudFrom, findQuietHours } from '#domain/notification/quiet-hours.ts'
import { DEFAULT_DAYS } from '#domain/waitlist/extend.ts'
import { computeDateSpan, type DateSpan } from '#domain/waitlist/window.ts'
import { dayFrom } from '#domain/waitlist/offer-time.ts'
import { toPlainText } from '#domain/plain-text.ts'
import type { Translate } from '#contract/text.ts'
import {
  confirmEntryLink,
  extendWaitlistLink,
  unsubscribeWaitlistLink,
  waitlistLink,
} from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import { createDateFormat } from '../mail/date-format.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '../mail/layout.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { enqueueSms } from '../sms/write-sms.ts'
import type { MessageJobs } from '../jobs/jobs.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { oneLine, buildSender } from '../mail/contact-lines.ts'
import { unsubscribePath, type Subscription } from '../notification/unsubscribe-token.ts'
import { listMembers } from '../service/member-queries.ts'
import { wordsOf } from '../visit/guest-words.ts'
import { nameWishes } from './wish.ts'
import { readGuestWords } from '../translation/tenant-text.ts'
import { entryHandles } from '../secret/handle.ts'
import type { OfferRow } from './offer-queries.ts'
import type { Entry } from './queries.ts'

/** What both the server and a command of the operator provide. */
export type EntryMailContext = {
  tenant: MailContext['tenant']
  deps: Omit<MailContext['deps'], 'jobs'> & { jobs: MessageJobs }
}

/** What a message says; `parts` follow the greeting. */
export type EntryMessage = {
  /** Idempotency key: one message per event. */
  key: string
  subject: string
  title: string
  parts: Part[]
  /** The same in a text message, for a contact without an e-mail address. */
  sms: string
  /** When the mail is redacted: its links are of no use then. */
  wipeAt: Date
  /** When a text message is sent, where that is not at once. */
  smsAt?: Date
}

/** The language of an entry's guest, else the tenant's, and its texts. */
export function textsFor({ tenant, deps }: EntryMailContext, entry: Entry): { locale: Locale; t: Translate } {
  const locale = resolveLanguage({
    guest: entry.guest ? entry.guest.preferredLanguage : (entry.contact?.language ?? null),
    tenantDefault: tenant.profile.default.language,
    declared: deps.locales,
  })
  return { locale, t: deps.text(locale) }
}

/**
 * Enqueues a message to the guest of an entry: a mail with the link that leaves the waitlist, or a text
 * message where there is no e-mail address. It commits with the change that it reports.
 * @returns the way it takes; null where neither is possible, or this message exists already.
 */
export async function enqueueEntryMessage(
  ctx: EntryMailContext,
  tx: Tx,
  entry: Entry,
  { key, subject, title, parts, sms, wipeAt, smsAt }: EntryMessage,
): Promise<'mail' | 'sms' | null> {
  const person = entry.guest ?? entry.contact
  if (!person) return null
  const wants = entryChannels(entry)
  if (!person.email || !wants.mail) {
    if (!person.mobile || !wants.sms) return null
    const message = { key, to: person.mobile, text: sms, secret: true }
    return (await enqueueSms(ctx, tx, message, smsAt)).ok ? 'sms' : null
  }
  const isNew = await enqueueMail(ctx, tx, {
    ...renderEntryMail(ctx, entry, { subject, title, parts }),
    key,
    to: person.email,
    unsubscribe: unsubscribePath(ctx, toSubscription(entry)),
    wipeAt,
  })
  return isNew ? 'mail' : null
}

/**
 * The channels for the guest of an entry: the one that a contact has, those that an account has chosen.
 * A paused entry of an account that has ended these mails gets none.
 */
function entryChannels({ guest, state }: Entry): { mail: boolean; sms: boolean } {
  if (!guest) return { mail: true, sms: true }
  const { mail, sms } = channelsFor('waitlist', guest.notifications)
  return {
    mail: state === 'paused' ? mail : chosenChannels('waitlist', guest.notifications).includes('mail'),
    sms: sms && guest.mobileVerified,
  }
}

/** When a text message that is not urgent is sent: after the quiet hours of an account, else by day. */
function quietSmsAt({ tenant, deps }: EntryMailContext, { guest }: Entry): Date {
  const [now, zone] = [deps.now(), tenant.profile.timeZone]
  return new Date(
    guest ? loudFrom(findQuietHours(guest.notifications), guest.timeZone ?? zone, now) : dayFrom(now, zone),
  )
}

/** What the unsubscribe link of a mail to the guest of an entry ends. */
const toSubscription = ({ id, guestId }: Entry): Subscription =>
  guestId === null ? { kind: 'entry', id } : { kind: 'waitlist', id: guestId }

/** A mail to the guest of an entry, with the links that leave the waitlist and that end such mails. */
export function renderEntryMail(
  ctx: EntryMailContext,
  entry: Entry,
  { subject, title, parts }: Pick<EntryMessage, 'subject' | 'title' | 'parts'>,
): { subject: string; text: string; html: string } {
  const { tenant, deps } = ctx
  const { locale, t } = textsFor(ctx, entry)
  const { companyname: company } = tenant.profile
  const firstname = (entry.guest ?? entry.contact)?.firstname ?? ''
  const { leave } = entryHandles(deps.secret, tenant.id, entry.id)
  const leaveUrl = tenant.origin + unsubscribeWaitlistLink({ handle: leave, language: locale })
  const content: MailContent = {
    locale,
    sender: buildSender({ tenant }),
    title,
    parts: [
      { kind: 'text', text: t('mail.greeting', { name: oneLine(toPlainText(firstname)) }) },
      ...parts,
      {
        kind: 'links',
        links: [
          { label: t('mail.leaveWaitlist'), url: leaveUrl },
          ...(entry.guestId === null
            ? []
            : [
                {
                  label: t('mail.stopWaitlist'),
                  url: `${tenant.origin}${unsubscribePath(ctx, toSubscription(entry))}?lang=${locale}`,
                },
              ]),
        ],
      },
    ],
    footer: t('mail.waitlistFooter', { company }),
  }
  return { subject: oneLine(subject), text: renderMailText(content), html: renderMailHtml(content) }
}

/**
 * Asks the contact of an entry to confirm it, each time that somebody joins with it.
 * @returns the way, or null where none is possible now.
 */
export async function enqueueConfirmMessage(
  ctx: MailContext,
  tx: Tx,
  entry: Entry,
): Promise<'mail' | 'sms' | null> {
  const { tenant, deps } = ctx
  const { locale, t } = textsFor(ctx, entry)
  const company = tenant.profile.companyname
  const { confirm } = entryHandles(deps.secret, tenant.id, entry.id)
  const url = tenant.origin + confirmEntryLink({ handle: confirm, language: locale })
  return enqueueEntryMessage(ctx, tx, entry, {
    key: `waitlist-confirm:${entry.id}:${randomUUID()}`,
    subject: t('mail.confirmEntrySubject', { company }),
    title: t('mail.confirmEntryTitle'),
    parts: [
      { kind: 'text', text: t('mail.confirmEntryIntro', { company }) },
      await wishPart(ctx, tx, entry),
      { kind: 'links', links: [{ label: t('mail.confirmEntry'), url, primary: true }] },
      { kind: 'text', text: t('mail.confirmEntryIgnore'), muted: true },
    ],
    sms: t('mail.confirmEntrySms', { company, url }),
    wipeAt: entry.endsAt,
  })
}

/** What the guest of an entry waits for: services, dates and people. */
async function wishPart(ctx: EntryMailContext, tx: Tx, entry: Entry): Promise<Part> {
  const { locale, t } = textsFor(ctx, entry)
  const { members, windows } = entry
  const wished = (await nameWishes(tx, [entry]))(entry).map(({ name, addons }) => ({
    serviceName: name,
    addons,
  }))
  const words = await readGuestWords(ctx, tx, locale, wished.flatMap(namesOf))
  const people = members ? (await listMembers(tx)).filter(({ id }) => members.includes(id)) : []
  // Noon in UTC is on that date, whichever zone it is read in.
  const day = createDateText(intlLocale(locale), { timeZone: 'UTC', dateStyle: 'full' })
  const dayOf = (date: string) => day(new Date(`${date}T12:00Z`))
  const dates = ({ from, until }: DateSpan) =>
    from === until ? dayOf(from) : t('format.range', { low: dayOf(from), high: dayOf(until) })
  const span = computeDateSpan(windows)
  return {
    kind: 'facts',
    rows: [
      {
        label: t('waitlist.services'),
        lines: [wished.map((one) => serviceText(wordsOf(one, words))).join(SERVICE_JOINER)],
      },
      { label: t('waitlist.when'), lines: [span ? dates(span) : t('waitlist.anyTime')] },
      {
        label: t('waitlist.with'),
        lines: [
          people.map(({ displayname, firstname }) => displayname ?? firstname).join(', ') ||
            t('waitlist.anyone'),
        ],
      },
    ].map(({ label, lines }) => ({ label, lines: lines.map(oneLine) })),
  }
}

/**
 * Notifies the guest that an entry ends soon, once for each end, with the link that extends it by 30 days.
 */
export async function enqueueEndingMessage(ctx: MailContext, tx: Tx, entry: Entry): Promise<void> {
  const { tenant, deps } = ctx
  const { locale, t } = textsFor(ctx, entry)
  const { extend } = entryHandles(deps.secret, tenant.id, entry.id)
  const facts = {
    company: tenant.profile.companyname,
    when: createDateFormat(t, locale, tenant.profile.timeZone).day(new Date(entry.endsAt.getTime() - 60_000)),
  }
  const url =
    tenant.origin +
    extendWaitlistLink({
      handle: extend,
      language: locale,
      days: DEFAULT_DAYS,
      date: Math.floor(entry.endsAt.getTime() / 1000),
    })
  await enqueueEntryMessage(ctx, tx, entry, {
    key: `waitlist-ending:${entry.id}:${entry.endsAt.toISOString()}`,
    subject: t('mail.endingSubject', facts),
    title: t('mail.endingTitle'),
    parts: [
      { kind: 'text', text: t('mail.endingIntro', facts) },
      { kind: 'links', links: [{ label: t('mail.endingExtend'), url, primary: true }] },
    ],
    sms: t('mail.endingSms', { ...facts, url }),
    smsAt: quietSmsAt(ctx, entry),
    wipeAt: entry.endsAt,
  })
}

/** Asks the guest of an entry that was paused after several offers without any answer. */
export async function enqueuePausedMail(ctx: MailContext, tx: Tx, entry: Entry): Promise<void> {
  const { tenant, deps } = ctx
  const { locale, t } = textsFor(ctx, entry)
  const company = tenant.profile.companyname
  const { confirm } = entryHandles(deps.secret, tenant.id, entry.id)
  // A guest without an account cannot open the waitlist.
  const page = entry.guestId
    ? waitlistLink({ id: entry.id })
    : confirmEntryLink({ handle: confirm, language: locale })
  const url = tenant.origin + page
  await enqueueEntryMessage(ctx, tx, entry, {
    key: `waitlist-paused:${entry.id}:${deps.now()}`,
    subject: t('mail.pausedSubject', { company }),
    title: t('mail.pausedTitle'),
    parts: [
      { kind: 'text', text: t('mail.pausedIntro', { company }) },
      { kind: 'links', links: [{ label: t('mail.pausedResume'), url, primary: true }] },
    ],
    sms: t('mail.pausedSms', { company, url }),
    smsAt: quietSmsAt(ctx, entry),
    wipeAt: entry.endsAt,
  })
}

/** Informs the guest that the salon has withdrawn their open offer; the entry keeps its place. */
export async function enqueueWithdrawnMail(
  ctx: EntryMailContext,
  tx: Tx,
  entry: Entry,
  offer: Pick<OfferRow, 'id' | 'start' | 'end' | 'segments'>,
): Promise<void> {
  const { locale, t } = textsFor(ctx, entry)
  const offered = offer.segments.map(({ name, addons = [] }) => ({ serviceName: name, addons }))
  const words = await readGuestWords(ctx, tx, locale, offered.flatMap(namesOf))
  const facts = {
    company: ctx.tenant.profile.companyname,
    services: offered.map((one) => serviceText(wordsOf(one, words))).join(SERVICE_JOINER),
    when: createDateFormat(t, locale, ctx.tenant.profile.timeZone).short(offer.start),
  }
  await enqueueEntryMessage(ctx, tx, entry, {
    key: `waitlist-withdrawn:${offer.id}`,
    subject: t('mail.withdrawnSubject', facts),
    title: t('mail.withdrawnTitle'),
    parts: [{ kind: 'text', text: t('mail.withdrawnIntro', facts) }],
    sms: t('mail.withdrawnSms', facts),
    smsAt: quietSmsAt(ctx, entry),
    wipeAt: offer.end,
  })
}
