import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import { toStoredEmail } from '#domain/email.ts'
import { noDetails } from '#contract/shop/checkout.ts'
import { receipt } from '#db/schema/cart.ts'
import { paymentAttempt, paymentOperation } from '#db/schema/payment.ts'
import { discountCode, promotion } from '#db/schema/promotion.ts'
import { shippingType } from '#db/schema/shipping.ts'
import type { Tx } from '../database/db.ts'

export type ReceiptRow = Omit<typeof receipt.$inferSelect, 'tenantId'>
export type ShippingRow = Pick<typeof shippingType.$inferSelect, 'type' | 'name' | 'price' | 'countries'>
/** A promotion with one of its codes. */
export type PromotionRow = Omit<typeof promotion.$inferSelect, 'tenantId' | 'position'> & { code: string }

const byId = (tx: Tx, id: string) => and(eq(receipt.tenantId, tx.tenantId), eq(receipt.id, id))

async function find(tx: Tx, where: SQL | undefined, { lock = false } = {}): Promise<ReceiptRow | null> {
  const query = tx.select().from(receipt).where(where)
  const [row] = await (lock ? query.for('update') : query)
  return row ?? null
}

export const createReceiptRow = async (tx: Tx, row: ReceiptRow): Promise<void> => {
  await tx.insert(receipt).values({ ...row, tenantId: tx.tenantId })
}

export const findReceipt = (tx: Tx, id: string): Promise<ReceiptRow | null> => find(tx, byId(tx, id))

/** Finds a receipt, which it locks until the transaction ends. */
export const lockReceipt = (tx: Tx, id: string): Promise<ReceiptRow | null> =>
  find(tx, byId(tx, id), { lock: true })

/** Finds the receipt of the link in a mail. */
export const findReceiptOfLink = (tx: Tx, linkHash: string): Promise<ReceiptRow | null> =>
  find(tx, and(eq(receipt.tenantId, tx.tenantId), eq(receipt.linkHash, linkHash)))

export async function updateReceipt(
  tx: Tx,
  id: string,
  change: Partial<Omit<ReceiptRow, 'id' | 'updatedAt'>>,
  now: Date,
): Promise<ReceiptRow> {
  const [row] = await tx
    .update(receipt)
    .set({ ...change, updatedAt: now })
    .where(byId(tx, id))
    .returning()
  if (!row) throw new Error('a receipt vanished while it was locked')
  return row
}

const isOrderOf = (tx: Tx, guestId: string) =>
  and(eq(receipt.tenantId, tx.tenantId), eq(receipt.guestId, guestId), isNotNull(receipt.settledAt))

