import type { AppliedDiscount } from '#domain/cart/price-cart.ts'
import { checkDiscount, type DiscountRefusal } from '#domain/checkout/discount.ts'
import { localParts } from '#domain/zone.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { findReserved } from '../cart/queries.ts'
import { listPromotions, type PromotionRow } from './queries.ts'

/** A code that no longer counts, and why. */
export type DroppedCode = { code: string; reason: DiscountRefusal }

/**
 * Checks codes against their promotions as they are now, in the order in which they were entered.
 * `isFirstPurchase` null: whether it is the guest's first purchase is decided when they pay.
 */
export async function checkCodes(
  { deps, tenant }: Pick<RequestContext, 'deps' | 'tenant'>,
  tx: Tx,
  { receiptId, codes }: { receiptId: string; codes: string[] },
  { subtotal, isFirstPurchase }: { subtotal: number; isFirstPurchase: boolean | null },
): Promise<{ discounts: AppliedDiscount[]; dropped: DroppedCode[] }> {
  const promotions = await listPromotions(tx, codes)
  // What the payment of this receipt holds at this moment is for this guest.
  const reserved = (await findReserved(tx, codes.length > 0 ? receiptId : null))?.discounts ?? []
  const today = localParts(tenant.profile.timeZone, Math.floor(deps.now() / 60_000)).date
  const discounts: AppliedDiscount[] = []
  const dropped: DroppedCode[] = []
  for (const code of codes) {
    const promotion = promotions.get(code)
    const appliedPromotions = discounts.map(({ promotionId }) => promotionId)
    const reason = promotion
      ? checkDiscount(withoutOwnUse(promotion, reserved), {
          today,
          subtotal,
          appliedPromotions,
          isFirstPurchase,
        })
      : 'unknown'
    if (reason !== null || !promotion) dropped.push({ code, reason: reason ?? 'unknown' })
    else {
      const { id: promotionId, name, kind, amount, percent } = promotion
      discounts.push({ code, promotionId, name, kind, amount, percent })
    }
  }
  return { discounts, dropped }
}

const withoutOwnUse = (promotion: PromotionRow, reserved: readonly AppliedDiscount[]): PromotionRow =>
  reserved.some(({ promotionId }) => promotionId === promotion.id)
    ? { ...promotion, uses: promotion.uses - 1 }
    : promotion
