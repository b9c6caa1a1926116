import { phoneText } from '#domain/phone.ts'
import { toPlainText, withoutLinks } from '#domain/plain-text.ts'
import type { VisitBefore } from '#contract/visit/visit.ts'
import { oneLine, buildSender } from '#server/mail/contact-lines.ts'
import { createDateFormat, type DateFormat } from '#server/mail/date-format.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '#server/mail/layout.ts'
import type { VisitWithSegments } from '../queries.ts'
import { numberRows, visitSummary, money, whenRow, type VisitFacts } from './visit-template-parts.ts'

/** What a guest has done. `handedOver`: the reader performed it until now, and no longer does. */
export type SalonMail =
  | { type: 'salonBooked' | 'salonCancelled' | 'salonNoted' }
  | { type: 'salonMoved'; before: VisitBefore; handedOver: boolean }

const mailTexts = {
  salonBooked: {
    subject: 'mail.salonBookedSubject',
    title: 'mail.salonBookedTitle',
    intro: 'mail.salonBookedIntro',
  },
  salonNoted: {
    subject: 'mail.salonNotedSubject',
    title: 'mail.salonNotedTitle',
    intro: 'mail.salonNotedIntro',
  },
  salonMoved: {
    subject: 'mail.salonMovedSubject',
    title: 'mail.salonMovedTitle',
    intro: 'mail.salonMovedIntro',
  },
  salonCancelled: {
    subject: 'mail.salonCancelledSubject',
    title: 'mail.salonCancelledTitle',
    intro: 'mail.salonCancelledIntro',
  },
} as const

type Sum = { label: string; amount: string; strong?: boolean }

/** The mail to the salon about a visit, in the tenant's language. */
export function salonMailTemplate(
  mail: SalonMail,
  props: VisitFacts,
): { subject: string; text: string; html: string } {
  const { t, locale, tenant, visit } = props
  const { companyname: company, timeZone } = tenant.profile
  const texts = mailTexts[mail.type]
  const dates = createDateFormat(t, locale, timeZone)
  const facts = { name: formatGuestName(visit), when: dates.short(visit.start) }
  // The guest has done it, also where another person comes.
  const intro = t(texts.intro, { ...facts, name: formatGuestName({ ...visit, visitor: null }) })
  const content: MailContent = {
    locale,
    sender: buildSender(props),
    title: t(texts.title),
    parts: [{ kind: 'text', text: intro }, ...buildParts(mail, props, dates)],
    footer: t('mail.salonFooter', { company }),
  }
  return {
    subject: oneLine(t(texts.subject, facts)),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

/**
 * Whose visit it is: the name, else what the salon can reach the guest by. Who comes is named before the
 * guest who has booked it for them.
 */
export function formatGuestName({ guest, contact, visitor }: VisitWithSegments): string {
  const { firstname = '', lastname = '', email, mobile } = guest ?? contact ?? {}
  const name = [oneLine(toPlainText(`${firstname} ${lastname}`)), email, mobile].find(Boolean) ?? ''
  return visitor ? `${visitor} (${name})` : name
}

/** What the guest has written, for a mail. */
export const noteLines = ({ note }: VisitWithSegments): string[] =>
  note ? withoutLinks(note).split('\n') : []

function buildParts(mail: SalonMail, props: VisitFacts, dates: DateFormat): Part[] {
  const { t, visit } = props
  const isCancelled = mail.type === 'salonCancelled'
  const when = whenRow(isCancelled ? 'mail.wasLabel' : 'mail.whenLabel', props, dates)
  const note = formatNote(mail, props)
  return [
    ...(note ? [{ kind: 'text' as const, text: note }] : []),
    {
      kind: 'facts',
      rows: [
        when,
        ...(mail.type === 'salonMoved'
          ? [{ label: t('mail.salonBefore'), lines: [timeBefore(mail.before, props, dates)] }]
          : []),
        ...guestRows(props),
        ...numberRows(props),
        ...noteRows(mail, props),
      ],
    },
    visitSummary(props, dates, isCancelled ? cancelSums(props) : sumsToPay(props, visit.fee)),
  ]
}

/** What the reader must know before the details. */
function formatNote(mail: SalonMail, { t, visit }: VisitFacts): string | null {
  if (mail.type === 'salonCancelled') return visit.fee === 0 ? t('mail.salonFeeNone') : null
  return mail.type === 'salonMoved' && mail.handedOver
    ? t('mail.salonHandedOver', {
        members: [...new Set(visit.segments.map(({ member }) => member.name))].join(', '),
      })
    : null
}

const timeBefore = ({ start, members }: VisitBefore, { t }: VisitFacts, dates: DateFormat): string =>
  t('change.withMembers', { when: dates.full(new Date(start)), members: members.join(', ') })

function guestRows({ t, tenant, visit }: VisitFacts) {
  const { email, mobile } = visit.guest ?? visit.contact ?? {}
  const phone = mobile && phoneText(mobile, tenant.profile.default.countryCode)
  return [
    { label: t('mail.salonGuest'), lines: [formatGuestName(visit)], strong: true },
    ...(phone ? [{ label: t('mail.phoneLabel'), lines: [phone], url: `tel:${mobile}` }] : []),
    ...(email ? [{ label: t('booking.email'), lines: [email], url: `mailto:${email}` }] : []),
  ]
}

function noteRows({ type }: SalonMail, { t, visit }: VisitFacts) {
  const lines = noteLines(visit)
  if (lines.length === 0 && type !== 'salonNoted') return []
  return [{ label: t('mail.salonNote'), lines: lines.length > 0 ? lines : ['–'] }]
}

function sumsToPay(props: VisitFacts, fee: number): Sum[] {
  const { t, visit } = props
  const sums = [
    ...(fee > 0 ? [{ label: t('mail.moveFee'), amount: money(props, fee) }] : []),
    ...paidSum(props),
  ]
  return sums.length > 0 ? [...sums, openSum(props, visit.price + fee - visit.paid)] : []
}

function cancelSums(props: VisitFacts): Sum[] {
  const {
    t,
    visit: { fee, paid, refunded },
  } = props
  const open = fee - (paid - refunded)
  return [
    ...(fee > 0 ? [{ label: t('mail.fee'), amount: money(props, fee), strong: true }] : []),
    ...paidSum(props),
    ...(refunded > 0 ? [{ label: t('mail.salonRefunded'), amount: money(props, refunded) }] : []),
    ...(open > 0 ? [openSum(props, open)] : []),
  ]
}

const paidSum = (props: VisitFacts): Sum[] =>
  props.visit.paid > 0 ? [{ label: props.t('mail.paid'), amount: money(props, props.visit.paid) }] : []

const openSum = (props: VisitFacts, amount: number): Sum => ({
  label: props.t('mail.salonToPay'),
  amount: money(props, Math.max(0, amount)),
})
