import { computeShare, toPrice, vatIn } from '../money.ts'
import type { VatRule } from '../money.ts'

/** The most pieces of a variant in one cart. */
export const MAX_QUANTITY = 99

/** Minor units. `price`: of one piece without VAT, at most two decimals; the others include VAT. */
type PricedLine = {
  variantId: string
  quantity: number
  price: number
  /** Of one piece. */
  priceIncVat: number
  /** `priceIncVat` times `quantity`. */
  total: number
}

/** A code that counts, with what its promotion gives: `amount` in minor units including VAT. */
export type AppliedDiscount = {
  code: string
  promotionId: string
  name: string
  kind: 'amount' | 'percent' | 'freeShipping'
  amount: number | null
  percent: number | null
}

/** Minor units including VAT. `total` = `subtotal` + `shipping` − `discounts` − `shippingDiscount`. */
export type CartTotals = {
  lines: PricedLine[]
  subtotal: number
  /** In the order in which the codes were applied. */
  discounts: { code: string; name: string; amountIncVat: number }[]
  /** Null: not chosen. */
  shipping: number | null
  shippingDiscount: number
  /** The VAT in `total`, one line for each rate; none where there is no VAT. */
  vat: { percent: number; amount: number }[]
  total: number
}

type CartInput = {
  /** `price`: of one piece, in minor units as stored. */
  lines: readonly { variantId: string; price: number; quantity: number }[]
  vat: VatRule
  /** In minor units as stored; null: not chosen. */
  shipping: number | null
  /** In the order in which the codes were applied. */
  discounts: readonly AppliedDiscount[]
}

/**
 * What a cart costs: the one function for carts, receipts and the browser. A price is rounded for one piece,
 * so the lines always have the subtotal as their sum. Discounts are taken from the goods.
 * @throws RangeError for a quantity that is not an integer from 1 to 99, and for a negative or invalid price
 * or percentage.
 */
export function priceCart({
  lines,
  vat: rule,
  shipping: storedShipping,
  discounts: applied,
}: CartInput): CartTotals {
  const priced = lines.map((line) => priceLine(line, rule))
  const subtotal = priced.reduce((sum, { total }) => sum + total, 0)
  const shipping = storedShipping === null ? null : computePrice(storedShipping, rule).priceIncVat
  const hasFreeShipping = applied.some(({ kind }) => kind === 'freeShipping')
  const shippingDiscount = hasFreeShipping ? (shipping ?? 0) : 0
  const { amounts, left } = takeDiscounts(subtotal, applied)
  const total = left + (shipping ?? 0) - shippingDiscount
  const vat = vatIn(total, rule.vatPercent)
  return {
    lines: priced,
    subtotal,
    discounts: applied.map(({ code, name }, at) => ({ code, name, amountIncVat: amounts[at] ?? 0 })),
    shipping,
    shippingDiscount,
    vat: vat === 0 ? [] : [{ percent: rule.vatPercent, amount: vat }],
    total,
  }
}

function priceLine(
  { variantId, price: stored, quantity }: CartInput['lines'][number],
  vat: VatRule,
): PricedLine {
  if (!(Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY))
    throw new RangeError(`Quantity must be an integer from 1 to ${MAX_QUANTITY}, not ${quantity}`)
  const { price, priceIncVat } = computePrice(stored, vat)
  return { variantId, quantity, price, priceIncVat, total: priceIncVat * quantity }
}

function computePrice(stored: number, vat: VatRule): { price: number; priceIncVat: number } {
  if (stored < 0) throw new RangeError(`Price must not be negative, not ${stored}`)
  return toPrice(stored, vat)
}

/** What each discount takes of an amount, and what is left of it: fixed amounts first, then percents. */
function takeDiscounts(
  subtotal: number,
  applied: readonly AppliedDiscount[],
): { amounts: number[]; left: number } {
  const amounts = applied.map(() => 0)
  let left = subtotal
  const take = (at: number, wanted: number) => {
    const amount = Math.min(Math.max(wanted, 0), left)
    amounts[at] = amount
    left -= amount
  }
  for (const [at, one] of applied.entries()) if (one.kind === 'amount') take(at, one.amount ?? 0)
  for (const [at, one] of applied.entries())
    if (one.kind === 'percent') take(at, computeShare(left, one.percent ?? 0))
  return { amounts, left }
}
