import type { PickupLocation } from '#contract/shop/checkout.ts'
import { CallError } from '#contract/errors.ts'
import type { Handler, RequestContext } from '../context/context.ts'
import { requireShop } from '../cart/owner.ts'
import type { PickupSearch } from '../providers/pickup/port.ts'
import { lockOpenReceipt } from './owner.ts'
import { updateReceipt } from './queries.ts'
import { toPickupLocation } from './to-response.ts'

/**
 * The pickup locations near a Danish address, the nearest first.
 * @throws CallError `checkout/pickup-unavailable` where the carrier does not answer; `not-found`.
 */
export const findPickupLocationsDk: Handler<'findPickupLocationsDk'> = async (
  ctx,
  { receiptId, zipcode, amount, address },
) => ({
  locations: await search(ctx, receiptId, {
    countryCode: 'DK',
    zipCode: zipcode,
    ...(address ? { street: address } : {}),
    limit: amount,
  }),
})

/** As `findPickupLocationsDk`, in any country that the carrier serves. */
export const findPickupLocations: Handler<'findPickupLocations'> = async (
  ctx,
  { receiptId, address: { address, city, postalCode }, countryCode, maxResults },
) => ({
  locations: {
    data: await search(ctx, receiptId, {
      countryCode,
      zipCode: postalCode,
      city,
      street: address,
      limit: maxResults,
    }),
  },
})

async function search(
  ctx: RequestContext,
  receiptId: string | undefined,
  what: PickupSearch,
): Promise<PickupLocation[]> {
  requireShop(ctx)
  const { deps, tenant } = ctx
  const found = await deps.pickup.find(what)
  if (found.code)
    deps.log.warn(
      { tenant: tenant.id, requestId: ctx.requestId, code: found.code, stale: found.ok },
      'pickup locations not found',
    )
  if (!found.ok) throw new CallError('checkout/pickup-unavailable')
  if (receiptId !== undefined)
    await deps.db.write(tenant.id, async (tx) => {
      await lockOpenReceipt(ctx, tx, receiptId)
      await updateReceipt(tx, receiptId, { pickupLocations: found.locations }, new Date(deps.now()))
    })
  return found.locations.map(toPickupLocation)
}
