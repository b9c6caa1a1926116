import { toPrice } from '#domain/money.ts'
import type { VatLine } from '#domain/vat.ts'
import type { FoundLocation, PickupLocation, Receipt } from '#contract/shop/checkout.ts'
import type { Tenant } from '../context/context.ts'
import { toMoney } from '../tenant/finance.ts'
import type { FinanceRow } from '../tenant/queries.ts'
import { withdrawalEnd } from '#domain/checkout/withdrawal.ts'
import { priceReceipt } from './price.ts'
import type { ReceiptRow } from './queries.ts'

/** A receipt as its owner sees it; `personal: false` for the holder of a link: without name and address. */
export function toReceipt(
  row: ReceiptRow,
  {
    tenant,
    finance,
    personal = true,
    refunded = 0,
    refundedVat = [],
  }: {
    tenant: Tenant
    finance: FinanceRow
    personal?: boolean
    /** Minor units. */ refunded?: number
    refundedVat?: VatLine[]
  },
): Receipt {
  const totals = priceReceipt(row)
  const { shipping } = row
  return {
    id: row.id,
    version: row.version,
    status: row.status,
    paymentStatus: row.paymentStatus,
    orderNumber: row.orderNumber,
    settledAt: row.settledAt?.getTime() ?? null,
    dispatchedAt: row.dispatchedAt?.getTime() ?? null,
    canceledAt: row.canceledAt?.getTime() ?? null,
    withdrawal: {
      at: row.withdrawnAt?.getTime() ?? null,
      until: row.dispatchedAt && withdrawalEnd(row.dispatchedAt.getTime(), tenant.profile.timeZone),
      open: row.settledAt !== null && row.canceledAt === null && row.withdrawnAt === null,
    },
    refunded,
    ...(refundedVat.length > 0 ? { refundedVat } : {}),
    ...(finance.vatNumber ? { vatNumber: finance.vatNumber } : {}),
    cart: { products: row.items.map(({ storedPrice: _stored, ...line }) => line), services: [] },
    customerDetails: personal ? row.customer : null,
    shipping: shipping && {
      type: shipping.type,
      name: shipping.name,
      ...toPrices(shipping.price, row),
      pickupLocation: shipping.pickupLocation && toPickupLocation(shipping.pickupLocation),
    },
    paymentMethod: row.paymentMethod,
    discountLines: totals.discounts.map(({ name, amountIncVat }) => ({ description: name, amountIncVat })),
    shippingDiscount: totals.shippingDiscount,
    discounts: row.discounts.map(({ code }) => ({ id: code, code })),
    subtotal: totals.subtotal,
    vat: totals.vat,
    total: totals.total,
    ...toMoney(finance, tenant, row.currency),
  }
}

/** A pickup location with its opening hours as the carrier's own clients read them. */
export const toPickupLocation = ({ openingHours, ...location }: FoundLocation): PickupLocation => ({
  ...location,
  openingHours: openingHours.map(({ day, from, to }) => ({ day, openAt: { From: from, To: to } })),
})

function toPrices(stored: number, { vat }: Pick<ReceiptRow, 'vat'>) {
  const { price, priceIncVat } = toPrice(stored, vat)
  return { price, priceIncVat }
}
