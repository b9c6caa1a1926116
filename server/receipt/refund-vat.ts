import { refundPartsForPieces } from '#domain/checkout/refund-lines.ts'
import { amountsOf, refundsByRate, vatLines, type TaxedAmount, type VatLine } from '#domain/vat.ts'
import type { Tx } from '../database/db.ts'
import { priceReceipt } from './price.ts'
import { listDoneRefunds, type ReceiptRow } from './queries.ts'

/** What a refund gives back by rate; `id`: of its operation. */
type RefundVat = { id: string; parts: TaxedAmount[] }

/** Whether an order has another rate than that of its tenant: only then documents give VAT by rate. */
export const hasOwnRates = ({ items }: Pick<ReceiptRow, 'items'>): boolean =>
  items.some(({ vat }) => vat !== undefined)

/**
 * The VAT of each refund of an order that is done, the earliest first. What refunds give back by rate follows
 * from the order and the refunds before, so it is not stored.
 */
export async function listRefundVat(tx: Tx, row: ReceiptRow): Promise<RefundVat[]> {
  const refunds = await listDoneRefunds(tx, row.id)
  const { vat, total, discounts } = priceReceipt(row)
  const order = {
    items: row.items,
    discount: discounts.reduce((sum, { amountIncVat }) => sum + amountIncVat, 0),
    vatPercent: row.vat.vatPercent,
  }
  const wanted = refunds.map(({ amount, pieces }, at) => ({
    amount,
    of: pieces
      ? (refundPartsForPieces(
          order,
          refunds.slice(0, at).flatMap((one) => one.pieces ?? []),
          pieces,
        ) ?? undefined)
      : undefined,
  }))
  const given = refundsByRate(amountsOf(vat, total), wanted)
  return refunds.map(({ id }, at) => ({ id, parts: given[at] ?? [] }))
}

/** The VAT of all refunds of an order that are done. */
export async function sumRefundVat(tx: Tx, row: ReceiptRow): Promise<VatLine[]> {
  const refunds = await listRefundVat(tx, row)
  return vatLines(refunds.flatMap(({ parts }) => parts))
}
