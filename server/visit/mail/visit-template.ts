import { MAX_MOVES } from '#domain/visit/move.ts'
import type { VisitBefore } from '#contract/visit/visit.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '#server/mail/layout.ts'
import { oneLine, buildSender } from '#server/mail/contact-lines.ts'
import { createDateFormat, type DateFormat } from '#server/mail/date-format.ts'
import { formatPhone } from '#server/tenant/tenant.ts'
import {
  amountsToPay,
  visitSummary,
  cancelRule,
  money,
  chargedFeeText,
  numberRows,
  visitorRows,
  whenRow,
  whereRows,
  type VisitMailProps,
} from './visit-template-parts.ts'

/**
 * What a mail about a visit says. moved: its guest has moved it. changed: the salon has. agreed: the salon
 * has, as its guest knows. asked: the salon asks for another time. `times`: the nearest free times, as links
 * that book them.
 */
export type VisitMail =
  | { type: 'booked' | 'reminder' | 'cancelled' | 'asked' }
  | { type: 'moved' | 'changed' | 'agreed'; before: VisitBefore }
  | { type: 'cancelledBySalon'; times: { label: Date; url: string }[] }

const mailTexts = {
  booked: { subject: 'mail.bookedSubject', title: 'mail.bookedTitle', intro: 'mail.bookedIntro' },
  reminder: { subject: 'mail.reminderSubject', title: 'mail.reminderTitle', intro: 'mail.reminderIntro' },
  cancelled: { subject: 'mail.cancelledSubject', title: 'mail.cancelledTitle', intro: 'mail.cancelledIntro' },
  moved: { subject: 'mail.movedSubject', title: 'mail.movedTitle', intro: 'mail.movedIntro' },
  changed: { subject: 'mail.changedSubject', title: 'mail.changedTitle', intro: 'mail.changedIntro' },
  agreed: { subject: 'mail.movedSubject', title: 'mail.movedTitle', intro: 'mail.agreedIntro' },
  // The salon has changed what it is, and not when.
  altered: { subject: 'mail.alteredSubject', title: 'mail.alteredTitle', intro: 'mail.alteredIntro' },
  asked: { subject: 'mail.askedSubject', title: 'mail.askedTitle', intro: 'mail.askedIntro' },
  cancelledBySalon: {
    subject: 'mail.cancelledBySalonSubject',
    title: 'mail.cancelledBySalonTitle',
    intro: 'mail.cancelledBySalonIntro',
  },
} as const

