import { includesVat, visitVat } from '#domain/vat.ts'
import { addonText, pricedParts, sumAddonPrices } from '#domain/visit/addons.ts'
import { hasOpenPrice } from '#domain/visit/services.ts'
import type { MoveRefusal } from '#domain/visit/move.ts'
import { durationText } from '#domain/duration.ts'
import { cancelTerms, lastCancellationFee } from '#domain/visit/cancel.ts'
import type { Locale } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import { routeLink } from '#domain/route-link.ts'
import type { Translate } from '#contract/text.ts'
import type { Tenant } from '#server/context/context.ts'
import type { FinanceRow } from '#server/tenant/queries.ts'
import type { VisitWithSegments } from '../queries.ts'
import { findCancellationFee, toMoney } from '#server/tenant/finance.ts'
import { formatPhone } from '#server/tenant/tenant.ts'
import type { Part } from '#server/mail/layout.ts'
import { vatSums } from '#server/mail/vat-sums.ts'
import type { DateFormat } from '#server/mail/date-format.ts'
import { changesOf } from '../changes.ts'

/**
 * URLs of one visit. `allTimes` of the same services, `again` with the same people; `stopReminders` is null
 * for a guest without an account, `move` for a visit that its guest cannot move. `answer`: where the guest
 * answers a change by the salon.
 */
export type VisitLinks = {
  visit: string
  calendar: string
  cancel: string
  move: string | null
  answer: string
  allTimes: string
  again: string
  stopReminders: string | null
}
/** What a mail about a visit is written from, to whomever it goes. */
export type VisitFacts = {
  t: Translate
  locale: Locale
  tenant: Tenant
  finance: FinanceRow
  visit: VisitWithSegments
}
export type VisitMailProps = VisitFacts & {
  firstname: string
  links: VisitLinks
  /** Why its guest cannot move it; null where they can. */
  moveRefusal: MoveRefusal | null
  /** Epoch milliseconds. */
  now: number
}

/** The day and the time of a visit, as a row of facts. */
export const whenRow = (
  label: 'mail.whenLabel' | 'mail.wasLabel',
  { t, visit }: VisitFacts,
  dates: DateFormat,
) => ({
  label: t(label),
  lines: [
    dates.day(visit.start),
    t('mail.timeSpan', { from: dates.clock(visit.start), until: dates.clock(visit.end) }),
  ],
  strong: true,
})

/** Who comes, where the guest has booked for another person. */
export const visitorRows = ({ t, visit: { visitor } }: VisitFacts) =>
  visitor ? [{ label: t('booking.bookedFor'), lines: [visitor] }] : []

/** The number by which the guest can name the visit. */
export const numberRows = ({ t, visit: { number } }: VisitFacts) =>
  number ? [{ label: t('mail.numberLabel'), lines: [number] }] : []

/** Where the visit is, and the telephone number. */
export function whereRows({ t, tenant }: VisitMailProps) {
  const { address, companyname } = tenant.profile
  const phone = formatPhone(tenant)
  return [
    ...(address
      ? [
          {
            label: t('mail.whereLabel'),
            lines: [companyname, address.street, `${address.postalcode} ${address.city}`],
            url: routeLink(address),
          },
        ]
      : []),
    ...(phone ? [{ label: t('mail.phoneLabel'), lines: [phone.text], url: `tel:${phone.tel}` }] : []),
  ]
}

/** The services with their prices, the total, and `sums`. */
export function visitSummary(
  props: VisitFacts,
  dates: DateFormat,
  sums: { label: string; amount: string; strong?: boolean }[],
): Part {
  const { t, locale, visit, finance } = props
  const vat = visitVat(pricedParts(visit.segments), finance.vatPercent)
  return {
    kind: 'bill',
    lines: visit.segments.flatMap((segment) => [
      {
        title: segment.serviceName,
        detail: [
          t('mail.withMember', { time: dates.clock(segment.start), member: segment.member.name }),
          durationText(locale, (segment.end.getTime() - segment.start.getTime()) / 60_000),
        ].join(', '),
        amount: costText(props, segment.price - sumAddonPrices(segment.addons), segment.from),
      },
      ...segment.addons.map((addon) => ({
        title: addonText(addon),
        detail: '',
        amount: costText(props, addon.count * addon.price, false),
      })),
    ]),
    sums: [
      {
        label: t(includesVat(vat) ? 'mail.total' : 'vat.total'),
        amount: priceText(props, visit.price, hasOpenPrice(visit)),
        strong: true,
      },
      ...vatSums(vat ?? [], { t, locale, money: (minor) => money(props, minor) }),
      ...sums,
    ],
  }
}

/** What was paid and what is left to pay, for a visit that was paid in part or moved late. */
export function amountsToPay(props: VisitMailProps): { label: string; amount: string }[] {
  const { t, visit } = props
  const { price, paid, fee } = visit
  const moved = fee > 0 ? [{ label: t('mail.moveFee'), amount: money(props, fee) }] : []
  const before = paid > 0 ? [{ label: t('mail.paid'), amount: money(props, paid) }] : []
  const left = priceText(props, Math.max(0, price + fee - paid), hasOpenPrice(visit))
  const open = { label: t('mail.toPay'), amount: left }
  return moved.length + before.length > 0 ? [...moved, ...before, open] : []
}

/** The same terms as on the cancel page, now and after the deadline. */
export function cancelRule(props: VisitMailProps, dates: DateFormat): string {
  const { t, visit, finance, tenant, now } = props
  const start = visit.start.getTime()
  const visitTerms = {
    ...changesOf(visit),
    start,
    limitHours: tenant.profile.tenantMessages.cancelLimit,
    price: visit.price,
    paid: visit.paid,
    lateFee: findCancellationFee(finance, tenant, visit.currency),
  }
  const terms = cancelTerms({ ...visitTerms, now })
  if (terms.reason === 'salon') return t('mail.cancelAlwaysFree')
  if (terms.reason === 'moved' && terms.fee > 0)
    return t('mail.cancelMoved', { fee: money(props, terms.fee) })
  const lateFee = lastCancellationFee(visitTerms)
  return limitRule({ t, dates, fee: money(props, lateFee) }, { ...terms, lateFee })
}

/** Until when cancelling is free, and the fee after that. */
export function limitRule(
  { t, dates, fee }: { t: Translate; dates: DateFormat; fee: string },
  terms: { limitHours: number; deadline: number; late: boolean; lateFee: number },
): string {
  if (terms.lateFee === 0) return t('mail.cancelAlwaysFree')
  if (terms.late) return t('mail.cancelLate', { hours: terms.limitHours, fee })
  return t('mail.cancelFreeUntil', { deadline: dates.full(new Date(terms.deadline)), fee })
}

/** What cancelling the visit has cost. */
export function chargedFeeText(props: VisitMailProps): string {
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

const costText = (props: VisitFacts, minor: number, from: boolean): string =>
  minor === 0 && !from ? props.t('format.free') : priceText(props, minor, from)

const priceText = (props: VisitFacts, minor: number, from: boolean): string =>
  from ? props.t('format.from', { price: money(props, minor) }) : money(props, minor)

/** An amount in minor units as the reader of the mail knows it. */
export const money = ({ visit, locale, finance, tenant }: VisitFacts, minor: number) =>
  formatMoney(minor, visit.currency, locale, toMoney(finance, tenant, visit.currency).symbol)
