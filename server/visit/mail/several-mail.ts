import { pricedParts, serviceText } from '#domain/visit/addons.ts'
import type { Locale } from '#domain/language.ts'
import { toPlainText } from '#domain/plain-text.ts'
import { includesVat, visitVat, type VatLine } from '#domain/vat.ts'
import { cancelTerms, lastCancellationFee } from '#domain/visit/cancel.ts'
import type { ChangeMessage } from '#contract/schedule/visit-change.ts'
import { myAccountLink } from '#contract/links.ts'
import type { Translate } from '#contract/text.ts'
import type { Tx } from '#server/database/db.ts'
import { buildSender, oneLine } from '#server/mail/contact-lines.ts'
import { createDateFormat, type DateFormat } from '#server/mail/date-format.ts'
import { enqueueMail } from '#server/mail/enqueue-mail.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '#server/mail/layout.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import { vatSums } from '#server/mail/vat-sums.ts'
import { notifyGuest, plainSms } from '#server/notification/notify.ts'
import { enqueueSms } from '#server/sms/write-sms.ts'
import { findCancellationFee } from '#server/tenant/finance.ts'
import { getFinance, type FinanceRow } from '#server/tenant/queries.ts'
import { readGuestWords } from '#server/translation/tenant-text.ts'
import { inWords, serviceNames, visitTexts } from '../guest-words.ts'
import type { VisitWithSegments } from '../queries.ts'
import { calendarOfSeveral } from '../calendar.ts'
import { changesOf } from '../changes.ts'
import { buildLinks, pickLanguage, type VisitChange } from './mail.ts'
import { money, type VisitFacts } from './visit-template-parts.ts'

type Told = { visit: VisitWithSegments; message: VisitChange }

/**
 * Tells a guest of what has happened to several visits at once, in one message: by mail, and an account also
 * on its other channels; a contact without an e-mail address by a text message. Where all are booked or
 * cancelled, the mail has a calendar file with all of them. Idempotent by `key`.
 * @returns the messages.
 */
export async function enqueueSeveralMail(
  ctx: MailContext,
  tx: Tx,
  told: readonly Told[],
  key: string,
): Promise<ChangeMessage[]> {
  const inOrder = told.toSorted((a, b) => a.visit.start.getTime() - b.visit.start.getTime())
  const [first] = inOrder
  if (!first) return []
  const sent: ChangeMessage[] = []
  const { guest, contact, guestId } = first.visit
  const locale = pickLanguage(ctx, first.visit)
  const words = await readGuestWords(
    ctx,
    tx,
    locale,
    inOrder.flatMap(({ visit }) => visitTexts(visit)),
  )
  const visits = inOrder.map((one) => ({ ...one, visit: inWords(one.visit, words) }))
  const t = ctx.deps.text(locale)
  const dates = createDateFormat(t, locale, ctx.tenant.profile.timeZone)
  // The second part is a visit: deleting an account finds by it the mails that name the guest.
  const mailKey = `visits-changed:${first.visit.id}:${key}`
  const last = visits.at(-1)?.visit ?? first.visit
  const person = guest ?? contact
  if (person?.email) {
    const finance = await getFinance(tx)
    const content = toContent(ctx, visits, { t, locale, dates, finance, firstname: person.firstname })
    const ics = hasCalendar(visits)
      ? calendarOfSeveral(
          ctx,
          visits.map(({ visit }) => visit),
          locale,
        )
      : null
    await enqueueMail(ctx, tx, { ...content, key: mailKey, to: person.email, ics, wipeAt: last.end })
    sent.push('mail')
  }
  const shown = {
    type: 'bookingChanged' as const,
    title: t(textsOf(visits).notification),
    body: visits.map(({ visit }) => t('notification.visitBody', factsOf(visit, dates))).join('\n'),
    link: myAccountLink(),
  }
  if (guestId) {
    const row = await notifyGuest(ctx, tx, {
      ...shown,
      guestId,
      key: mailKey,
      usefulUntil: last.start,
      mail: 'written',
    })
    if (row) sent.push('notification')
  } else if (contact?.mobile && !contact.email) {
    const text = plainSms(ctx, { ...shown, link: null })
    if ((await enqueueSms(ctx, tx, { key: mailKey, to: contact.mobile, text, secret: true })).ok)
      sent.push('sms')
  }
  return sent
}

/** Whether this has happened to all of them. */
const isAll = (told: readonly Told[], about: VisitChange['about']): boolean =>
  told.every(({ message }) => message.about === about)
const hasCalendar = (told: readonly Told[]): boolean => isAll(told, 'booked') || isAll(told, 'cancelled')

const texts = {
  booked: {
    subject: 'mail.severalBookedSubject',
    title: 'mail.bookedTitles',
    intro: 'mail.bookedIntro',
    notification: 'notification.severalBookedTitle',
  },
  cancelled: {
    subject: 'mail.severalCancelledSubject',
    title: 'mail.cancelledTitles',
    intro: 'mail.severalCancelledIntro',
    notification: 'notification.severalCancelledTitle',
  },
  changed: {
    subject: 'mail.severalChangedSubject',
    title: 'mail.changedTitles',
    intro: 'mail.severalChangedIntro',
    notification: 'notification.severalChangedTitle',
  },
} as const
const textsOf = (told: readonly Told[]) =>
  texts[isAll(told, 'booked') ? 'booked' : isAll(told, 'cancelled') ? 'cancelled' : 'changed']

const factsOf = (visit: VisitWithSegments, dates: DateFormat) => ({
  services: serviceNames(visit),
  when: dates.short(visit.start),
})

type Written = { t: Translate; locale: Locale; dates: DateFormat; finance: FinanceRow; firstname: string }

