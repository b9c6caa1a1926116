import { createRandom } from '#test/availability-cases.ts'
import { expect, test } from 'vitest'
import type { VatRule } from '../money.ts'
import { priceCart } from './price-cart.ts'
import type { AppliedDiscount, CartTotals } from './price-cart.ts'
import { perTier } from '#test/tier.ts'

type Input = Parameters<typeof priceCart>[0]

const gross = { vatPercent: 25, pricesInclude: 'vat' } as const
const net = { vatPercent: 25, pricesInclude: 'none' } as const
const discount = (code: string, change: Partial<AppliedDiscount>): AppliedDiscount => ({
  code,
  promotionId: `of-${code}`,
  name: `Name of ${code}`,
  kind: 'percent',
  amount: null,
  percent: null,
  ...change,
})
const amount = (minor: number) => discount(`A${minor}`, { kind: 'amount', amount: minor })
const percent = (value: number) => discount(`P${value}`, { kind: 'percent', percent: value })
const free = discount('FREE', { kind: 'freeShipping' })
const line = (price: number, quantity = 1, variantId = 'v') => ({ variantId, price, quantity })
const cart = (change: Partial<Input>): CartTotals =>
  priceCart({ lines: [line(10_000)], vat: gross, shipping: null, discounts: [], ...change })

test('a line has its net price, its price with VAT, and its sum', () => {
  expect(cart({ lines: [line(10_000, 3, 'a'), line(1, 2, 'b')], vat: net, shipping: 3_920 })).toEqual({
    lines: [
      { variantId: 'a', quantity: 3, price: 10_000, priceIncVat: 12_500, total: 37_500 },
      { variantId: 'b', quantity: 2, price: 1, priceIncVat: 1, total: 2 },
    ],
    subtotal: 37_502,
    discounts: [],
    shipping: 4_900,
    shippingDiscount: 0,
    vat: [{ percent: 25, amount: 8_480 }],
    total: 42_402,
  })
})

test('a stored price with VAT stays as typed; its net price has two decimals', () => {
  const { lines, total, vat } = cart({ lines: [line(9_999, 99)], vat: { ...gross, vatPercent: 25.5 } })
  expect(lines).toEqual([
    { variantId: 'v', quantity: 99, price: 7_967.33, priceIncVat: 9_999, total: 989_901 },
  ])
  expect([total, vat]).toEqual([989_901, [{ percent: 25.5, amount: 201_135 }]])
})

// Goods of 100.00: the codes as they were applied, what each takes, and the total.
test.each<[string, AppliedDiscount[], number[], number]>([
  ['none', [], [], 10_000],
  ['an amount', [amount(2_500)], [2_500], 7_500],
  ['an amount of all', [amount(10_000)], [10_000], 0],
  ['an amount above all', [amount(10_001)], [10_000], 0],
  ['a percentage', [percent(10)], [1_000], 9_000],
  ['a percentage that is rounded up', [percent(0.01)], [1], 9_999],
  ['all of it', [percent(100)], [10_000], 0],
  ['an amount, then a percentage', [amount(1_000), percent(10)], [1_000, 900], 8_100],
  ['a percentage, then an amount that comes first', [percent(10), amount(1_000)], [900, 1_000], 8_100],
  ['two percentages, the second of what is left', [percent(50), percent(10)], [5_000, 500], 4_500],
  ['two amounts', [amount(6_000), amount(3_000)], [6_000, 3_000], 1_000],
  ['two amounts, little left for the second', [amount(6_000), amount(7_000)], [6_000, 4_000], 0],
  ['nothing left for the second', [amount(10_000), amount(1)], [10_000, 0], 0],
  ['nothing left for a percentage', [percent(10), amount(20_000)], [0, 10_000], 0],
  ['nothing left after 100 percent', [percent(100), percent(50)], [10_000, 0], 0],
  ['all three kinds', [percent(10), free, amount(1_000)], [900, 0, 1_000], 8_100],
  ['the same one twice', [percent(10), percent(10)], [1_000, 900], 8_100],
  ['an amount of nothing', [amount(0)], [0], 10_000],
  ['an amount below nothing', [amount(-500)], [0], 10_000],
  ['a percentage above 100', [percent(150)], [10_000], 0],
  ['without a value', [discount('X', { kind: 'amount' }), discount('Y', {})], [0, 0], 10_000],
])('discounts, %s', (_, discounts, taken, total) => {
  const answer = cart({ discounts })
  expect(answer.total).toBe(total)
  expect(answer.discounts).toEqual(
    discounts.map(({ code, name }, index) => ({ code, name, amountIncVat: taken[index] })),
  )
})

