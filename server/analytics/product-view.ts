import { eventParams } from '#domain/cart/event-params.ts'
import { toPrice } from '#domain/money.ts'
import { ruleFor } from '#domain/vat.ts'
import type { RequestContext } from '../context/context.ts'
import { findProduct } from '../product/queries.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance } from '../tenant/queries.ts'
import { recordEvent } from './analytics.ts'

/** Records that the guest has viewed a product, by its first size; nothing for an unknown product. */
export async function recordProductView(ctx: RequestContext, productId: string): Promise<void> {
  const { deps, tenant } = ctx
  if (!tenant.profile.shop) return
  const found = await deps.db.read(tenant.id, async (tx) => ({
    product: await findProduct(tx, productId),
    finance: await getFinance(tx),
  }))
  const [variant] = found.product?.variants ?? []
  if (!found.product || !variant) return
  const { name, displayName, brandName, vat } = found.product
  const goods = {
    variantId: variant.id,
    displayName: displayName ?? name,
    brandName,
    size: variant.size,
    priceIncVat: toPrice(variant.price, ruleFor(found.finance, vat)).priceIncVat,
    quantity: 1,
  }
  const { currency } = toMoney(found.finance, tenant)
  await recordEvent(ctx, { name: 'view_item', params: eventParams(currency, [goods]) })
}
