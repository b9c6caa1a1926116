import { toLines } from '#domain/vat.ts'
import type { Pieces } from '#domain/checkout/pieces.ts'
import { withdrawalEnd } from '#domain/checkout/withdrawal.ts'
import type { Tx } from '#server/database/db.ts'
import { oneLine } from '#server/mail/contact-lines.ts'
import type { Part } from '#server/mail/layout.ts'
import { vatSums } from '#server/mail/vat-sums.ts'
import type { MailContext } from '#server/mail/mail-context.ts'
import {
  orderSummary,
  delivery,
  enqueueOrderMessage,
  isCollectedOrder,
  links,
  type MailTexts,
} from '#server/receipt/mail.ts'
import { hasOwnRates, listRefundVat } from '#server/receipt/refund-vat.ts'
import { findReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import type { OperationRow } from './operation-queries.ts'
import type { AttemptRow } from '../queries.ts'

/** What becomes of an order's money when it ends: a reservation is released, what is captured is returned. */
export type ReturnedMoney = { is: 'released' | 'returned'; /** Minor units. */ amount: number }

const paragraph = (text: string): Part => ({ kind: 'text', text })

const moneyPart = ({ is, amount }: ReturnedMoney, { t, money }: MailTexts): Part[] =>
  amount === 0
    ? []
    : [
        paragraph(
          t(is === 'released' ? 'withdrawal.releases' : 'withdrawal.returns', { amount: money(amount) }),
        ),
      ]

/** To the guest: the order is on its way, or was collected; from now on the period for withdrawing runs. */
export async function enqueueDispatchedMail(ctx: MailContext, tx: Tx, row: ReceiptRow): Promise<void> {
  const end = row.dispatchedAt && withdrawalEnd(row.dispatchedAt.getTime(), ctx.tenant.profile.timeZone)
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'guest',
    about: isCollectedOrder(row) ? 'orderHandedOver' : 'orderDispatched',
    key: `order-dispatched:${row.id}`,
    parts: async (texts) => [
      await orderSummary(ctx, tx, row, texts),
      ...delivery(ctx, row, texts),
      ...(end === null ? [] : [paragraph(texts.t('withdrawal.until', { day: texts.date(new Date(end)) }))]),
      links(ctx, row, texts.t, { withdrawal: true }),
    ],
  })
}

/** To the guest: the salon has cancelled the order. `operation`: what is requested from the provider. */
export async function enqueueCancelledMail(
  ctx: MailContext,
  tx: Tx,
  row: ReceiptRow,
  operation: OperationRow | null,
): Promise<void> {
  const money: ReturnedMoney = {
    is: operation?.kind === 'refund' ? 'returned' : 'released',
    amount: operation?.amount ?? 0,
  }
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'guest',
    about: 'orderCancelled',
    key: `order-cancelled:${row.id}`,
    parts: async (texts) => [
      ...moneyPart(money, texts),
      await orderSummary(ctx, tx, row, texts),
      links(ctx, row, texts.t),
    ],
  })
}

/**
 * The acknowledgement to the guest, with the content and the time of the withdrawal (Directive 2011/83/EU,
 * article 11a(4)), and the notice to the salon. @throws without its time.
 */
export async function enqueueWithdrawalMails(
  ctx: MailContext,
  tx: Tx,
  row: ReceiptRow,
  money: ReturnedMoney,
): Promise<void> {
  const { withdrawnAt } = row
  if (!withdrawnAt) throw new Error('a withdrawal without a time')
  const facts = ({ date, dates }: MailTexts) => ({ day: date(withdrawnAt), time: dates.clock(withdrawnAt) })
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'guest',
    about: 'orderWithdrawn',
    key: `order-withdrawn:${row.id}`,
    facts,
    parts: async (texts) => [
      ...whatFollows(row, money, texts),
      await orderSummary(ctx, tx, row, texts),
      ...delivery(ctx, row, texts),
      links(ctx, row, texts.t),
    ],
  })
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'salon',
    about: 'withdrawalNotice',
    key: `order-withdrawn-notice:${row.id}`,
    facts,
    parts: async (texts) => [
      paragraph(texts.t(row.dispatchedAt ? 'mail.withdrawalNoticeReturn' : 'mail.withdrawalNoticeKeep')),
      await orderSummary(ctx, tx, row, texts),
      ...delivery(ctx, row, texts),
    ],
  })
}

