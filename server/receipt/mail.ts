import { isCollected } from '#domain/checkout/shipping.ts'
import { createDateText } from '#domain/date-text.ts'
import { DAY_MS } from '#domain/day.ts'
import { intlLocale, resolveLanguage, type Locale } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import { phoneText } from '#domain/phone.ts'
import { includesVat, isExempt } from '#domain/vat.ts'
import type { Translate } from '#contract/text.ts'
import { receiptLink, withdrawalLink } from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import { oneLine, buildSender } from '../mail/contact-lines.ts'
import { createDateFormat, type DateFormat } from '../mail/date-format.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '../mail/layout.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { vatSums } from '../mail/vat-sums.ts'
import { enqueueMail } from '../mail/enqueue-mail.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { deriveHandle } from '../secret/handle.ts'
import type { ReceiptRow } from './queries.ts'
import { toReceipt } from './to-response.ts'
import { readGuestWords, type GuestWords } from '../translation/tenant-text.ts'

/** How long the texts of a mail about an order are kept: until 14 days after it nobody withdraws any more. */
const TTL_MS = 60 * DAY_MS

/** The texts of the mails about an order. */
const mailTexts = {
  order: { subject: 'mail.orderSubject', title: 'mail.orderTitle', intro: 'mail.orderIntro' },
  orderNotice: {
    subject: 'mail.orderNoticeSubject',
    title: 'mail.orderNoticeTitle',
    intro: 'mail.orderNoticeIntro',
  },
  orderDispatched: {
    subject: 'mail.orderDispatchedSubject',
    title: 'mail.orderDispatchedTitle',
    intro: 'mail.orderDispatchedIntro',
  },
  orderHandedOver: {
    subject: 'mail.orderHandedOverSubject',
    title: 'mail.orderHandedOverTitle',
    intro: 'mail.orderHandedOverIntro',
  },
  orderCancelled: {
    subject: 'mail.orderCancelledSubject',
    title: 'mail.orderCancelledTitle',
    intro: 'mail.orderCancelledIntro',
  },
  orderRefunded: {
    subject: 'mail.orderRefundedSubject',
    title: 'mail.orderRefundedTitle',
    intro: 'mail.orderRefundedIntro',
  },
  orderWithdrawn: {
    subject: 'mail.orderWithdrawnSubject',
    title: 'mail.orderWithdrawnTitle',
    intro: 'mail.orderWithdrawnIntro',
  },
  withdrawalNotice: {
    subject: 'mail.withdrawalNoticeSubject',
    title: 'mail.withdrawalNoticeTitle',
    intro: 'mail.withdrawalNoticeIntro',
  },
  reservation: {
    subject: 'mail.reservationSubject',
    title: 'mail.reservationTitle',
    intro: 'mail.reservationIntro',
  },
  paymentReturned: {
    subject: 'mail.paymentReturnedSubject',
    title: 'mail.paymentReturnedTitle',
    intro: 'mail.paymentReturnedIntro',
  },
} as const
type About = keyof typeof mailTexts

/** The texts of a mail with what formats their values. */
export type MailTexts = {
  locale: Locale
  t: Translate
  dates: DateFormat
  /** '3 December 2026' */
  date: (at: Date) => string
  money: (minor: number) => string
  /** Texts of the tenant in this language. */
  words: GuestWords
  /** Of the company; null: it has named none. */ vatNumber: string | null
}

type OrderMessage = {
  to: 'guest' | 'salon'
  about: About
  /** Idempotency key: one mail for each event. */
  key: string
  /** Values of its texts, beside company, name and number. */
  facts?: (texts: MailTexts) => Record<string, string>
  /** What follows the first sentence. */
  parts: (texts: MailTexts) => Part[] | Promise<Part[]>
}

/**
 * Enqueues the receipt to the guest and the notice to the salon. Commits with the order. Idempotent.
 * @throws when the order has no number yet.
 */