test.each<[string, number | null, AppliedDiscount[], number | null, number, number]>([
  ['not chosen', null, [], null, 0, 10_000],
  ['not chosen, free', null, [free], null, 0, 10_000],
  ['chosen', 4_900, [], 4_900, 0, 14_900],
  ['for nothing', 0, [], 0, 0, 10_000],
  ['for nothing, free', 0, [free], 0, 0, 10_000],
  ['free', 4_900, [free], 4_900, 4_900, 10_000],
  ['free twice', 4_900, [free, free], 4_900, 4_900, 10_000],
  ['beside a percentage of the goods', 4_900, [percent(50)], 4_900, 0, 9_900],
  ['beside goods for nothing', 4_900, [percent(100)], 4_900, 0, 4_900],
  ['free beside goods for nothing', 4_900, [percent(100), free], 4_900, 4_900, 0],
])('shipping %s', (_, stored, discounts, shipping, shippingDiscount, total) => {
  expect(cart({ shipping: stored, discounts })).toMatchObject({ shipping, shippingDiscount, total })
})

test.each<[VatRule, { percent: number; amount: number }[]]>([
  [gross, [{ percent: 25, amount: 2_000 }]],
  [net, [{ percent: 25, amount: 2_500 }]],
  [{ vatPercent: 0, pricesInclude: 'vat' }, []],
  [{ vatPercent: 0, pricesInclude: 'none' }, []],
  [{ vatPercent: 8.1, pricesInclude: 'none' }, [{ percent: 8.1, amount: 810 }]],
])('with %o the VAT lines are %o', (vat, lines) => {
  expect(cart({ vat }).vat).toEqual(lines)
})

test('the VAT is that of the total: shipping adds to it, discounts lessen it', () => {
  expect(cart({ shipping: 5_000, discounts: [amount(2_500)] })).toMatchObject({
    total: 12_500,
    vat: [{ percent: 25, amount: 2_500 }],
  })
  expect(cart({ discounts: [percent(100)] }).vat).toEqual([])
})

test('an empty cart costs nothing with any discounts', () => {
  expect(cart({ lines: [], discounts: [amount(100), percent(10)] })).toMatchObject({
    lines: [],
    subtotal: 0,
    discounts: [{ amountIncVat: 0 }, { amountIncVat: 0 }],
    total: 0,
  })
})

test.each([0, -1, 100, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d pieces are refused', (quantity) => {
  expect(() => cart({ lines: [line(100, quantity)] })).toThrow(RangeError)
})

test.each([1, 2, 98, 99])('%d pieces are accepted', (quantity) => {
  expect(cart({ lines: [line(100, quantity)] }).total).toBe(100 * quantity)
})

test.each<[string, Partial<Input>]>([
  ['a negative price', { lines: [line(-1)] }],
  ['a price with decimals', { lines: [line(1.5)] }],
  ['a price that is no number', { lines: [line(Number.NaN)] }],
  ['a negative shipping price', { shipping: -1 }],
  ['a shipping price with decimals', { shipping: 0.5 }],
  ['a negative rate', { vat: { ...gross, vatPercent: -1 } }],
  ['a rate that is no number', { vat: { ...net, vatPercent: Number.NaN } }],
  ['a discount that is no number', { discounts: [percent(Number.NaN)] }],
])('%s is refused', (_, change) => {
  expect(() => cart(change)).toThrow(RangeError)
})

/** a ÷ b rounded half up, of integers from 0. */
const divide = (a: bigint, b: bigint) => (2n * a + b) / (2n * b)

