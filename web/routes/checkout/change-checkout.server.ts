import * as v from 'valibot'
import { data, redirect, replace } from 'react-router'
import { CustomerDetails, paymentMethods, type Receipt } from '#contract/shop/checkout.ts'
import { CallError } from '#contract/errors.ts'
import { checkoutLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import { addressErrors } from '#domain/checkout/address.ts'
import { discountRefusals, type DiscountRefusal } from '#domain/checkout/discount.ts'
import { bareDigits } from '#domain/typed-digits.ts'
import { isPickup } from '#domain/checkout/shipping.ts'
import type { Step } from '#domain/checkout/steps.ts'
import {
  addressInputs,
  type AddressErrors,
  type AddressValues,
  type CheckoutAnswer,
  type DiscountOutcome,
  type DroppedCode,
  type PayFailure,
} from '#web/checkout/answer.ts'
import { stepLink } from '#web/checkout/step-link.ts'
import { isNotFound } from '#web/request/call-errors.ts'
import { readFormText } from '#web/request/form.ts'
import { findCity, findPickupLocations } from './find-pickup.server.ts'

type Sent = { ctx: PageContext; form: FormData; /** Not applied yet. */ code: string }

/** Handles the forms of the checkout by the pressed button. */
export async function changeCheckout(sent: Sent) {
  try {
    return await handleIntent(sent)
  } catch (error) {
    // The order was placed in another tab, or the cart is another one now: the page shows what there is.
    if (isOutdated(error)) return redirect(checkoutLink())
    throw error
  }
}

async function handleIntent(sent: Sent) {
  const { form } = sent
  switch (readFormText(form, 'intent')) {
    case 'address':
      return saveAddress(sent)
    case 'choose':
      return (await saveShipping(sent, chosenShipping(form))) ?? answer({ about: 'chosen' })
    case 'deliver':
      return (await saveShipping(sent, { type: 'privateDelivery', location: '' })) ?? next(sent, 'payment')
    case 'shipping':
      return continueFromShipping(sent)
    case 'find':
      return answer({ about: 'pickup', result: await findPickupLocations(sent.ctx, receiptOf(form)) })
    case 'city':
      return answer({
        about: 'city',
        city: await findCity(
          sent.ctx,
          bareDigits(readFormText(form, 'postalCode')),
          readFormText(form, 'address').trim(),
        ),
      })
    case 'payment':
      return savePaymentMethod(sent)
    case 'pay':
      return pay(sent)
    case 'discount':
      return applyDiscount(sent)
    case 'removeDiscount':
      return removeDiscount(sent)
    default:
      return redirect(checkoutLink())
  }
}

const receiptOf = (form: FormData): string => readFormText(form, 'receipt')
const answer = (about: CheckoutAnswer, status = 200) => data<CheckoutAnswer>(about, { status })
const next = ({ code }: Sent, step: Step) => redirect(stepLink(step, code), 303)

function isOutdated(error: unknown): boolean {
  if (!(error instanceof CallError)) return false
  return ['not-found', 'checkout/closed', 'cart/empty', 'request/invalid'].includes(error.code)
}

/** Saves the address, also one that is not complete yet: it is there again when the guest comes back. */
async function saveAddress(sent: Sent) {
  const { ctx, form } = sent
  const values = Object.fromEntries(
    addressInputs.map((name) => [name, readFormText(form, name).trim()]),
  ) as AddressValues
  const wrong = (errors: AddressErrors) => answer({ about: 'address', values, errors }, 400)
  const parsed = v.safeParse(CustomerDetails, values)
  if (!parsed.success) {
    const refused = parsed.issues.map((issue) => [v.getDotPath(issue), 'refused'])
    return wrong({ ...addressErrors(values), ...Object.fromEntries(refused) })
  }
  const customerDetails = parsed.output
  try {
    await ctx.call('updateReceiptDetails', { receiptId: receiptOf(form), customerDetails })
  } catch (error) {
    if (!isOutdated(error)) throw error
    // What is typed belongs to the receipt that the cart has now.
    await ctx.call('createReceipt', { customerDetails })
  }
  const errors = addressErrors(customerDetails)
  if (Object.keys(errors).length > 0) return wrong(errors)
  // The carrier answers while the browser loads the next step, whose own search then takes no time.
  void findPickupLocations(ctx, receiptOf(form)).catch(() => {})
  return next(sent, 'shipping')
}

type Shipping = { type: string; /** The id of a pickup location, or ''. */ location: string }
const chosenShipping = (form: FormData): Shipping => ({
  type: readFormText(form, 'type'),
  location: readFormText(form, 'location'),
})

/** @returns the response where it could not be saved, else null. */
async function saveShipping({ ctx, form }: Sent, { type, location }: Shipping) {
  const step = (problem: 'shippingMethod' | 'pickupLocation', status: number) =>
    answer({ about: 'step', problem: { problem } }, status)
  if (!type) return step('shippingMethod', 400)
  try {
    await ctx.call('updateReceiptWithShipping', {
      receiptId: receiptOf(form),
      shipping: {
        type,
        pickupLocation: isPickup(type) && location ? { parcelShopId: location } : null,
      },
    })
    return null
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // 409: the page loads what can be chosen now.
    if (error.code === 'checkout/shipping') return step('shippingMethod', 409)
    if (error.code === 'checkout/pickup-location') return step('pickupLocation', 409)
    throw error
  }
}

/**
 * Leads to the payment. Where a pickup location is still to be chosen, it searches them: without scripts the
 * choice of the type comes with this button.
 */
async function continueFromShipping(sent: Sent) {
  const { ctx, form } = sent
  const chosen = chosenShipping(form)
  const refused = await saveShipping(sent, chosen)
  if (refused) return refused
  if (!isPickup(chosen.type) || chosen.location) return next(sent, 'payment')
  // The list was there, and nothing of it was chosen.
  if (form.has('searched')) return answer({ about: 'step', problem: { problem: 'pickupLocation' } }, 400)
  return answer({ about: 'pickup', result: await findPickupLocations(ctx, receiptOf(form)) })
}

const chosenMethod = (form: FormData, field: string): Receipt['paymentMethod'] | undefined =>
  paymentMethods.find((one) => one === readFormText(form, field))

async function savePaymentMethod(sent: Sent) {
  const { ctx, form } = sent
  const of = { receiptId: receiptOf(form) }
  const paymentMethod = chosenMethod(form, 'paymentMethod')
  if (paymentMethod) await ctx.call('updateReceiptPaymentMethod', { ...of, paymentMethod })
  // What costs nothing is not paid by any method.
  else if ((await ctx.call('getReceipt', of)).receipt.total > 0)
    return answer({ about: 'step', problem: { problem: 'paymentMethod' } }, 400)
  return next(sent, 'complete')
}

/** Replaces the history entry of the step: Back must not return to an order that is placed. */
async function pay(sent: Sent) {
  const { ctx, form } = sent
  const amount = Number(readFormText(form, 'amount'))
  const provider = chosenMethod(form, 'provider')
  try {
    const { data: intent } = await ctx.call('setupPaymentIntent', {
      receiptId: receiptOf(form),
      amount,
      receiptVersion: Number(readFormText(form, 'version')),
      // The button of another method than the chosen one.
      ...(provider ? { provider } : {}),
    })
    const isElsewhere = /^https?:/.test(intent.redirectUrl)
    // A form must not lead to another site (form-action): a page of its own does.
    return replace(
      isElsewhere ? checkoutLink({ ri: receiptOf(form), c: 'true', go: 'true' }) : intent.redirectUrl,
      303,
    )
  } catch (error) {
    if (!(error instanceof CallError) || isNotFound(error)) throw error
    return payFailed(sent, error, amount)
  }
}

function payFailed(sent: Sent, { code, details }: CallError, before: number) {
  const { form } = sent
  const failed = (result: PayFailure, status: number) => answer({ about: 'pay', result }, status)
  switch (code) {
    case 'amount/changed': {
      const { dropped = [] } = (details ?? {}) as { dropped?: DroppedCode[] }
      return failed({ failure: 'changed', before, dropped }, 409)
    }
    case 'checkout/discount': {
      const { code: of = '', reason } = (details ?? {}) as { code?: string; reason?: unknown }
      const dropped = [{ code: of, reason: parseRefusal(reason) ?? ('usedUp' as const) }]
      return failed({ failure: 'changed', before, dropped }, 409)
    }
    case 'cart/not-enough': {
      const { variantId = '' } = (details ?? {}) as { variantId?: string }
      return failed({ failure: 'notEnough', variantId }, 409)
    }
    case 'checkout/shipping':
      return failed({ failure: 'shippingMethod' }, 409)
    case 'checkout/pickup-location':
      return failed({ failure: 'pickupLocation' }, 409)
    // The first step that lacks something is shown, with what it lacks.
    case 'checkout/incomplete':
      return next(sent, 'complete')
    case 'checkout/closed':
      return redirect(checkoutLink({ ri: receiptOf(form), c: 'true' }), 303)
    case 'cart/empty':
      return redirect(checkoutLink(), 303)
    case 'request/too-many':
      return failed({ failure: 'tooMany' }, 429)
    case 'checkout/payment-failed':
      return failed({ failure: 'failed' }, 400)
    default:
      return failed({ failure: 'failed' }, 503)
  }
}

const parseRefusal = (reason: unknown): DiscountRefusal | undefined =>
  discountRefusals.find((one) => one === reason)

async function applyDiscount({ ctx, form }: Sent) {
  const code = readFormText(form, 'discountCode').trim().slice(0, 40)
  const done = (result: DiscountOutcome, status: number) =>
    answer({ about: 'discount', code, result }, status)
  if (!code) return done({ outcome: 'missing' }, 400)
  try {
    await ctx.call('applyDiscountCode', {
      receiptId: receiptOf(form),
      discountCode: code,
    })
    return done({ outcome: 'applied' }, 200)
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    const { reason, retryAfter } = (error.details ?? {}) as { reason?: unknown; retryAfter?: unknown }
    if (error.code === 'checkout/discount') return done({ outcome: parseRefusal(reason) ?? 'unknown' }, 400)
    if (error.code === 'request/too-many')
      return done({ outcome: 'wait', seconds: Number(retryAfter) || 60 }, 429)
    // Characters that no code has.
    if (error.code === 'request/invalid') return done({ outcome: 'unknown' }, 400)
    if (isOutdated(error)) throw error
    return done({ outcome: 'applyFailed' }, 503)
  }
}

async function removeDiscount({ ctx, form }: Sent) {
  const discountId = readFormText(form, 'discountId')
  const done = (outcome: 'removed' | 'removeFailed', status: number) =>
    answer({ about: 'discount', code: '', result: { outcome } }, status)
  try {
    await ctx.call('removeDiscountCode', {
      receiptId: receiptOf(form),
      discountId,
    })
    return done('removed', 200)
  } catch (error) {
    if (!(error instanceof CallError) || isOutdated(error)) throw error
    return done('removeFailed', 503)
  }
}