function toContent(
  ctx: MailContext,
  told: readonly Told[],
  { t, locale, dates, finance, firstname }: Written,
): { subject: string; text: string; html: string } {
  const { tenant } = ctx
  const company = tenant.profile.companyname
  const { subject, title, intro } = textsOf(told)
  const visits = told.map(({ visit }) => visit)
  const facts = { t, locale, tenant, finance }
  const content: MailContent = {
    locale,
    sender: buildSender({ tenant }),
    title: t(title),
    parts: [
      { kind: 'text', text: t('mail.greeting', { name: oneLine(toPlainText(firstname)) }) },
      { kind: 'text', text: t(intro, { company }) },
      ...told.flatMap((one) => partsOf(ctx, one, { t, dates })),
      ...(isAll(told, 'booked') ? bookedParts(visits, facts, dates) : []),
      ...(isAll(told, 'cancelled') ? cancelledParts(visits, facts, dates) : []),
    ],
    footer: t(isAll(told, 'cancelled') ? 'mail.footerCancelled' : 'mail.footer', { company }),
  }
  return {
    subject: oneLine(t(subject, { company })),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

type Facts = Omit<VisitFacts, 'visit'>

/** What they cost, each and in all, and the rule of cancelling them. */
function bookedParts(visits: readonly VisitWithSegments[], facts: Facts, dates: DateFormat): Part[] {
  const { t, tenant, finance } = facts
  const [visit] = visits
  if (!visit) return []
  const rules = visits.map((one) => ({
    ...changesOf(one),
    start: one.start.getTime(),
    limitHours: tenant.profile.tenantMessages.cancelLimit,
    price: one.price,
    paid: one.paid,
    lateFee: findCancellationFee(finance, tenant, one.currency),
  }))
  const fee = Math.max(...rules.map(lastCancellationFee))
  const [hours = 0] = rules.map((one) => cancelTerms({ ...one, now: one.start }).limitHours)
  const vat = visitVat(pricedParts(visits.flatMap(({ segments }) => segments)), finance.vatPercent)
  const label = t(includesVat(vat) ? 'mail.total' : 'vat.total')
  return [
    sumOf(visits, { ...facts, visit }, { dates, label, amountOf: ({ price }) => price, vat }),
    { kind: 'heading', text: t('mail.cancelHeading') },
    {
      kind: 'text',
      text:
        fee === 0
          ? t('mail.cancelAlwaysFree')
          : t('mail.cancelEach', { hours, fee: money({ ...facts, visit }, fee) }),
    },
  ]
}

/** What cancelling them has cost, each and in all. */
function cancelledParts(visits: readonly VisitWithSegments[], facts: Facts, dates: DateFormat): Part[] {
  const { t } = facts
  const [visit] = visits
  if (!visit) return []
  if (visits.every(({ fee }) => fee === 0)) return [{ kind: 'text', text: t('mail.feeNone') }]
  return [sumOf(visits, { ...facts, visit }, { dates, label: t('mail.fee'), amountOf: ({ fee }) => fee })]
}

/** A bill with a line for each of the visits, and the sum. */
function sumOf(
  visits: readonly VisitWithSegments[],
  facts: VisitFacts,
  {
    dates,
    label,
    amountOf,
    vat = [],
  }: {
    dates: DateFormat
    label: string
    amountOf: (visit: VisitWithSegments) => number
    /** In the sum. */ vat?: VatLine[] | undefined
  },
): Part {
  const sum = visits.reduce((total, visit) => total + amountOf(visit), 0)
  return {
    kind: 'bill',
    lines: visits.map((visit) => ({
      title: dates.full(visit.start),
      detail: serviceNames(visit),
      amount: money({ ...facts, visit }, amountOf(visit)),
    })),
    sums: [
      { label, amount: money(facts, sum), strong: true },
      ...vatSums(vat, { ...facts, money: (minor) => money(facts, minor) }),
    ],
  }
}

/** One of the visits: when, what, with whom, and where its guest looks or answers. */
function partsOf(
  ctx: MailContext,
  { visit, message }: Told,
  { t, dates }: { t: Translate; dates: DateFormat },
): Part[] {
  const locale = pickLanguage(ctx, visit)
  const links = buildLinks(ctx, visit, locale)
  const isCancelled = message.about === 'cancelledBySalon' || message.about === 'cancelled'
  const answers = message.about === 'changed' || message.about === 'asked'
  const link = isCancelled
    ? message.about === 'cancelled'
      ? { label: t('mail.bookAgain'), url: links.again }
      : { label: t('book.allTimes'), url: links.allTimes }
    : answers
      ? { label: t(message.about === 'asked' ? 'mail.askedChoose' : 'mail.changedAnswer'), url: links.answer }
      : { label: t('mail.seeVisit'), url: links.visit }
  return [
    { kind: 'heading', text: dates.full(visit.start) },
    {
      kind: 'facts',
      rows: [
        ...(message.about === 'cancelledBySalon'
          ? [{ label: t('mail.cancelledTitle'), lines: [t('mail.salonNoFee')] }]
          : []),
        {
          label: t('mail.servicesHeading'),
          lines: visit.segments.map(({ serviceName, addons, start, member }) =>
            [
              serviceText({ serviceName, addons }),
              t('mail.withMember', { time: dates.clock(start), member: member.name }),
            ].join(', '),
          ),
        },
        ...('before' in message
          ? [
              {
                label: t('mail.wasLabel'),
                lines: [
                  t('change.withMembers', {
                    when: dates.full(new Date(message.before.start)),
                    members: message.before.members.join(', '),
                  }),
                ],
              },
            ]
          : []),
      ],
    },
    { kind: 'links', links: [link] },
  ]
}
