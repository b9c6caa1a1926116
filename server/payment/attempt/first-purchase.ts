import { CallError } from '#contract/errors.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { checkCodes, type DroppedCode } from '#server/receipt/discounts.ts'
import { priceReceipt } from '#server/receipt/price.ts'
import { hasSettledOrder, listPromotions, updateReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { normalizeMobile } from '#domain/phone.ts'

/** A code for a first purchase needs to know who buys: only now everything that says so is there. */
export async function checkFirstPurchase(
  ctx: RequestContext,
  tx: Tx,
  { receipt, dropped }: { receipt: ReceiptRow; dropped: DroppedCode[] },
): Promise<{ receipt: ReceiptRow; dropped: DroppedCode[] }> {
  if (receipt.discounts.length === 0) return { receipt, dropped }
  const isFirstPurchase = !(await hasOtherOrder(tx, receipt))
  const { subtotal } = priceReceipt(receipt)
  const checked = await checkCodes(
    ctx,
    tx,
    { receiptId: receipt.id, codes: receipt.discounts.map(({ code }) => code) },
    { subtotal, isFirstPurchase },
  )
  if (checked.dropped.length === 0) return { receipt, dropped }
  const { discounts } = checked
  const after = await updateReceipt(
    tx,
    receipt.id,
    { discounts, version: receipt.version + 1, total: priceReceipt({ ...receipt, discounts }).total },
    new Date(ctx.deps.now()),
  )
  return { receipt: after, dropped: [...dropped, ...checked.dropped] }
}

/**
 * Of two first purchases at once the later one is refused: settlements of a tenant wait for each other at the
 * order number, so only now it sees the other one. For an order that costs nothing; where money is reserved,
 * the moment of paying has decided.
 */
export async function requireFirstPurchase(tx: Tx, receipt: ReceiptRow): Promise<void> {
  const promotions = await listPromotions(
    tx,
    receipt.discounts.map(({ code }) => code),
  )
  const first = [...promotions.values()].find(({ firstPurchase }) => firstPurchase)
  if (first && (await hasOtherOrder(tx, receipt)))
    throw new CallError('checkout/discount', { reason: 'notFirstPurchase', code: first.code })
}

const hasOtherOrder = (tx: Tx, receipt: ReceiptRow): Promise<boolean> =>
  hasSettledOrder(tx, {
    guestId: receipt.guestId,
    email: receipt.customer.email,
    mobile: parseCustomerMobile(receipt),
    except: receipt.id,
  })

/** Who has paid, in the form that numbers are compared in; null for what is no number. */
export function parseCustomerMobile({
  customer: { phone, country },
}: Pick<ReceiptRow, 'customer'>): string | null {
  const number = normalizeMobile(phone, country)
  return number.ok ? number.e164 : null
}
