import { computeShare, toPrice, type VatRule } from '../money.ts'
import { ruleFor, shareOut, vatLines, type RatedAmount, type VatLine, type VatRate } from '../vat.ts'

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
  vat: VatLine[]
  total: number
}

type CartInput = {
  /** `price`: of one piece, in minor units as stored. `vat`: its own rate. */
  lines: readonly { variantId: string; price: number; quantity: number; vat?: VatRate | undefined }[]
  vat: VatRule
  /** In minor units as stored; null: not chosen. */
  shipping: number | null
  /** In the order in which the codes were applied. */
  discounts: readonly AppliedDiscount[]
}

/**
 * What a cart costs: the one function for carts, receipts and the browser. A price is rounded for one piece,
 * so the lines always have the subtotal as their sum. Discounts are taken from the goods, from each line in
 * proportion. Shipping costs the same whatever is sent; its VAT follows the goods, in proportion to what they
 * cost.
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
  const sent = (shipping ?? 0) - shippingDiscount
  return {
    lines: priced,
    subtotal,
    discounts: applied.map(({ code, name }, at) => ({ code, name, amountIncVat: amounts[at] ?? 0 })),
    shipping,
    shippingDiscount,
    vat: vatLines(
      rateParts(
        priced.map(({ total, quantity }, at) => ({
          rate: lines[at]?.vat ?? rule.vatPercent,
          gross: total,
          quantity,
        })),
        { goods: left, sent, standard: rule.vatPercent },
      ),
    ),
    total: left + sent,
  }
}

/** What is paid, by the rates of the lines. `goods`: what is paid for them; `sent`: for shipping. */
function rateParts(
  lines: readonly (RatedAmount & { quantity: number })[],
  { goods, sent, standard }: { goods: number; sent: number; standard: number },
): RatedAmount[] {
  const [first] = lines
  if (!first) return [{ rate: standard, gross: sent }]
  const shares = shareDiscount(
    lines.map(({ gross }) => gross),
    goods,
  )
  const paid = lines.map(({ gross }, at) => gross - (shares[at] ?? 0))
  // Goods that cost nothing count by their pieces.
  const weighed = goods > 0 ? paid : lines.map(({ gross, quantity }) => gross || quantity)
  const ways = shareOut(sent, weighed)
  return lines.map(({ rate }, at) => ({ rate, gross: (paid[at] ?? 0) + (ways[at] ?? 0) }))
}

/** What discounts take of each line, in proportion, so that `left` is paid of them all. Minor units. */
export const shareDiscount = (totals: readonly number[], left: number): number[] =>
  shareOut(totals.reduce((sum, one) => sum + one, 0) - left, totals)

function priceLine(
  { variantId, price: stored, quantity, vat: own }: CartInput['lines'][number],
  rule: VatRule,
): PricedLine {
  if (!(Number.isInteger(quantity) && quantity >= 1 && quantity <= MAX_QUANTITY))
    throw new RangeError(`Quantity must be an integer from 1 to ${MAX_QUANTITY}, not ${quantity}`)
  const { price, priceIncVat } = computePrice(stored, ruleFor(rule, own))
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