export async function enqueueOrderMail(ctx: MailContext, tx: Tx, row: ReceiptRow): Promise<void> {
  if (row.orderNumber === null) throw new Error('an order without a number')
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'guest',
    about: 'order',
    key: `order:${row.id}`,
    parts: async (texts) => [
      await orderSummary(ctx, tx, row, texts),
      ...moneyState(row, texts),
      ...delivery(ctx, row, texts),
      ...pickupReady(row, texts),
      {
        kind: 'text',
        text: texts.t(isCollectedOrder(row) ? 'mail.withdrawalInfoCollect' : 'mail.withdrawalInfo'),
        muted: true,
      },
      links(ctx, row, texts.t, { withdrawal: true }),
    ],
  })
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'salon',
    about: 'orderNotice',
    key: `order-notice:${row.id}`,
    parts: async (texts) => [await orderSummary(ctx, tx, row, texts), ...delivery(ctx, row, texts)],
  })
}

/** Enqueues a mail about an order; none to a guest whose details are deleted. Idempotent by its key. */
export async function enqueueOrderMessage(
  ctx: MailContext,
  tx: Tx,
  row: ReceiptRow,
  message: OrderMessage,
): Promise<void> {
  const { tenant, deps } = ctx
  const { contact_email, email, default: own, timeZone } = tenant.profile
  const isGuest = message.to === 'guest'
  const to = isGuest ? row.customer.email : (contact_email ?? email)
  if (to === '') return
  const locale = resolveLanguage({
    guest: isGuest ? row.language : own.language,
    tenantDefault: own.language,
    declared: deps.locales,
  })
  const t = deps.text(locale)
  const finance = await getFinance(tx)
  const { currency, symbol } = toMoney(finance, tenant, row.currency)
  const texts = {
    locale,
    t,
    dates: createDateFormat(t, locale, timeZone),
    date: createDateText(intlLocale(locale), { timeZone, dateStyle: 'long' }),
    money: (minor: number) => formatMoney(minor, currency, locale, symbol),
    words: await readGuestWords(ctx, tx, locale, tenantTexts(row)),
    vatNumber: finance.vatNumber ?? null,
  }
  await enqueueMail(ctx, tx, {
    ...(await render(ctx, row, message, texts)),
    key: message.key,
    to,
    wipeAt: new Date(deps.now() + TTL_MS),
  })
}

const tenantTexts = ({ items, shipping, discounts }: ReceiptRow): string[] => [
  ...items.map(({ displayName }) => displayName),
  ...items.flatMap(({ vat }) => (isExempt(vat) ? [vat.exempt] : [])),
  ...(shipping ? [shipping.name] : []),
  ...discounts.map(({ name }) => name),
]