/** The same cart, only by integer fractions: percentages are hundredths of a percent, of 10,000. */
function reference({ lines, vat, shipping, discounts }: Input) {
  const rate = BigInt(Math.round(vat.vatPercent * 100))
  const incVat = (stored: number) =>
    vat.pricesInclude === 'vat' ? BigInt(stored) : divide(BigInt(stored) * (10_000n + rate), 10_000n)
  const hundredths = (stored: number) =>
    vat.pricesInclude === 'vat' ? divide(BigInt(stored) * 1_000_000n, 10_000n + rate) : BigInt(stored) * 100n
  const sums = lines.map(({ price, quantity }) => incVat(price) * BigInt(quantity))
  const subtotal = sums.reduce((sum, one) => sum + one, 0n)
  let left = subtotal
  const taken = new Map<number, bigint>()
  for (const kind of ['amount', 'percent'])
    discounts.forEach((one, index) => {
      if (one.kind !== kind) return
      const wanted =
        kind === 'amount'
          ? BigInt(one.amount ?? 0)
          : divide(left * BigInt(Math.round((one.percent ?? 0) * 100)), 10_000n)
      const part = wanted > left ? left : wanted
      taken.set(index, part)
      left -= part
    })
  const sent = shipping === null ? null : incVat(shipping)
  const isFree = discounts.some(({ kind }) => kind === 'freeShipping')
  const total = left + (isFree ? 0n : (sent ?? 0n))
  return {
    lines: lines.map(({ price }, index) => [hundredths(price), incVat(price), sums[index]]),
    subtotal,
    discounts: discounts.map((_, index) => taken.get(index) ?? 0n),
    shipping: sent,
    shippingDiscount: isFree ? (sent ?? 0n) : 0n,
    vat: [total - divide(total * 10_000n, 10_000n + rate)].filter((amount) => amount > 0n),
    total,
  }
}

/** An answer in the form of the reference. */
const inOneForm = ({ lines, subtotal, discounts, shipping, shippingDiscount, vat, total }: CartTotals) => ({
  lines: lines.map((one) => [
    BigInt(Math.round(one.price * 100)),
    BigInt(one.priceIncVat),
    BigInt(one.total),
  ]),
  subtotal: BigInt(subtotal),
  discounts: discounts.map((one) => BigInt(one.amountIncVat)),
  shipping: shipping === null ? null : BigInt(shipping),
  shippingDiscount: BigInt(shippingDiscount),
  vat: vat.map((one) => BigInt(one.amount)),
  total: BigInt(total),
})

