import { cancelTerms } from '#domain/visit/cancel.ts'
import type { Locale } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import type { Translate } from '#contract/text.ts'
import type { Tenant } from '../context.ts'
import type { FinanceRow } from '../data/tenant.ts'
import type { VisitWithSegments } from '../data/visit.ts'
import { lateFeeOf, moneyOf } from '../money.ts'
import { letterHtml, letterText, type Letter, type Part } from './layout.ts'
import { timeWords, type Words } from './when.ts'

export type Occasion = 'booked' | 'reminder' | 'cancelled'
/** Addresses that belong to one visit alone; `again` books the same services, `stopReminders` is there for a guest with an account. */
export type VisitLinks = {
  visit: string
  calendar: string
  cancel: string
  again: string
  stopReminders: string | null
}
type VisitStory = {
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

/** The mail that tells a guest of a visit, in the guest's language and the tenant's colours. */
export function visitLetter(
  occasion: Occasion,
  story: VisitStory,
): { subject: string; text: string; html: string } {
  const {
    t,
    tenant: { profile, origin },
    visit,
    locale,
  } = story
  const words = timeWords(t, locale, profile.timeZone)
  const company = profile.companyname
  const letter: Letter = {
    locale,
    sender: { name: company, color: profile.brand.color, url: origin, lines: contactLines(story) },
    title: t(`mail.${occasion}Title`),
    parts: [
      { kind: 'words', text: t('mail.greeting', { name: oneLine(story.firstname) }) },
      { kind: 'words', text: t(`mail.${occasion}Intro`, { company }) },
      ...(occasion === 'cancelled' ? cancelledParts(story, words) : comingParts(story, words)),
      ...(occasion === 'reminder' && story.links.stopReminders
        ? [
            {
              kind: 'links' as const,
              links: [{ label: t('mail.stopReminders'), url: story.links.stopReminders }],
            },
          ]
        : []),
    ],
    footer: t('mail.footer', { company }),
  }
  return {
    subject: oneLine(t(`mail.${occasion}Subject`, { company, when: words.short(visit.start) })),
    text: letterText(letter),
    html: letterHtml(letter),
  }
}

function comingParts(story: VisitStory, words: Words): Part[] {
  const { t, visit, links } = story
  return [
    { kind: 'facts', rows: [whenRow('mail.whenLabel', story, words), ...whereRows(story)] },
    {
      kind: 'links',
      links: [
        { label: t('mail.seeVisit'), url: links.visit, primary: true },
        { label: t('mail.addToCalendar'), url: links.calendar },
      ],
    },
    { kind: 'heading', text: t('mail.servicesHeading') },
    billOf(
      story,
      words,
      visit.paid > 0
        ? [
            { label: t('mail.paid'), amount: money(story, visit.paid) },
            { label: t('mail.toPay'), amount: money(story, Math.max(0, visit.price - visit.paid)) },
          ]
        : [],
    ),
    { kind: 'heading', text: t('mail.cancelHeading') },
    { kind: 'words', text: cancelRule(story, words) },
    { kind: 'links', links: [{ label: t('mail.cancelVisit'), url: links.cancel }] },
  ]
}

function cancelledParts(story: VisitStory, words: Words): Part[] {
  const { t, visit, links } = story
  const paid = visit.paid > 0 ? [{ label: t('mail.paid'), amount: money(story, visit.paid) }] : []
  const fee = visit.fee > 0 ? [{ label: t('mail.fee'), amount: money(story, visit.fee) }] : []
  const refund =
    visit.refunded > 0
      ? [{ label: t('mail.refund'), amount: money(story, visit.refunded), strong: true }]
      : []
  return [
    { kind: 'words', text: whatItCost(story) },
    { kind: 'facts', rows: [whenRow('mail.wasLabel', story, words)] },
    { kind: 'heading', text: t('mail.servicesHeading') },
    billOf(story, words, [...paid, ...fee, ...refund]),
    { kind: 'links', links: [{ label: t('mail.bookAgain'), url: links.again, primary: true }] },
  ]
}

const whenRow = (label: 'mail.whenLabel' | 'mail.wasLabel', { t, visit }: VisitStory, words: Words) => ({
  label: t(label),
  lines: [
    words.day(visit.start),
    t('mail.timeSpan', { from: words.clock(visit.start), until: words.clock(visit.end) }),
  ],
  strong: true,
})

function whereRows({ t, tenant: { profile } }: VisitStory) {
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
  story: VisitStory,
  words: Words,
  sums: { label: string; amount: string; strong?: boolean }[],
): Part {
  const { t, visit } = story
  return {
    kind: 'bill',
    lines: visit.segments.map((segment) => ({
      title: segment.serviceName,
      detail: t('mail.withMember', { time: words.clock(segment.start), member: segment.member.name }),
      amount: money(story, segment.price),
    })),
    sums: [{ label: t('mail.total'), amount: money(story, visit.price), strong: true }, ...sums],
  }
}

/** The same terms as on the page that cancels, now and from the deadline on. */
function cancelRule(story: VisitStory, words: Words): string {
  const { t, visit, finance, tenant, now } = story
  const start = visit.start.getTime()
  const asked = {
    start,
    limitHours: tenant.profile.tenantMessages.cancelLimit,
    price: visit.price,
    paid: visit.paid,
    lateFee: lateFeeOf(finance, tenant, visit.currency),
  }
  const terms = cancelTerms({ ...asked, now })
  const fee = cancelTerms({ ...asked, now: start }).fee
  if (fee === 0) return t('mail.cancelAlwaysFree')
  if (terms.late) return t('mail.cancelLate', { hours: terms.limitHours, fee: money(story, fee) })
  return t('mail.cancelFreeUntil', { deadline: words.full(new Date(terms.deadline)), fee: money(story, fee) })
}

function whatItCost(story: VisitStory): string {
  const { t, visit } = story
  const amounts = {
    fee: money(story, visit.fee),
    paid: money(story, visit.paid),
    refund: money(story, visit.refunded),
  }
  if (visit.fee === 0) return visit.refunded > 0 ? t('mail.feeNoneRefund', amounts) : t('mail.feeNone')
  if (visit.refunded > 0) return t('mail.feeRefund', amounts)
  return visit.paid > 0 ? t('mail.feeKept', amounts) : t('mail.feeDue', amounts)
}

const money = ({ visit, locale, finance, tenant }: VisitStory, minor: number) =>
  formatMoney(minor, visit.currency, locale, moneyOf(finance, tenant, visit.currency).symbol)

/** Where the tenant is and how to reach it, under every mail. */
export function contactLines({ tenant: { profile } }: Pick<VisitStory, 'tenant'>): string[] {
  const { address, phone, contact_email, email } = profile
  return [
    ...(address ? [`${address.street}, ${address.postalcode} ${address.city}`] : []),
    ...(phone ? [phone] : []),
    contact_email ?? email,
  ]
}

/** Fit for a header, or for the first line of a mail. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\s\u2028\u2029]+/gu, ' ').trim()
