import { isDeepStrictEqual } from 'node:util'
import { priceCart } from '#domain/cart/price-cart.ts'
import { ownRateOf, type TenantVat } from '#domain/vat.ts'
import { servesCountry } from '#domain/checkout/shipping.ts'
import type { CartItem, ReceiptItem, ReceiptShipping } from '#db/schema/cart.ts'
import type { RequestContext } from '../context/context.ts'
import type { Tx } from '../database/db.ts'
import { listGoods, type CartRow } from '../cart/queries.ts'
import { toMoney } from '../tenant/finance.ts'
import { getFinance, type FinanceRow } from '../tenant/queries.ts'
import { checkCodes, type DroppedCode } from './discounts.ts'
import { priceReceipt } from './price.ts'
import { listShippingTypes, updateReceipt, type ReceiptRow, type ShippingRow } from './queries.ts'

/** What of a receipt follows from the cart, the tenant's prices and its promotions. */
type Content = Pick<ReceiptRow, 'items' | 'shipping' | 'discounts' | 'vat' | 'total' | 'currency'>

/**
 * Brings a receipt that is not paid in line with the cart and with what the tenant asks now: prices, VAT,
 * shipping, codes. Its version is incremented where anything of that has changed.
 * @returns the receipt, and the codes that no longer count.
 */
export async function syncReceipt(
  ctx: RequestContext,
  tx: Tx,
  row: ReceiptRow,
  cart: Pick<CartRow, 'items'>,
): Promise<{ receipt: ReceiptRow; dropped: DroppedCode[] }> {
  const finance = await getFinance(tx)
  const { dropped, ...content } = await loadContent(ctx, tx, row, { items: cart.items, finance })
  const before: Content = {
    items: row.items,
    shipping: row.shipping,
    discounts: row.discounts,
    vat: row.vat,
    total: row.total,
    currency: row.currency,
  }
  if (isDeepStrictEqual(content, before)) return { receipt: row, dropped }
  const receipt = await updateReceipt(
    tx,
    row.id,
    { ...content, version: row.version + 1 },
    new Date(ctx.deps.now()),
  )
  return { receipt, dropped }
}

/** What a receipt contains now, with the items of the cart. */
async function loadContent(
  ctx: RequestContext,
  tx: Tx,
  { id: receiptId, shipping: chosen, discounts: applied, customer }: ReceiptRow,
  { items: wanted, finance }: { items: CartItem[]; finance: FinanceRow },
): Promise<Content & { dropped: DroppedCode[] }> {
  const vat = { vatPercent: finance.vatPercent, pricesInclude: finance.pricesInclude }
  const items = await loadItems(tx, wanted, { ...vat, exemptReason: finance.exemptReason ?? null })
  const types = await listShippingTypes(tx)
  const country = customer.country || ctx.tenant.profile.default.countryCode
  const type = chosen && types.find((one) => one.type === chosen.type)
  const shipping = chosen
    ? type
      ? shippingBy(type, chosen.pickupLocation)
      : null
    : onlyShipping(types, country)
  const { subtotal } = priceReceipt({ items, vat, shipping, discounts: [] })
  const { discounts, dropped } = await checkCodes(
    ctx,
    tx,
    { receiptId, codes: applied.map(({ code }) => code) },
    { subtotal, isFirstPurchase: null },
  )
  const { currency } = toMoney(finance, ctx.tenant)
  const { total } = priceReceipt({ items, vat, shipping, discounts })
  return { items, shipping, discounts, vat, total, currency, dropped }
}

const shippingBy = (
  { type, name, price }: ShippingRow,
  pickupLocation: ReceiptShipping['pickupLocation'] = null,
): ReceiptShipping => ({ type, name, price, pickupLocation })

/**
 * Nothing to choose: the one way to receive an order in this country; null where there are several or none.
 */
export function onlyShipping(types: ShippingRow[], country: string): ReceiptShipping | null {
  const [first, ...others] = types.filter(({ countries }) => servesCountry(countries, country))
  return first && others.length === 0 ? shippingBy(first) : null
}

async function loadItems(tx: Tx, wanted: CartItem[], vat: TenantVat): Promise<ReceiptItem[]> {
  const goods = await listGoods(
    tx,
    wanted.map(({ variantId }) => variantId),
  )
  const known = wanted.flatMap(({ variantId, quantity }) => {
    const row = goods.get(variantId)
    return row ? [{ row, quantity }] : []
  })
  const { lines } = priceCart({
    lines: known.map(({ row: { variantId, price, ...own }, quantity }) => ({
      variantId,
      price,
      quantity,
      vat: ownRateOf(own, vat),
    })),
    vat,
    shipping: null,
    discounts: [],
  })
  return known.flatMap(
    ({ row: { variantId, productId, name, displayName, brandName, size, price, ...own } }, index) => {
      const line = lines[index]
      const rate = ownRateOf(own, vat)
      return line
        ? {
            productId,
            name,
            displayName,
            brandName,
            size,
            storedPrice: price,
            ...(rate === undefined ? {} : { vat: rate }),
            ...line,
            variantId,
          }
        : []
    },
  )
}
