import type { CustomerDetails, Receipt } from '#contract/shop/checkout.ts'
import { redirect } from 'react-router'
import { CallError } from '#contract/errors.ts'
import { checkoutLink } from '#contract/links.ts'
import type { PageContext, Translations } from '#contract/page.ts'
import { addressErrors } from '#domain/checkout/address.ts'
import { isSameCode } from '#domain/checkout/discount.ts'
import { isCollected, servesCountry } from '#domain/checkout/shipping.ts'
import { toShownStatus } from '#domain/checkout/receipt-status.ts'
import { canGoTo, firstProblem, furthestStep, steps } from '#domain/checkout/steps.ts'
import { intlLocale } from '#domain/language.ts'
import { localParts } from '#domain/zone.ts'
import { isUnpayable, type CheckoutPage, type LocalTime } from '#web/checkout/checkout-page.ts'
import { listOrderTexts } from '#web/checkout/order/find-order.server.ts'
import { dialCodeOptions } from '#web/ui/form/dial-codes.server.ts'

const MAX_CODE = 40

/** The steps of the checkout as the URL chooses; null for an empty cart. */
export async function loadCheckout(
  ctx: PageContext,
  search: URLSearchParams,
): Promise<{ page: CheckoutPage; words: Translations } | null> {
  const { call, brand, translate } = ctx
  const begun = await call('createReceipt', {}).catch(nullIfEmpty)
  if (!begun || begun.receipt.cart.products.length === 0) return null
  const { receipt, dropped } = begun
  const [{ shippingSettings }, { paymentMethods: methods }] = await Promise.all([
    call('shippingTypes', {}),
    call('paymentMethods', {}),
  ])
  const country = receipt.customerDetails?.country || brand.countryCode
  const types = shippingSettings.filter(({ countries }) => servesCountry(countries, country))
  const data = stepData(receipt, { types, methods })
  const reachable = furthestStep(data)
  const wanted = steps[Number(search.get('step') ?? 1) - 1] ?? 'address'
  const step = canGoTo('address', wanted, data) ? wanted : reachable
  const words = await translate(listOrderTexts(receipt, types))
  const page: CheckoutPage = {
    receipt,
    dropped,
    step,
    reachable,
    ...(step === 'complete' ? await findPayment(ctx, receipt) : { failure: null, paying: false }),
    problem: step === wanted ? null : firstProblem(step, data),
    types,
    undelivered: shippingSettings.some(isDelivered) && !types.some(isDelivered),
    methods,
    countries: step === 'address' ? dialCodeOptions(ctx) : null,
    country: step === 'complete' ? countryName(ctx, country) : null,
    localTime: toLocalTime(ctx),
    code: newCode(search, receipt),
  }
  return { page, words }
}

const countryName = ({ language }: PageContext, code: string): string =>
  new Intl.DisplayNames([intlLocale(language)], { type: 'region' }).of(code) ?? code

const isDelivered = ({ type }: { type: string }): boolean => !isCollected(type)

/**
 * What became of the last payment of a receipt. The provider is asked: one that is approved meanwhile leads
 * to its status, and is not paid again.
 */
async function findPayment({ call }: PageContext, { id }: Receipt) {
  const { receipt, paymentStatus, failure, checkUntil } = await call('checkPaymentStatus', { receiptId: id })
  if (toShownStatus({ status: receipt.status, paymentStatus }) === 'success')
    throw redirect(checkoutLink({ ri: id, c: 'true' }))
  return { failure, paying: checkUntil !== null }
}

/** The code of the link that led here; '' where it is applied already. */
function newCode(search: URLSearchParams, { discounts }: Receipt): string {
  const code = (search.get('code') ?? '').slice(0, MAX_CODE)
  return discounts.some((one) => isSameCode(one.code, code)) ? '' : code
}

function nullIfEmpty(error: unknown): null {
  if (error instanceof CallError && error.code === 'cart/empty') return null
  throw error
}

/** What the rules of the steps know of a receipt: a value that is not valid counts as missing. */
function stepData(receipt: Receipt, { types, methods }: Pick<CheckoutPage, 'types' | 'methods'>) {
  const { customerDetails, shipping, paymentMethod, cart } = receipt
  const served = shipping && types.some(({ type }) => type === shipping.type) ? shipping : null
  return {
    customer: withoutErrors(customerDetails ?? noCustomer),
    shippingType: served?.type ?? null,
    pickupLocation: served?.pickupLocation?.parcelShopId ?? null,
    paymentMethod: isUnpayable({ receipt, methods }) ? null : paymentMethod,
    cartCount: cart.products.length,
  }
}

const noCustomer = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  postalCode: '',
  country: '',
} satisfies CustomerDetails

const withoutErrors = (details: CustomerDetails): CustomerDetails => ({
  ...details,
  ...Object.fromEntries(Object.keys(addressErrors(details)).map((field) => [field, ''])),
})

/** The weekday and time at the tenant. */
export function toLocalTime({ brand, now }: PageContext): LocalTime {
  const { weekday, minute } = localParts(brand.timeZone, Math.floor(now / 60_000))
  return { weekday: weekday - 1, time: `${twoDigits(minute / 60)}:${twoDigits(minute % 60)}` }
}

const twoDigits = (part: number): string => String(Math.floor(part)).padStart(2, '0')
