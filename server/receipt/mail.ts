import { resolveLanguage, type Locale } from '#domain/language.ts'
import { formatMoney } from '#domain/money.ts'
import type { Translate } from '#contract/text.ts'
import { receiptLink } from '#contract/links.ts'
import type { Tx } from '../database/db.ts'
import { contactLines, oneLine } from '../mail/contact-lines.ts'
import { renderMailHtml, renderMailText, type MailContent, type Part } from '../mail/layout.ts'
import type { MailContext } from '../mail/mail-context.ts'
import { createMail } from '../mail/queries.ts'
import { moneyOf } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { handleOf } from '../visit/handle.ts'
import type { ReceiptRow } from './queries.ts'
import { toReceipt } from './to-response.ts'

/** How long the texts of a mail about an order are kept: until 14 days after it nobody withdraws any more. */
const TTL_MS = 60 * 24 * 3_600_000

/**
 * Enqueues the receipt to the guest and the notice to the salon. Commits with the order. Idempotent.
 * @throws when the order has no number yet.
 */
export async function enqueueOrderMail(ctx: MailContext, tx: Tx, row: ReceiptRow): Promise<void> {
  const { tenant, deps } = ctx
  if (row.orderNumber === null) throw new Error('an order without a number')
  const { contact_email, email, default: own } = tenant.profile
  const guest = { to: row.customer.email, key: `order:${row.id}`, language: row.language }
  const salon = { to: contact_email ?? email, key: `order-notice:${row.id}`, language: own.language }
  for (const one of [guest, salon]) {
    const locale = resolveLanguage({
      guest: one.language,
      tenantDefault: own.language,
      declared: deps.locales,
    })
    const id = await createMail(tx, {
      ...(await render(ctx, tx, row, { locale, about: one === guest ? 'order' : 'orderNotice' })),
      key: one.key,
      to: one.to,
      ics: null,
      icsMethod: null,
      unsubscribe: null,
      secret: false,
      wipeAt: new Date(deps.now() + TTL_MS),
      createdAt: new Date(deps.now()),
    })
    if (id) await deps.jobs.sendMail(tx, id)
  }
}

async function render(
  ctx: MailContext,
  tx: Tx,
  row: ReceiptRow,
  { locale, about }: { locale: Locale; about: 'order' | 'orderNotice' },
) {
  const { tenant, deps } = ctx
  const t = deps.text(locale)
  const company = tenant.profile.companyname
  const name = oneLine(`${row.customer.firstName} ${row.customer.lastName}`)
  const facts = { company, name, number: String(row.orderNumber) }
  const content: MailContent = {
    locale,
    sender: {
      name: company,
      color: tenant.profile.brand.color,
      url: tenant.origin,
      lines: contactLines(ctx),
    },
    title: t(`mail.${about}Title`, facts),
    parts: [
      ...(about === 'order'
        ? [{ kind: 'text' as const, text: t('mail.greeting', { name: oneLine(row.customer.firstName) }) }]
        : []),
      { kind: 'text', text: t(`mail.${about}Intro`, facts) },
      await bill(ctx, tx, row, { locale, t }),
      ...delivery(row, t),
      ...(about === 'order'
        ? [
            {
              kind: 'links' as const,
              links: [
                {
                  label: t('mail.seeReceipt'),
                  url:
                    tenant.origin +
                    receiptLink({ handle: handleOf(deps.secret, 'receipt', tenant.id, row.id) }),
                  primary: true,
                },
              ],
            },
          ]
        : []),
    ],
    footer: t(about === 'order' ? 'mail.orderFooter' : 'mail.orderNoticeFooter', { company }),
  }
  return {
    subject: oneLine(t(`mail.${about}Subject`, facts)),
    text: renderMailText(content),
    html: renderMailHtml(content),
  }
}

async function bill(
  { tenant }: MailContext,
  tx: Tx,
  row: ReceiptRow,
  { locale, t }: { locale: Locale; t: Translate },
): Promise<Part> {
  const finance = await getFinance(tx)
  const receipt = toReceipt(row, { tenant, finance })
  const { currency, symbol } = moneyOf(finance, tenant, row.currency)
  const money = (minor: number) => formatMoney(minor, currency, locale, symbol)
  const { shipping, shippingDiscount } = receipt
  const toPay = shipping ? shipping.priceIncVat - shippingDiscount : 0
  return {
    kind: 'bill',
    lines: receipt.cart.products.map(({ displayName, brandName, size, quantity, priceIncVat, total }) => ({
      title: [brandName, displayName, size].filter(Boolean).join(' · '),
      detail: t('checkout.each', { quantity, price: money(priceIncVat) }),
      amount: money(total),
    })),
    sums: [
      ...receipt.discountLines.map(({ description, amountIncVat }) => ({
        label: description,
        amount: money(-amountIncVat),
      })),
      ...(shipping
        ? [{ label: shipping.name, amount: toPay === 0 ? t('checkout.free') : money(toPay) }]
        : []),
      { label: t('mail.total'), amount: money(receipt.total), strong: true },
      ...receipt.vat.map(({ percent, amount }) => ({
        label: t('checkout.vatLine', { percent }),
        amount: money(amount),
      })),
    ],
  }
}

/** Where the order goes: the pickup location, else the guest's address. */
function delivery({ customer, shipping }: ReceiptRow, t: Translate): Part[] {
  if (!shipping) return []
  const { pickupLocation } = shipping
  const { firstName, lastName, address, postalCode, city, phone, email } = customer
  const place = pickupLocation
    ? [
        pickupLocation.name,
        `${pickupLocation.address.street} ${pickupLocation.address.houseNumber}`.trim(),
        `${pickupLocation.address.zipCode} ${pickupLocation.address.city}`,
      ]
    : [address, `${postalCode} ${city}`]
  return [
    {
      kind: 'facts',
      rows: [
        { label: shipping.name, lines: place.map(oneLine) },
        { label: t('checkout.customer'), lines: [`${firstName} ${lastName}`, email, phone].map(oneLine) },
      ],
    },
  ]
}