async function render(
  ctx: MailContext,
  { customer: { firstName, lastName }, orderNumber }: ReceiptRow,
  { to, about, facts: more, parts }: OrderMessage,
  texts: MailTexts,
) {
  const { companyname: company } = ctx.tenant.profile
  const { t, locale, vatNumber } = texts
  const name = oneLine(`${firstName} ${lastName}`)
  const facts = { company, name, number: String(orderNumber), ...more?.(texts) }
  const content: MailContent = {
    locale,
    sender: buildSender(ctx),
    title: t(mailTexts[about].title, facts),
    parts: [
      ...(to === 'guest'
        ? [{ kind: 'text' as const, text: t('mail.greeting', { name: oneLine(firstName) }) }]
        : []),
      { kind: 'text', text: t(mailTexts[about].intro, facts) },
      ...(await parts(texts)),
      ...(to === 'guest' && vatNumber !== null
        ? [
            {
              kind: 'text' as const,
              text: `${company}, ${t('vat.number', { number: vatNumber })}`,
              muted: true,
            },
          ]
        : []),
    ],
    footer: t(to === 'guest' ? 'mail.orderFooter' : 'mail.orderNoticeFooter', { company }),
  }
  return {
    subject: oneLine(t(mailTexts[about].subject, facts)),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

/** Leads to the receipt, and to the page that withdraws from the contract. */
export function links(
  { tenant, deps }: MailContext,
  { id }: ReceiptRow,
  t: Translate,
  { withdrawal = false }: { withdrawal?: boolean } = {},
): Part {
  const handle = deriveHandle(deps.secret, 'receipt', tenant.id, id)
  const to = (link: string) => tenant.origin + link
  return {
    kind: 'links',
    links: [
      { label: t('mail.seeReceipt'), url: to(receiptLink({ handle })), primary: true },
      ...(withdrawal ? [{ label: t('order.withdraw'), url: to(withdrawalLink({ receipt: handle })) }] : []),
    ],
  }
}

/** The lines of an order and its sums. */
export async function orderSummary(
  { tenant }: MailContext,
  tx: Tx,
  row: ReceiptRow,
  { t, locale, money, words }: MailTexts,
): Promise<Part> {
  const receipt = toReceipt(row, { tenant, finance: await getFinance(tx) })
  const { shipping, shippingDiscount } = receipt
  const toPay = shipping ? shipping.priceIncVat - shippingDiscount : 0
  return {
    kind: 'bill',
    lines: receipt.cart.products.map(({ displayName, brandName, size, quantity, priceIncVat, total }) => ({
      title: [brandName, words(displayName), size].filter(Boolean).join(' · '),
      detail: t('checkout.each', { quantity, price: money(priceIncVat) }),
      amount: money(total),
    })),
    sums: [
      ...receipt.discountLines
        .filter(({ amountIncVat }) => amountIncVat > 0)
        .map(({ description, amountIncVat }) => ({
          label: words(description),
          amount: money(-amountIncVat),
        })),
      ...(shipping
        ? [{ label: words(shipping.name), amount: toPay === 0 ? t('format.free') : money(toPay) }]
        : []),
      {
        label: t(includesVat(receipt.vat) ? 'mail.total' : 'vat.total'),
        amount: money(receipt.total),
        strong: true,
      },
      ...vatSums(receipt.vat, { t, locale, money }, words),
    ],
  }
}

const moneyState = (row: ReceiptRow, { t }: MailTexts): Part[] =>
  row.status === 'PENDING_COLLECT_INTENTS'
    ? [
        {
          kind: 'text',
          text: t(isCollectedOrder(row) ? 'orders.reservedCollect' : 'orders.reserved'),
          muted: true,
        },
      ]
    : []

/** Whether the guest comes to the salon for an order: it is handed over, not sent. */
export const isCollectedOrder = ({ shipping }: ReceiptRow): boolean =>
  shipping !== null && isCollected(shipping.type)

/** When an order that the guest collects is ready. */
function pickupReady({ shipping }: ReceiptRow, { t }: MailTexts): Part[] {
  if (!shipping) return []
  if (isCollected(shipping.type)) return [{ kind: 'text', text: t('checkout.readyHere') }]
  return shipping.pickupLocation ? [{ kind: 'text', text: t('checkout.readyThere') }] : []
}

/** Where the order goes: the pickup location, the salon where it is collected, else the guest's address. */
export function delivery(
  { tenant }: MailContext,
  { customer, shipping }: ReceiptRow,
  { t, words }: MailTexts,
): Part[] {
  if (!shipping) return []
  const { pickupLocation } = shipping
  const { companyname, address: salon } = tenant.profile
  const { firstName, lastName, address, postalCode, city, email } = customer
  const phone = phoneText(customer.phone, customer.country)
  const place = pickupLocation
    ? [
        pickupLocation.name,
        `${pickupLocation.address.street} ${pickupLocation.address.houseNumber}`.trim(),
        `${pickupLocation.address.zipCode} ${pickupLocation.address.city}`,
      ]
    : shipping.type === 'pickupInStore'
      ? [companyname, ...(salon ? [salon.street, `${salon.postalcode} ${salon.city}`] : [])]
      : [address, `${postalCode} ${city}`]
  return [
    {
      kind: 'facts',
      rows: [
        { label: words(shipping.name), lines: place.map(oneLine) },
        { label: t('checkout.customer'), lines: [`${firstName} ${lastName}`, email, phone].map(oneLine) },
      ],
    },
  ]
}