/** The mail about a visit, in the guest's language and the tenant's colours. */
export function visitMailTemplate(
  mail: VisitMail,
  props: VisitMailProps,
): { subject: string; text: string; html: string } {
  const { type } = mail
  const {
    t,
    tenant: { profile },
    visit,
    locale,
  } = props
  const isAltered = type === 'agreed' && mail.before.start === visit.start.getTime()
  const texts = mailTexts[isAltered ? 'altered' : type]
  const dates = createDateFormat(t, locale, profile.timeZone)
  const company = profile.companyname
  const content: MailContent = {
    locale,
    sender: buildSender(props),
    title: t(texts.title),
    parts: [
      { kind: 'text', text: t('mail.greeting', { name: oneLine(props.firstname) }) },
      { kind: 'text', text: t(texts.intro, { company }) },
      ...buildParts(mail, props, dates),
      ...(type === 'reminder' && props.links.stopReminders
        ? [
            {
              kind: 'links' as const,
              links: [{ label: t('mail.stopReminders'), url: props.links.stopReminders }],
            },
          ]
        : []),
    ],
    footer: t(visit.state === 'cancelled' ? 'mail.footerCancelled' : 'mail.footer', { company }),
  }
  return {
    subject: oneLine(t(texts.subject, { company, when: dates.short(visit.start) })),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

function buildParts(mail: VisitMail, props: VisitMailProps, dates: DateFormat): Part[] {
  switch (mail.type) {
    case 'booked':
    case 'reminder':
      return comingParts(props, dates)
    case 'moved':
    case 'agreed':
      return comingParts(props, dates, mail.before)
    case 'asked':
      return askedParts(props, dates)
    case 'changed':
      return changedParts(props, dates, mail.before)
    case 'cancelled':
      return cancelledParts(props, dates)
    case 'cancelledBySalon':
      return cancelledBySalonParts(props, dates, mail.times)
  }
}

function comingParts(props: VisitMailProps, dates: DateFormat, before?: VisitBefore): Part[] {
  const { t, links, visit } = props
  const beforeRows =
    before && before.start !== visit.start.getTime()
      ? [{ label: t('mail.wasLabel'), lines: [dates.full(new Date(before.start))] }]
      : []
  return [
    {
      kind: 'facts',
      rows: [
        whenRow('mail.whenLabel', props, dates),
        ...beforeRows,
        ...visitorRows(props),
        ...whereRows(props),
        ...numberRows(props),
      ],
    },
    {
      kind: 'links',
      links: [
        { label: t('mail.seeVisit'), url: links.visit, primary: true },
        { label: t('mail.addToCalendar'), url: links.calendar },
      ],
    },
    { kind: 'heading', text: t('mail.servicesHeading') },
    visitSummary(props, dates, amountsToPay(props)),
    { kind: 'heading', text: t('mail.cancelHeading') },
    { kind: 'text', text: cancelRule(props, dates) },
    ...whyNotMoved(props),
    {
      kind: 'links',
      links: [
        ...(links.move ? [{ label: t('mail.moveVisit'), url: links.move }] : []),
        { label: t('mail.cancelVisit'), url: links.cancel },
      ],
    },
  ]
}

/** In place of the link to move the visit, why there is none. */
function whyNotMoved({ t, tenant, moveRefusal }: VisitMailProps): Part[] {
  const { companyname: company, email } = tenant.profile
  const contact = formatPhone(tenant)?.text ?? email
  if (moveRefusal === 'never') return [{ kind: 'text', text: t('move.refusedNever', { company }) }]
  if (moveRefusal === 'too-many')
    return [{ kind: 'text', text: t('move.refusedTooMany', { most: MAX_MOVES, contact }) }]
  return []
}

/** The salon has changed the visit: what is new, and where the guest answers. */
function changedParts(props: VisitMailProps, dates: DateFormat, before: VisitBefore): Part[] {
  const { t, links } = props
  return [
    {
      kind: 'facts',
      rows: [
        whenRow('mail.whenLabel', props, dates),
        {
          label: t('mail.wasLabel'),
          lines: [
            t('change.withMembers', {
              when: dates.full(new Date(before.start)),
              members: before.members.join(', '),
            }),
          ],
        },
        ...visitorRows(props),
        ...whereRows(props),
        ...numberRows(props),
      ],
    },
    { kind: 'text', text: t(links.move ? 'change.lead' : 'change.leadWithoutMove') },
    {
      kind: 'links',
      links: [
        { label: t('mail.changedAnswer'), url: links.answer, primary: true },
        { label: t('change.cancel'), url: links.cancel },
      ],
    },
    { kind: 'heading', text: t('mail.servicesHeading') },
    visitSummary(props, dates, amountsToPay(props)),
  ]
}

/** The salon cannot keep the time: where the guest chooses another, or cancels. */
function askedParts(props: VisitMailProps, dates: DateFormat): Part[] {
  const { t, links } = props
  return [
    { kind: 'facts', rows: [whenRow('mail.whenLabel', props, dates), ...visitorRows(props)] },
    {
      kind: 'links',
      links: [
        ...(links.move ? [{ label: t('mail.askedChoose'), url: links.move, primary: true }] : []),
        { label: t('change.cancel'), url: links.cancel, primary: links.move === null },
      ],
    },
    { kind: 'heading', text: t('mail.servicesHeading') },
    visitSummary(props, dates, amountsToPay(props)),
  ]
}

function cancelledBySalonParts(
  props: VisitMailProps,
  dates: DateFormat,
  times: { label: Date; url: string }[],
): Part[] {
  const { t, visit, links } = props
  const refund =
    visit.refunded > 0
      ? [
          { label: t('mail.paid'), amount: money(props, visit.paid) },
          { label: t('mail.refund'), amount: money(props, visit.refunded), strong: true },
        ]
      : []
  return [
    ...(times.length > 0
      ? [
          { kind: 'heading' as const, text: t('mail.timesHeading') },
          ...times.map(({ label, url }) => ({
            kind: 'links' as const,
            links: [{ label: dates.full(label), url, primary: true }],
          })),
        ]
      : []),
    {
      kind: 'links',
      links: [{ label: t('book.allTimes'), url: links.allTimes, primary: times.length === 0 }],
    },
    { kind: 'facts', rows: [whenRow('mail.wasLabel', props, dates), ...visitorRows(props)] },
    {
      kind: 'text',
      text:
        visit.refunded > 0
          ? t('mail.salonRefund', { refund: money(props, visit.refunded) })
          : t('mail.salonNoFee'),
    },
    { kind: 'heading', text: t('mail.servicesHeading') },
    visitSummary(props, dates, refund),
  ]
}

function cancelledParts(props: VisitMailProps, dates: DateFormat): Part[] {
  const { t, visit, links } = props
  const paid = visit.paid > 0 ? [{ label: t('mail.paid'), amount: money(props, visit.paid) }] : []
  const fee = visit.fee > 0 ? [{ label: t('mail.fee'), amount: money(props, visit.fee) }] : []
  const refund =
    visit.refunded > 0
      ? [{ label: t('mail.refund'), amount: money(props, visit.refunded), strong: true }]
      : []
  return [
    { kind: 'text', text: chargedFeeText(props) },
    { kind: 'facts', rows: [whenRow('mail.wasLabel', props, dates), ...visitorRows(props)] },
    { kind: 'heading', text: t('mail.servicesHeading') },
    visitSummary(props, dates, [...paid, ...fee, ...refund]),
    { kind: 'links', links: [{ label: t('mail.bookAgain'), url: links.again, primary: true }] },
  ]
}
