import type { AppliedDiscount } from '#domain/cart/price-cart.ts'
import type { VatRule } from '#domain/money.ts'
import type { VatRate } from '#domain/vat.ts'

import { createRandom } from './availability-cases.ts'

/*
 * The VAT of carts, visits and refunds by integer fractions, slow and without the functions of `domain/`.
 * Percentages are hundredths of a percent, of 10,000.
 */

/** Errors that somebody could make in it: each has to be noticed. */
export const plantedErrors = [
  'each line rounded',
  'shipping at the standard rate',
  'discounts from the first line',
  'the last of equal remainders first',
  'exempt is 0 percent',
  'a refund by itself',
  'an amount by what was paid',
  'pieces as a mere amount',
] as const
export type PlantedError = (typeof plantedErrors)[number]

type Random = ReturnType<typeof createRandom>
export type VatCase = {
  vat: VatRule
  lines: { variantId: string; price: number; quantity: number; vat?: VatRate }[]
  shipping: number | null
  discounts: AppliedDiscount[]
  /** Each in pieces of a line, or as a part of what is left, in thousandths. */
  refunds: ({ line: number; pieces: number } | { part: number })[]
}

type Sum = { rate: string; gross: bigint; vat: bigint }
const nameOf = (rate: VatRate) => (typeof rate === 'number' ? String(rate) : `exempt ${rate.exempt}`)
const hundredths = (rate: string) => (rate.startsWith('exempt') ? 0n : BigInt(Math.round(Number(rate) * 100)))

/** a ÷ b rounded half up, of integers from 0. */
const divide = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)
const vatOf = (gross: bigint, rate: string) => gross - divide(gross * 10_000n, 10_000n + hundredths(rate))
const total = (numbers: readonly bigint[]) => numbers.reduce((all, one) => all + one, 0n)

/** Unit by unit to whoever lacks the largest fraction of one. */
function share(amount: bigint, weights: readonly bigint[], error?: PlantedError): bigint[] {
  const sum = total(weights)
  if (sum === 0n) return weights.map((_, at) => (at === 0 ? amount : 0n))
  const shares = weights.map((weight) => (amount * weight) / sum)
  while (total(shares) < amount) {
    // Compared as fractions of the same denominator.
    const lacking = shares.map((one, at) => amount * (weights[at] ?? 0n) - one * sum)
    const most = lacking.reduce((best, one) => (one > best ? one : best))
    const at =
      error === 'the last of equal remainders first' ? lacking.lastIndexOf(most) : lacking.indexOf(most)
    shares[at] = (shares[at] ?? 0n) + 1n
  }
  return shares
}

/** What is paid, by rate, the highest first; and what it needs of the lines for refunds. */
export function referenceCart(
  { vat, lines, shipping, discounts }: Omit<VatCase, 'refunds'>,
  error?: PlantedError,
) {
  const withVat = (stored: number, rate: string) =>
    vat.pricesInclude === 'vat'
      ? BigInt(stored)
      : divide(BigInt(stored) * (10_000n + hundredths(rate)), 10_000n)
  const standard = String(vat.vatPercent)
  const rates = lines.map((line) => (line.vat === undefined ? standard : nameOf(line.vat)))
  const goods = lines.map(({ price, quantity }, at) => withVat(price, rates[at] ?? '') * BigInt(quantity))
  let left = total(goods)
  for (const kind of ['amount', 'percent'])
    for (const one of discounts.filter((discount) => discount.kind === kind)) {
      const wanted =
        kind === 'amount'
          ? BigInt(one.amount ?? 0)
          : divide(left * BigInt(Math.round((one.percent ?? 0) * 100)), 10_000n)
      left -= wanted > left ? left : wanted
    }
  const off = total(goods) - left
  const taken =
    error === 'discounts from the first line' ? fromTheFirst(off, goods) : share(off, goods, error)
  const paid = goods.map((one, at) => one - (taken[at] ?? 0n))
  const isFree = discounts.some(({ kind }) => kind === 'freeShipping')
  const sent = shipping === null || isFree ? 0n : withVat(shipping, standard)
  const ways =
    error === 'shipping at the standard rate'
      ? []
      : share(sent, left > 0n ? paid : goods.map((one, at) => one || BigInt(lines[at]?.quantity ?? 0)), error)
  const parts = rates.map((rate, at) => ({ rate, gross: (paid[at] ?? 0n) + (ways[at] ?? 0n) }))
  if (rates.length === 0 || error === 'shipping at the standard rate')
    parts.push({ rate: standard, gross: sent })
  return { ...sumUp(parts, error), total: left + sent, goods, taken, rates }
}

function fromTheFirst(off: bigint, goods: readonly bigint[]): bigint[] {
  let left = off
  return goods.map((one) => {
    const take = left > one ? one : left
    left -= take
    return take
  })
}

function sumUp(given: readonly { rate: string; gross: bigint }[], error?: PlantedError): { sums: Sum[] } {
  const parts =
    error === 'exempt is 0 percent'
      ? given.map(({ rate, gross }) => ({ rate: rate.startsWith('exempt') ? '0' : rate, gross }))
      : given
  const order = (rate: string) => (rate.startsWith('exempt') ? -1 : Number(rate))
  const rates = [...new Set(parts.map(({ rate }) => rate))].toSorted(
    (one, other) => order(other) - order(one),
  )
  const sums = rates.map((rate) => {
    const own = parts.filter((one) => one.rate === rate)
    const gross = total(own.map((one) => one.gross))
    const vat =
      error === 'each line rounded' ? total(own.map((one) => vatOf(one.gross, rate))) : vatOf(gross, rate)
    return { rate, gross, vat }
  })
  return { sums: sums.filter(({ gross }) => gross > 0n) }
}