function randomCart(seed: number): Input {
  const random = createRandom(seed)
  const minor = () => random.between(0, random.pick([10, 1_000, 100_000, 10_000_000]))
  const hundredths = () => random.between(0, 10_000) / 100
  const one = (index: number): AppliedDiscount =>
    discount(`C${index}`, {
      ...random.pick<Partial<AppliedDiscount>>([
        { kind: 'amount', amount: minor() },
        { kind: 'percent', percent: random.pick([0.01, 5, 10, 33.33, 50, 100, hundredths()]) },
        { kind: 'freeShipping' },
      ]),
    })
  return {
    lines: Array.from({ length: random.between(0, 8) }, (_, index) =>
      line(minor(), random.between(1, 99), `v${index}`),
    ),
    vat: {
      vatPercent: random.pick([0, 25, 25.5, 8.1, 100, hundredths(), hundredths()]),
      pricesInclude: random.pick(['vat', 'none'] as const),
    },
    shipping: random.pick([null, 0, minor(), minor()]),
    discounts: Array.from({ length: random.between(0, 3) }, (_, index) => one(index)),
  }
}

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** What every cart must have, by name; empty if it has all. */
function violations(input: Input): string[] {
  const answer = priceCart(input)
  const { lines, subtotal, discounts, shipping, shippingDiscount, vat, total } = answer
  const taken = discounts.map(({ amountIncVat }) => amountIncVat)
  const amounts = [
    ...lines.flatMap((one) => [one.priceIncVat, one.total]),
    subtotal,
    shipping ?? 0,
    shippingDiscount,
    total,
    ...taken,
    ...vat.map((one) => one.amount),
  ]
  // What a client computes that knows the net prices of a document only.
  const added = (price: number) => Math.round(Number((price * (100 + input.vat.vatPercent)).toFixed(6)) / 100)
  const rules: Record<string, boolean> = {
    'lines are price times quantity': lines.every((one) => one.priceIncVat * one.quantity === one.total),
    'the net price leads to the price': lines.every((one) => added(one.price) === one.priceIncVat),
    'the net price has two decimals': lines.every((one) => Number(one.price.toFixed(2)) === one.price),
    'lines have the subtotal as sum': sum(lines.map((one) => one.total)) === subtotal,
    'rows have the total as sum': subtotal + (shipping ?? 0) - sum(taken) - shippingDiscount === total,
    'no amount is negative': amounts.every((one) => one >= 0 && !Object.is(one, -0)),
    'amounts are integers': amounts.every((one) => Number.isSafeInteger(one)),
    'VAT is at most the total': vat.every((one) => one.amount <= total),
    'discounts are at most the goods': sum(taken) <= subtotal,
    'typed prices stay': input.vat.pricesInclude === 'none' || lines.every(isAsTyped(input)),
    'codes keep their order': discounts.every((one, at) => one.code === input.discounts[at]?.code),
  }
  expect(inOneForm(answer)).toEqual(reference(input))
  return Object.keys(rules).filter((name) => !rules[name])
}

const isAsTyped =
  ({ lines }: Input) =>
  ({ priceIncVat }: { priceIncVat: number }, at: number) =>
    priceIncVat === lines[at]?.price

const CARTS = perTier(2_000, 100_000)

test(`${CARTS} random carts add up, and are those of a reference by integer fractions`, () => {
  const wrong: unknown[] = []
  const seen = { discounts: 0, shipping: 0, gross: 0, free: 0, nothing: 0, empty: 0 }
  for (let seed = 1; seed <= CARTS; seed++) {
    const input = randomCart(seed)
    const found = violations(input)
    if (found.length > 0) wrong.push({ seed, found })
    const { total } = priceCart(input)
    seen.discounts += Number(input.discounts.length > 1)
    seen.shipping += Number(input.shipping !== null)
    seen.gross += Number(input.vat.pricesInclude === 'vat')
    seen.free += Number(input.discounts.some(({ kind }) => kind === 'freeShipping'))
    seen.nothing += Number(total === 0)
    seen.empty += Number(input.lines.length === 0)
  }
  expect(wrong).toEqual([])
  // The carts are of all kinds.
  expect(Object.entries(seen).filter(([, count]) => count < CARTS / 100)).toEqual([])
}, 60_000)

const asTyped = (typed: number[], vatPercent: number) => {
  const { lines } = cart({
    lines: typed.map((price) => line(price)),
    vat: { vatPercent, pricesInclude: 'vat' },
  })
  return lines.every(
    (one, at) =>
      one.priceIncVat === typed[at] &&
      Math.round(Number((one.price * (100 + vatPercent)).toFixed(6)) / 100) === typed[at],
  )
}

test.each([0, 2.6, 7, 8.1, 19, 20, 24, 25, 25.5, 99.99, 100])(
  'every price up to 1,000.00 typed with %d percent VAT in it is charged as typed',
  (rate) => {
    expect(
      asTyped(
        Array.from({ length: 100_001 }, (_, typed) => typed),
        rate,
      ),
    ).toBe(true)
  },
  30_000,
)

test('at every rate with two decimals, typed prices are charged as typed', () => {
  const typed = [0, 1, 2, 3, 5, 99, 100, 9_995, 12_345, 99_999, 1_000_001, 100_000_000, 2_147_483_647]
  const rates = Array.from({ length: 10_001 }, (_, hundredths) => hundredths / 100)
  expect(rates.filter((rate) => !asTyped(typed, rate))).toEqual([])
}, 30_000)
