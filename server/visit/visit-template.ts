import { cancelTerms } from '#domain/visit/cancel.ts'
import type { Locale } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import type { Translate } from '#contract/text.ts'
import type { Tenant } from '../context/context.ts'
import type { FinanceRow } from '../tenant/queries.ts'
import type { VisitWithSegments } from './queries.ts'
import { lateFeeOf, moneyOf } from '../tenant/finance.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '../mail/layout.ts'
import { contactLines, oneLine } from '../mail/contact-lines.ts'
import { createDateFormat, type DateFormat } from '../mail/date-format.ts'

export type VisitMailType = 'booked' | 'reminder' | 'cancelled'
/**
 * URLs of one visit. `again` books the same services; `stopReminders` is null for a guest without an account.
 */
export type VisitLinks = {
  visit: string
  calendar: string
  cancel: string
  again: string
  stopReminders: string | null
}
type VisitMailProps = {
  t: Translate
  locale: Locale
  tenant: Tenant
  finance: FinanceRow
  visit: VisitWithSegments
  firstname: string
  links: VisitLinks
  /** Epoch milliseconds. */
  now: number
}

/** The mail about a visit, in the guest's language and the tenant's colours. */
export function visitMailTemplate(
  type: VisitMailType,
  props: VisitMailProps,
): { subject: string; text: string; html: string } {
  const {
    t,
    tenant: { profile, origin },
    visit,
    locale,
  } = props
  const dates = createDateFormat(t, locale, profile.timeZone)
  const company = profile.companyname
  const content: MailContent = {
    locale,
    sender: { name: company, color: profile.brand.color, url: origin, lines: contactLines(props) },
    title: t(`mail.${type}Title`),
    parts: [
      { kind: 'text', text: t('mail.greeting', { name: oneLine(props.firstname) }) },
      { kind: 'text', text: t(`mail.${type}Intro`, { company }) },
      ...(type === 'cancelled' ? cancelledParts(props, dates) : comingParts(props, dates)),
      ...(type === 'reminder' && props.links.stopReminders
        ? [
            {
              kind: 'links' as const,
              links: [{ label: t('mail.stopReminders'), url: props.links.stopReminders }],
            },
          ]
        : []),
    ],
    footer: t('mail.footer', { company }),
  }
  return {
    subject: oneLine(t(`mail.${type}Subject`, { company, when: dates.short(visit.start) })),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

function comingParts(props: VisitMailProps, dates: DateFormat): Part[] {
  const { t, visit, links } = props
  return [
    { kind: 'facts', rows: [whenRow('mail.whenLabel', props, dates), ...whereRows(props)] },
    {
      kind: 'links',
      links: [
        { label: t('mail.seeVisit'), url: links.visit, primary: true },
        { label: t('mail.addToCalendar'), url: links.calendar },
      ],
    },
    { kind: 'heading', text: t('mail.servicesHeading') },
    billOf(
      props,
      dates,
      visit.paid > 0
        ? [
            { label: t('mail.paid'), amount: money(props, visit.paid) },
            { label: t('mail.toPay'), amount: money(props, Math.max(0, visit.price - visit.paid)) },
          ]
        : [],
    ),
    { kind: 'heading', text: t('mail.cancelHeading') },
    { kind: 'text', text: cancelRule(props, dates) },
    { kind: 'links', links: [{ label: t('mail.cancelVisit'), url: links.cancel }] },
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
    { kind: 'text', text: whatItCost(props) },
    { kind: 'facts', rows: [whenRow('mail.wasLabel', props, dates)] },
    { kind: 'heading', text: t('mail.servicesHeading') },
    billOf(props, dates, [...paid, ...fee, ...refund]),
    { kind: 'links', links: [{ label: t('mail.bookAgain'), url: links.again, primary: true }] },
  ]
}

const whenRow = (
  label: 'mail.whenLabel' | 'mail.wasLabel',
  { t, visit }: VisitMailProps,
  dates: DateFormat,
) => ({
  label: t(label),
  lines: [
    dates.day(visit.start),
    t('mail.timeSpan', { from: dates.clock(visit.start), until: dates.clock(visit.end) }),
  ],
  strong: true,
})

function whereRows({ t, tenant: { profile } }: VisitMailProps) {
  const { address, phone, companyname } = profile
  return [
    ...(address
      ? [
          {
            label: t('mail.whereLabel'),
            lines: [companyname, address.street, `${address.postalcode} ${address.city}`],
          },
        ]
      : []),
    ...(phone
      ? [{ label: t('mail.phoneLabel'), lines: [phone], url: `tel:${phone.replace(/[^+\d]/g, '')}` }]
      : []),
  ]
}

function billOf(
  props: VisitMailProps,
  dates: DateFormat,
  sums: { label: string; amount: string; strong?: boolean }[],
): Part {
  const { t, visit } = props
  return {
    kind: 'bill',
    lines: visit.segments.map((segment) => ({
      title: segment.serviceName,
      detail: t('mail.withMember', { time: dates.clock(segment.start), member: segment.member.name }),
      amount: money(props, segment.price),
    })),
    sums: [{ label: t('mail.total'), amount: money(props, visit.price), strong: true }, ...sums],
  }
}

/** The same terms as on the cancel page, now and after the deadline. */
function cancelRule(props: VisitMailProps, dates: DateFormat): string {
  const { t, visit, finance, tenant, now } = props
  const start = visit.start.getTime()
  const visitTerms = {
    start,
    limitHours: tenant.profile.tenantMessages.cancelLimit,
    price: visit.price,
    paid: visit.paid,
    lateFee: lateFeeOf(finance, tenant, visit.currency),
  }
  const terms = cancelTerms({ ...visitTerms, now })
  const fee = cancelTerms({ ...visitTerms, now: start }).fee
  if (fee === 0) return t('mail.cancelAlwaysFree')
  if (terms.late) return t('mail.cancelLate', { hours: terms.limitHours, fee: money(props, fee) })
  return t('mail.cancelFreeUntil', { deadline: dates.full(new Date(terms.deadline)), fee: money(props, fee) })
}

function whatItCost(props: VisitMailProps): string {
  const { t, visit } = props
  const amounts = {
    fee: money(props, visit.fee),
    paid: money(props, visit.paid),
    refund: money(props, visit.refunded),
  }
  if (visit.fee === 0) return visit.refunded > 0 ? t('mail.feeNoneRefund', amounts) : t('mail.feeNone')
  if (visit.refunded > 0) return t('mail.feeRefund', amounts)
  return visit.paid > 0 ? t('mail.feeKept', amounts) : t('mail.feeDue', amounts)
}

const money = ({ visit, locale, finance, tenant }: VisitMailProps, minor: number) =>
  formatMoney(minor, visit.currency, locale, moneyOf(finance, tenant, visit.currency).symbol)