/** The VAT of a visit, by rate. */
export const referenceVisit = (parts: readonly { price: number; vat: VatRate }[], error?: PlantedError) =>
  sumUp(
    parts.map(({ price, vat }) => ({ rate: nameOf(vat), gross: BigInt(price) })),
    error,
  )

/** What each refund gives back, by rate; one that is not possible is left out. */
export function referenceRefunds(one: VatCase, error?: PlantedError): { amount: bigint; sums: Sum[] }[] {
  const { sums, goods, taken, rates } = referenceCart(one, error)
  const paid = new Map(sums.map(({ rate, gross }) => [rate, gross]))
  const given = new Map<string, bigint>()
  const returned = one.lines.map(() => 0n)
  const leftOf = (rate: string) => (paid.get(rate) ?? 0n) - (given.get(rate) ?? 0n)
  const sumsOf = (amounts: readonly bigint[], rate: string) =>
    total(amounts.filter((_, at) => rates[at] === rate))
  /** What the goods of a rate that were given back have cost. */
  const costOf = (rate: string) => {
    const prices = goods.map((sum, at) => (sum / BigInt(one.lines[at]?.quantity ?? 1)) * (returned[at] ?? 0n))
    const all = sumsOf(goods, rate)
    const price = sumsOf(prices, rate)
    return all === 0n ? 0n : price - divide(price * sumsOf(taken, rate), all)
  }
  return one.refunds.flatMap((refund) => {
    const all = total([...paid.keys()].map(leftOf))
    let wanted = new Map<string, bigint>()
    let amount: bigint
    if ('line' in refund) {
      const rate = rates[refund.line] ?? ''
      const before = returned[refund.line] ?? 0n
      const cost = costOf(rate)
      returned[refund.line] = before + BigInt(refund.pieces)
      amount = costOf(rate) - cost
      if (amount <= 0n || amount > all) {
        returned[refund.line] = before
        return []
      }
      if (error !== 'pieces as a mere amount') wanted = new Map([[rate, amount]])
    } else {
      amount = (all * BigInt(refund.part)) / 1_000n
      if (amount <= 0n) return []
    }
    const names = [...paid.keys()]
    const first = names.map((rate) => {
      const want = wanted.get(rate) ?? 0n
      return want > leftOf(rate) ? leftOf(rate) : want
    })
    const weights = names.map((rate, at) =>
      error === 'an amount by what was paid' ? (paid.get(rate) ?? 0n) : leftOf(rate) - (first[at] ?? 0n),
    )
    const further = share(amount - total(first), weights, error)
    const parts = names.map((rate, at) => {
      const gross = (first[at] ?? 0n) + (further[at] ?? 0n)
      const before = given.get(rate) ?? 0n
      given.set(rate, before + gross)
      const vat =
        error === 'a refund by itself'
          ? vatOf(gross, rate)
          : vatOf(before + gross, rate) - vatOf(before, rate)
      return { rate, gross, vat }
    })
    return [{ amount, sums: parts.filter(({ gross }) => gross > 0n) }]
  })
}

const rates: VatRate[] = [25, 19, 12, 7, 6, 0, 25.5, { exempt: 'Care' }, { exempt: 'Teaching' }]

/** A cart with up to three rates, shipping, discounts and refunds of it. */
export function makeVatCase(seed: number): VatCase {
  const roll = createRandom(seed)
  const own = [roll.pick(rates), roll.pick(rates)]
  const minor = () => roll.between(0, roll.pick([10, 1_000, 100_000, 1_000_000]))
  const lines = Array.from({ length: roll.between(1, 6) }, (_, at) => {
    const vat = roll.pick([undefined, ...own])
    return {
      variantId: `v${at}`,
      // Equal prices have equal remainders.
      price: roll.chance(0.3) ? 1_000 : minor(),
      quantity: roll.between(1, 5),
      ...(vat === undefined ? {} : { vat }),
    }
  })
  return {
    vat: { vatPercent: roll.pick([25, 19, 25.5, 8.1]), pricesInclude: roll.pick(['vat', 'none'] as const) },
    lines,
    shipping: roll.pick([null, 0, minor(), 4_900]),
    discounts: Array.from({ length: roll.between(0, 2) }, (_, at) => makeDiscount(roll, at)),
    refunds: [
      ...Array.from({ length: roll.between(0, 5) }, () => makeRefund(roll, lines)),
      ...(roll.chance(0.5) ? [{ part: 1_000 }] : []),
    ],
  }
}

function makeRefund(roll: Random, lines: VatCase['lines']): VatCase['refunds'][number] {
  const line = roll.between(0, lines.length - 1)
  return roll.chance(0.5)
    ? { line, pieces: roll.between(1, lines[line]?.quantity ?? 1) }
    : { part: roll.between(1, 999) }
}

const makeDiscount = (roll: Random, at: number): AppliedDiscount => ({
  code: `C${at}`,
  promotionId: `p${at}`,
  name: `Code ${at}`,
  ...roll.pick([
    { kind: 'amount' as const, amount: roll.between(0, 100_000), percent: null },
    { kind: 'percent' as const, amount: null, percent: roll.pick([5, 10, 33.33, 100]) },
    { kind: 'freeShipping' as const, amount: null, percent: null },
  ]),
})
