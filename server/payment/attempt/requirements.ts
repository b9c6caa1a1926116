import { servesCountry } from '#domain/checkout/shipping.ts'
import { firstProblem, problemBeforePaying } from '#domain/checkout/steps.ts'
import { isEmail } from '#domain/email.ts'
import type { Input } from '#contract/calls.ts'
import { CallError } from '#contract/errors.ts'
import { checkoutLink, paymentSuccessLink } from '#contract/links.ts'
import type { RequestContext } from '#server/context/context.ts'
import type { Tx } from '#server/database/db.ts'
import { listShippingTypes, type ReceiptRow } from '#server/receipt/queries.ts'

type Payment = Input<'setupPaymentIntent'>

/**
 * The addresses of a request must be the tenant's own: they are never used. @throws CallError
 * `request/invalid`.
 */
export function requireOwnAddresses({ tenant }: RequestContext, { returnUrl, cancelUrl }: Payment): void {
  const own = {
    returnUrl: tenant.origin + paymentSuccessLink({ order: '' }),
    cancelUrl: tenant.origin + checkoutLink(),
  }
  const fields = [
    ...(returnUrl === undefined || returnUrl === own.returnUrl ? [] : ['returnUrl']),
    ...(cancelUrl === undefined || cancelUrl === own.cancelUrl ? [] : ['cancelUrl']),
  ]
  if (fields.length > 0) throw new CallError('request/invalid', { fields })
}

/** Whether the guest has seen what would be paid: amounts of a request are compared, never trusted. */
export function hasSeen(receipt: ReceiptRow, { amount, receiptVersion, currency, items }: Payment): boolean {
  if (amount !== receipt.total || (receiptVersion ?? receipt.version) !== receipt.version) return false
  if (currency !== undefined && currency !== receipt.currency) return false
  if (!items) return true
  const sent = new Map(items.map((item) => [item.variantId, item]))
  return (
    sent.size === items.length &&
    sent.size === receipt.items.length &&
    receipt.items.every(({ variantId, quantity, priceIncVat }) => {
      const item = sent.get(variantId)
      return item?.quantity === quantity && (item.priceIncVat ?? priceIncVat) === priceIncVat
    })
  )
}

/**
 * @throws CallError `checkout/incomplete` with the `field`; `checkout/shipping`, `checkout/pickup-location`,
 * `cart/empty`.
 */
export async function requireComplete(
  { tenant }: RequestContext,
  tx: Tx,
  receipt: ReceiptRow,
): Promise<void> {
  const { customer, shipping, items, paymentMethod } = receipt
  if (items.length === 0) throw new CallError('cart/empty')
  const data = {
    customer,
    shippingType: shipping?.type ?? null,
    pickupLocation: shipping?.pickupLocation?.parcelShopId ?? null,
    paymentMethod,
    cartCount: items.length,
  }
  for (const step of ['address', 'shipping', 'payment'] as const) {
    const problem = firstProblem(step, data)
    if (problem?.problem === 'field') throw new CallError('checkout/incomplete', { field: problem.field })
    if (problem?.problem === 'pickupLocation') throw new CallError('checkout/pickup-location')
    if (problem) throw new CallError('checkout/shipping')
  }
  if (problemBeforePaying(data)) throw new CallError('checkout/incomplete', { field: 'firstName' })
  if (!isEmail(customer.email)) throw new CallError('checkout/incomplete', { field: 'email' })
  const country = customer.country || tenant.profile.default.countryCode
  const type = (await listShippingTypes(tx)).find((one) => one.type === shipping?.type)
  if (!type || !servesCountry(type.countries, country)) throw new CallError('checkout/shipping')
}