/** The settled orders of a guest, the newest first. */
export const listOrdersOf = (
  tx: Tx,
  guestId: string,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<ReceiptRow[]> =>
  tx
    .select()
    .from(receipt)
    .where(and(isOrderOf(tx, guestId), before === undefined ? undefined : lt(receipt.orderNumber, before)))
    .orderBy(desc(receipt.orderNumber))
    .limit(limit)

/** A guest's orders that are neither dispatched nor cancelled. */
export const listUndispatchedOrders = (tx: Tx, guestId: string): Promise<ReceiptRow[]> =>
  tx
    .select()
    .from(receipt)
    .where(and(isOrderOf(tx, guestId), isNull(receipt.dispatchedAt), isNull(receipt.canceledAt)))

/** Whether anyone with this account, e-mail address or mobile (E.164) has a settled order but `except`. */
export async function hasSettledOrder(
  tx: Tx,
  {
    guestId,
    email,
    mobile,
    except,
  }: { guestId: string | null; email: string; mobile: string | null; except: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ id: receipt.id })
    .from(receipt)
    .where(
      and(
        eq(receipt.tenantId, tx.tenantId),
        isNotNull(receipt.settledAt),
        ne(receipt.id, except),
        ne(receipt.status, 'canceled'),
        or(
          guestId ? eq(receipt.guestId, guestId) : undefined,
          eq(receipt.email, toStoredEmail(email)),
          mobile ? eq(receipt.mobile, mobile) : undefined,
        ),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** What was captured and refunded of these orders, in minor units, by their ids. */
export async function listPaid(
  tx: Tx,
  receiptIds: string[],
): Promise<Map<string, { captured: number; refunded: number }>> {
  if (receiptIds.length === 0) return new Map()
  const rows = await tx
    .select({
      id: paymentAttempt.receiptId,
      captured: paymentAttempt.capturedAmount,
      refunded: paymentAttempt.refundedAmount,
    })
    .from(paymentAttempt)
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        inArray(paymentAttempt.receiptId, receiptIds),
        eq(paymentAttempt.state, 'settled'),
      ),
    )
  return new Map(rows.map(({ id, ...paid }) => [id, paid]))
}

/** What a browser has begun belongs to the first account that it signs in to. */
export const moveReceipt = async (tx: Tx, id: string, guestId: string): Promise<void> => {
  await tx
    .update(receipt)
    .set({ guestId, secretHash: null })
    .where(and(byId(tx, id), isNull(receipt.guestId)))
}

/** Deletes what was begun and never paid. */
export const deleteOldReceipts = async (tx: Tx, before: Date): Promise<number> => {
  const { rowCount } = await tx
    .delete(receipt)
    .where(
      and(
        eq(receipt.tenantId, tx.tenantId),
        eq(receipt.status, 'PENDING'),
        isNull(receipt.settledAt),
        lt(receipt.updatedAt, before),
      ),
    )
  return rowCount ?? 0
}

/** The tenant's ways to receive an order, in its order. */
export const listShippingTypes = (tx: Tx): Promise<ShippingRow[]> =>
  tx
    .select({
      type: shippingType.type,
      name: shippingType.name,
      price: shippingType.price,
      countries: shippingType.countries,
    })
    .from(shippingType)
    .where(and(eq(shippingType.tenantId, tx.tenantId), eq(shippingType.active, true)))
    .orderBy(shippingType.position, shippingType.type)

/** Finds a code, as it is stored, by its letters and digits. */
export async function findCode(tx: Tx, bare: string): Promise<string | null> {
  const [row] = await tx
    .select({ code: discountCode.code })
    .from(discountCode)
    .where(and(eq(discountCode.tenantId, tx.tenantId), eq(sql`replace(${discountCode.code}, '-', '')`, bare)))
    .orderBy(desc(discountCode.active), discountCode.code)
    .limit(1)
  return row?.code ?? null
}

/** Finds the promotions of active codes, which are in upper case. */
export async function listPromotions(tx: Tx, codes: string[]): Promise<Map<string, PromotionRow>> {
  if (codes.length === 0) return new Map()
  const rows = await tx
    .select({ code: discountCode.code, promotion })
    .from(discountCode)
    .innerJoin(
      promotion,
      and(eq(promotion.tenantId, discountCode.tenantId), eq(promotion.id, discountCode.promotionId)),
    )
    .where(
      and(
        eq(discountCode.tenantId, tx.tenantId),
        inArray(discountCode.code, codes),
        eq(discountCode.active, true),
      ),
    )
  return new Map(
    rows.map(({ code, promotion: { tenantId: _tenant, position: _position, ...row } }) => [
      code,
      { ...row, code },
    ]),
  )
}

/**
 * Takes one use of a promotion (`by` 1) or returns it (-1), in one statement, so that no limit is passed.
 * @returns whether there was one left.
 */
export async function changeUses(tx: Tx, promotionId: string, by: 1 | -1): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update promotion set uses = uses + ${by}::integer
    where tenant_id = ${tx.tenantId} and id = ${promotionId}
      and (${by}::integer < 0 or max_uses is null or uses < max_uses)`)
  return rowCount === 1
}

/**
 * Removes the personal data of orders without an account that were settled before; the goods and the amounts
 * remain. @returns the number of orders.
 */
export async function redactOldOrders(tx: Tx, before: Date): Promise<number> {
  const redacted = await tx
    .update(receipt)
    .set({
      customer: noDetails,
      email: null,
      mobile: null,
      pickupLocations: [],
      shipping: sql`${receipt.shipping} || '{"pickupLocation": null}'::jsonb`,
    })
    .where(
      and(
        eq(receipt.tenantId, tx.tenantId),
        isNull(receipt.guestId),
        lt(receipt.settledAt, before),
        sql`${receipt.customer} <> ${JSON.stringify(noDetails)}::jsonb`,
      ),
    )
    .returning({ id: receipt.id })
  if (redacted.length === 0) return 0
  await tx
    .update(paymentAttempt)
    .set({
      content: sql`${paymentAttempt.content} || ${JSON.stringify({ customer: noDetails, shipping: null })}::jsonb`,
      analyticsClientId: null,
      sessionHash: null,
    })
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        inArray(
          paymentAttempt.receiptId,
          redacted.map(({ id }) => id),
        ),
      ),
    )
  return redacted.length
}

/** Lists the refunds of an order that are done, the earliest first. */
export const listDoneRefunds = (tx: Tx, receiptId: string) =>
  tx
    .select({
      id: paymentOperation.id,
      amount: paymentOperation.amount,
      pieces: paymentOperation.pieces,
    })
    .from(paymentOperation)
    .innerJoin(
      paymentAttempt,
      and(
        eq(paymentAttempt.tenantId, paymentOperation.tenantId),
        eq(paymentAttempt.id, paymentOperation.attemptId),
      ),
    )
    .where(
      and(
        eq(paymentOperation.tenantId, tx.tenantId),
        eq(paymentAttempt.receiptId, receiptId),
        eq(paymentAttempt.state, 'settled'),
        eq(paymentOperation.kind, 'refund'),
        eq(paymentOperation.state, 'done'),
      ),
    )
    .orderBy(asc(paymentOperation.createdAt), asc(paymentOperation.id))
