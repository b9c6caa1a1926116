import { bareCode, isSameCode } from '#domain/checkout/discount.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context/context.ts'
import { answer } from './calls.ts'
import { checkCodes } from './discounts.ts'
import { getOwnReceipt, lockOpenReceipt } from './owner.ts'
import { priceReceipt } from './price.ts'
import { findCode, updateReceipt } from './queries.ts'

/**
 * Adds a discount code to a receipt; one that it has already changes nothing.
 * @throws CallError `checkout/discount` with the `reason`; `request/too-many` with `retryAfter` in seconds;
 * `checkout/closed`, `not-found`.
 */
export const applyDiscountCode: Handler<'applyDiscountCode'> = async (ctx, { receiptId, discountCode }) => {
  const { deps, tenant } = ctx
  await deps.db.read(tenant.id, (tx) => getOwnReceipt(ctx, tx, receiptId))
  const retryAfter = await deps.discountLimit({ receipt: receiptId, address: ctx.address })
  if (retryAfter !== null) throw new CallError('request/too-many', { retryAfter })
  return deps.db.write(tenant.id, async (tx) => {
    const row = await lockOpenReceipt(ctx, tx, receiptId)
    const code = (await findCode(tx, bareCode(discountCode))) ?? bareCode(discountCode)
    const codes = row.discounts.map((one) => one.code)
    if (codes.includes(code)) return answer(ctx, tx, row)
    const { subtotal } = priceReceipt(row)
    const { discounts, dropped } = await checkCodes(
      ctx,
      tx,
      { receiptId, codes: [...codes, code] },
      {
        subtotal,
        isFirstPurchase: null,
      },
    )
    const refused = dropped.find((one) => one.code === code)
    if (refused) throw new CallError('checkout/discount', { reason: refused.reason })
    const after = await updateReceipt(
      tx,
      receiptId,
      { discounts, version: row.version + 1, total: priceReceipt({ ...row, discounts }).total },
      new Date(deps.now()),
    )
    return answer(ctx, tx, after, { dropped })
  })
}

/** Removes a discount code; idempotent. @throws CallError `checkout/closed`, `not-found`. */
export const removeDiscountCode: Handler<'removeDiscountCode'> = async (ctx, { receiptId, discountId }) => {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    const row = await lockOpenReceipt(ctx, tx, receiptId)
    const discounts = row.discounts.filter(({ code }) => !isSameCode(code, discountId))
    if (discounts.length === row.discounts.length) return answer(ctx, tx, row)
    const after = await updateReceipt(
      tx,
      receiptId,
      { discounts, version: row.version + 1, total: priceReceipt({ ...row, discounts }).total },
      new Date(deps.now()),
    )
    return answer(ctx, tx, after)
  })
}
