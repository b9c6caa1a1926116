import { CallError } from '#contract/errors.ts'
import type { Handler } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { answer } from '#server/receipt/calls.ts'
import { lockOwnReceipt } from '#server/receipt/owner.ts'
import { findReceiptOfLink, lockReceipt, type ReceiptRow } from '#server/receipt/queries.ts'
import { sha256 } from '#server/secret/hash.ts'
import { withdrawFromOrder } from './withdraw.ts'

/**
 * Withdraws from the contract, without a reason: Directive 2011/83/EU, articles 9 and 11a (as amended by
 * Directive (EU) 2023/2673). Before the dispatch the order is cancelled at once. The guest gets an
 * acknowledgement with content and time by mail, the salon a notice. A second call answers as the first one.
 * @throws CallError `not-found`; `order/withdrawal-over` with `until`, epoch ms; `request/invalid` unless the
 * order or the handle of its link is named.
 */
export const withdrawOrder: Handler<'withdrawOrder'> = async (ctx, { receiptId, receipt: handle }) => {
  if ((receiptId === undefined) === (handle === undefined))
    throw new CallError('request/invalid', { fields: ['receiptId', 'receipt'] })
  return ctx.deps.db.write(ctx.tenant.id, async (tx) => {
    const row =
      receiptId === undefined
        ? await lockReceiptOfLink(tx, handle ?? '')
        : await lockOwnReceipt(ctx, tx, receiptId)
    if (!row?.settledAt) throw new CallError('not-found')
    return answer(ctx, tx, await withdrawFromOrder(ctx, tx, row), { personal: receiptId !== undefined })
  })
}

async function lockReceiptOfLink(tx: Tx, handle: string): Promise<ReceiptRow | null> {
  const known = await findReceiptOfLink(tx, sha256(handle))
  return known && lockReceipt(tx, known.id)
}
