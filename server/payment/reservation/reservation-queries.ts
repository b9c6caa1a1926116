import { and, count, eq, gt, inArray, isNull, lt, isNotNull, or, sql } from 'drizzle-orm'
import { receipt } from '#db/schema/cart.ts'
import { paymentAttempt } from '#db/schema/payment.ts'
import { productVariant } from '#db/schema/product.ts'
import { promotion } from '#db/schema/promotion.ts'
import type { EndReason } from '#domain/checkout/settlement.ts'
import type { Tx } from '#server/database/db.ts'
import type { AttemptRow } from '../queries.ts'

/** Whose attempts count together: those of an address, and those of a guest or of a browser. */
export type Buyer = { addressHash: string; guestId: string | null; secretHash: string | null }

const ofReceipt = and(eq(receipt.tenantId, paymentAttempt.tenantId), eq(receipt.id, paymentAttempt.receiptId))
const ofBuyer = ({ addressHash, guestId, secretHash }: Buyer) =>
  or(
    eq(paymentAttempt.addressHash, addressHash),
    guestId === null ? undefined : eq(receipt.guestId, guestId),
    secretHash === null ? undefined : eq(receipt.secretHash, secretHash),
  )

/** The open attempts of the tenant; `own`: of this buyer. */
export const listReservations = (
  tx: Tx,
  buyer: Buyer,
): Promise<(Pick<AttemptRow, 'reserved' | 'content'> & { own: boolean })[]> =>
  tx
    .select({
      reserved: paymentAttempt.reserved,
      content: paymentAttempt.content,
      own: sql<boolean>`coalesce(${ofBuyer(buyer)}, false)`,
    })
    .from(paymentAttempt)
    .innerJoin(receipt, ofReceipt)
    .where(and(eq(paymentAttempt.tenantId, tx.tenantId), eq(paymentAttempt.state, 'open')))

/** The reasons for which an attempt ends without money, at the guest's side. */
const abandoned: EndReason[] = ['refused', 'expired', 'terminated', 'replaced', 'deleted']

/** How many attempts of this buyer have ended without money since `since`. */
export async function countAbandoned(tx: Tx, buyer: Buyer, since: Date): Promise<number> {
  const [row] = await tx
    .select({ found: count() })
    .from(paymentAttempt)
    .innerJoin(receipt, ofReceipt)
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        eq(paymentAttempt.state, 'ended'),
        inArray(paymentAttempt.endReason, abandoned),
        gt(paymentAttempt.endedAt, since),
        ofBuyer(buyer),
      ),
    )
  return row?.found ?? 0
}

/** Whether the guest has an order that was paid and is not cancelled. */
export async function hasPaidOrder(tx: Tx, guestId: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: receipt.id })
    .from(receipt)
    .where(
      and(
        eq(receipt.tenantId, tx.tenantId),
        eq(receipt.guestId, guestId),
        isNotNull(receipt.settledAt),
        isNull(receipt.canceledAt),
        gt(receipt.total, 0),
      ),
    )
    .limit(1)
  return row !== undefined
}

/** The pieces in stock of each variant; null: any number can be sold. */
export async function listStock(tx: Tx, variantIds: string[]): Promise<Map<string, number | null>> {
  const rows = await tx
    .select({ id: productVariant.id, stock: productVariant.stock })
    .from(productVariant)
    .where(and(eq(productVariant.tenantId, tx.tenantId), inArray(productVariant.id, ['', ...variantIds])))
  return new Map(rows.map(({ id, stock }) => [id, stock]))
}

/** The uses that are left of each promotion; null: any number. */
export async function listUsesLeft(tx: Tx, promotionIds: string[]): Promise<Map<string, number | null>> {
  const rows = await tx
    .select({ id: promotion.id, limit: promotion.maxUses, uses: promotion.uses })
    .from(promotion)
    .where(and(eq(promotion.tenantId, tx.tenantId), inArray(promotion.id, ['', ...promotionIds])))
  return new Map(rows.map(({ id, limit, uses }) => [id, limit === null ? null : limit - uses]))
}

/** Deletes the addresses of attempts that have ended before `before`. */
export const forgetAddresses = async (tx: Tx, before: Date): Promise<void> => {
  await tx
    .update(paymentAttempt)
    .set({ addressHash: null })
    .where(
      and(
        eq(paymentAttempt.tenantId, tx.tenantId),
        isNotNull(paymentAttempt.addressHash),
        lt(paymentAttempt.endedAt, before),
      ),
    )
}
