import { data, redirect } from 'react-router'
import { MAX_QUANTITY } from '#domain/cart/price-cart.ts'
import { CallError } from '#contract/errors.ts'
import { cartLink } from '#contract/links.ts'
import type { PageContext } from '#contract/page.ts'
import type { CartAnswer, CartProblem } from '#web/cart/answer.ts'
import { readFormText } from '#web/request/form.ts'

/**
 * Handles the forms of the cart by the pressed button. What succeeds leads to the cart, unless the form asks
 * for data (`stay`), as those with scripts do.
 */
export async function changeCart(ctx: PageContext, form: FormData) {
  const [intent, variant] = [readFormText(form, 'intent'), readFormText(form, 'variant')]
  const about = { intent, variant, product: readFormText(form, 'product') }
  const refuse = (problem: CartProblem, status: number) => data<CartAnswer>({ ...about, problem }, { status })
  const quantity = parseQuantity(form)
  if (quantity === null && (intent === 'add' || intent === 'set')) return refuse({ kind: 'quantity' }, 400)
  try {
    await change(ctx, { ...about, quantity: quantity ?? 0 })
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    // 409: the page loads what there is now.
    const problem = toProblem(error)
    if (problem) return refuse(problem, 409)
    return refuse({ kind: 'failed' }, error.status === 'INTERNAL' ? 500 : 503)
  }
  return form.has('stay') ? data<CartAnswer>({ ...about, problem: null }) : redirect(cartLink(), 303)
}

/** @returns null for anything but a number from 1 to 99. */
function parseQuantity(form: FormData): number | null {
  const typed = readFormText(form, 'quantity').trim()
  const quantity = /^\d{1,2}$/.test(typed) ? Number(typed) : 0
  return quantity >= 1 && quantity <= MAX_QUANTITY ? quantity : null
}

type Change = { intent: string; variant: string; quantity: number }

async function change({ call }: PageContext, { intent, variant, quantity }: Change) {
  switch (intent) {
    case 'add':
      return call('addToCart', { variantId: variant, quantity })
    case 'set':
      return call('setCartQuantity', { variantId: variant, quantity })
    case 'remove':
      return call('setCartQuantity', { variantId: variant, quantity: 0 })
    case 'dismiss':
      return call('dismissCartNotice', {})
    default:
      throw new CallError('request/invalid')
  }
}

function toProblem({ code, details }: CallError): CartProblem | null {
  switch (code) {
    case 'cart/not-enough':
      return { kind: 'notEnough', available: Number((details as { available?: unknown }).available) || 0 }
    case 'cart/full':
      return { kind: 'full' }
    case 'not-found':
    case 'request/invalid':
      return { kind: 'gone' }
    default:
      return null
  }
}
