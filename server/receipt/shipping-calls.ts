import { isPickup, sentNameOf, servesCountry } from '#domain/checkout/shipping.ts'
import { toPrice } from '#domain/money.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler } from '../context/context.ts'
import { requireShop } from '../cart/owner.ts'
import { getFinance } from '../tenant/queries.ts'
import { answer } from './calls.ts'
import { lockOpenReceipt } from './owner.ts'
import { priceReceipt } from './price.ts'
import { listShippingTypes, updateReceipt } from './queries.ts'

/** The tenant's ways to receive an order. @throws CallError `not-found` without a shop. */
export const shippingTypes: Handler<'shippingTypes'> = async (ctx) => {
  requireShop(ctx)
  return ctx.deps.db.read(ctx.tenant.id, async (tx) => {
    const vat = await getFinance(tx)
    const rows = await listShippingTypes(tx)
    return {
      shippingSettings: rows.map(({ type, name, price: stored, countries }) => {
        const { price, priceIncVat } = toPrice(stored, vat)
        return { type, name, price, priceIncVat, countries }
      }),
    }
  })
}

/**
 * Chooses how the order is received. `type` is the tenant's, or the name that it is sent as. Without
 * `pickupLocation` the location of before ends; with it, it must come from a search of this receipt.
 * @throws CallError `checkout/shipping` for a type that the tenant does not have or that does not go to the
 * guest's country; `checkout/pickup-location`; `amount/changed` with the `priceMinor`; `checkout/closed`,
 * `not-found`.
 */
export const updateReceiptWithShipping: Handler<'updateReceiptWithShipping'> = async (
  ctx,
  { receiptId, shipping: { type: wanted, price: believed, pickupLocation: chosen } },
) => {
  const { deps, tenant } = ctx
  return deps.db.write(tenant.id, async (tx) => {
    const row = await lockOpenReceipt(ctx, tx, receiptId)
    const types = await listShippingTypes(tx)
    const type =
      types.find((one) => one.type === wanted) ?? types.find((one) => sentNameOf(one.type) === wanted)
    const country = row.customer.country || tenant.profile.default.countryCode
    if (!type || !servesCountry(type.countries, country)) throw new CallError('checkout/shipping')
    const { priceIncVat } = toPrice(type.price, row.vat)
    if (believed !== undefined && believed !== priceIncVat)
      throw new CallError('amount/changed', { priceMinor: priceIncVat })
    const known = [
      ...row.pickupLocations,
      ...(row.shipping?.pickupLocation ? [row.shipping.pickupLocation] : []),
    ]
    const pickupLocation = chosen
      ? (known.find((one) => one.parcelShopId === chosen.parcelShopId) ?? null)
      : null
    if (chosen && !(pickupLocation && isPickup(type.type))) throw new CallError('checkout/pickup-location')
    const shipping = { type: type.type, name: type.name, price: type.price, pickupLocation }
    const after = await updateReceipt(
      tx,
      receiptId,
      { shipping, version: row.version + 1, total: priceReceipt({ ...row, shipping }).total },
      new Date(deps.now()),
    )
    return answer(ctx, tx, after)
  })
}