function whatFollows({ dispatchedAt }: ReceiptRow, money: ReturnedMoney, texts: MailTexts): Part[] {
  const { t } = texts
  if (!dispatchedAt) return [paragraph(t('withdrawal.canceled')), ...moneyPart(money, texts)]
  const paid = money.amount > 0
  return [
    paragraph(t('withdrawal.sendBack')),
    ...(paid ? [paragraph(t('withdrawal.paysBack', { amount: texts.money(money.amount) }))] : []),
  ]
}

/** To the guest: a part of the order's money is on its way back. `left`: what stays paid, in minor units. */
export async function enqueueRefundedMail(
  ctx: MailContext,
  tx: Tx,
  row: ReceiptRow,
  { id, amount, pieces, left }: Pick<OperationRow, 'id' | 'amount' | 'pieces'> & { left: number },
): Promise<void> {
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'guest',
    about: 'orderRefunded',
    key: `order-refunded:${id}`,
    facts: ({ money }) => ({ amount: money(amount) }),
    parts: async (texts) => [
      ...(pieces ? [refundedPieces(row, pieces, texts)] : []),
      ...(await refundedVat(tx, row, id, texts)),
      paragraph(texts.t('mail.orderRefundedLeft', { left: texts.money(left) })),
      links(ctx, row, texts.t),
    ],
  })
}

/** The VAT in a refund, by rate. */
async function refundedVat(
  tx: Tx,
  row: ReceiptRow,
  operationId: string,
  { t, locale, money, words }: MailTexts,
): Promise<Part[]> {
  if (!hasOwnRates(row)) return []
  const refund = (await listRefundVat(tx, row)).find(({ id }) => id === operationId)
  const sums = vatSums(toLines(refund?.parts ?? []), { t, locale, money }, words)
  return sums.length > 0 ? [{ kind: 'bill', lines: [], sums }] : []
}

const refundedPieces = ({ items }: ReceiptRow, pieces: Pieces[], { t, words }: MailTexts): Part => ({
  kind: 'facts',
  rows: [
    {
      label: t('mail.orderRefundedFor'),
      lines: pieces.flatMap(({ variantId, quantity }) => {
        const item = items.find((one) => one.variantId === variantId)
        if (!item) return []
        const { brandName, displayName, size } = item
        const goods = [brandName, words(displayName), size].filter(Boolean).join(' · ')
        return [oneLine(`${quantity} × ${goods}`)]
      }),
    },
  ],
})

/** To the salon: the reservation of an order ends soon; nothing of it is captured. */
export async function enqueueReservationMail(ctx: MailContext, tx: Tx, attempt: AttemptRow): Promise<void> {
  const { reservedUntil } = attempt
  const row = await findReceipt(tx, attempt.receiptId)
  if (!row || row.status !== 'PENDING_COLLECT_INTENTS' || !reservedUntil) return
  await enqueueOrderMessage(ctx, tx, row, {
    to: 'salon',
    about: 'reservation',
    key: `order-reservation:${attempt.id}`,
    facts: ({ dates, money }) => ({ amount: money(attempt.amount), until: dates.full(reservedUntil) }),
    parts: async (texts) => [await orderSummary(ctx, tx, row, texts), ...delivery(ctx, row, texts)],
  })
}

/** To the guest: the payment could not become an order any more, and its reservation is cancelled. */
export async function enqueuePaymentReturnedMail(
  ctx: MailContext,
  tx: Tx,
  { receipt, attempt }: { receipt: ReceiptRow; attempt: AttemptRow },
): Promise<void> {
  await enqueueOrderMessage(ctx, tx, receipt, {
    to: 'guest',
    about: 'paymentReturned',
    key: `payment-returned:${attempt.id}`,
    parts: () => [],
  })
}
