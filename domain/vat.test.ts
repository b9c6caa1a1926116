import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perTier } from '#test/tier.ts'
import {
  makeVatCase,
  plantedErrors,
  referenceCart,
  referenceRefunds,
  referenceVisit,
  type PlantedError,
  type VatCase,
} from '#test/vat-reference.ts'
import { priceCart } from './cart/price-cart.ts'
import { countPieces, type Pieces } from './checkout/pieces.ts'
import { refundPartsForPieces } from './checkout/refund-lines.ts'
import {
  amountsOf,
  groupByRate,
  ownRateOf,
  rateOf,
  refundsByRate,
  ruleFor,
  shareOut,
  vatLines,
  includesVat,
  vatIncluded,
  visitVat,
  type RatedAmount,
  type Refund,
  type VatLine,
  type VatRate,
} from './vat.ts'

const care = { exempt: 'Care' }
const nameOf = (rate: VatRate) => (typeof rate === 'number' ? String(rate) : `exempt ${rate.exempt}`)
const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

test('what has no setting has the rate of the tenant; exempt has its own reason, else that of the tenant', () => {
  const finance = { vatPercent: 19, exemptReason: 'Of the tenant' }
  expect(rateOf({ vat: null, exemptReason: null }, finance)).toBe(19)
  expect(rateOf({ vat: 0, exemptReason: null }, finance)).toBe(0)
  expect(rateOf({ vat: 7, exemptReason: null }, finance)).toBe(7)
  expect(rateOf({ vat: 'exempt', exemptReason: null }, finance)).toEqual({ exempt: 'Of the tenant' })
  expect(rateOf({ vat: 'exempt', exemptReason: 'Care' }, finance)).toEqual(care)
  expect(ownRateOf({ vat: 19, exemptReason: null }, finance)).toBeUndefined()
  expect(ownRateOf({ vat: 7, exemptReason: null }, finance)).toBe(7)
})

test('a price of another rate is stored as the others: with VAT, or without', () => {
  expect(ruleFor({ vatPercent: 25, pricesInclude: 'none' }, 7)).toEqual({
    vatPercent: 7,
    pricesInclude: 'none',
  })
  expect(ruleFor({ vatPercent: 25, pricesInclude: 'vat' }, care)).toEqual({
    vatPercent: 0,
    pricesInclude: 'vat',
  })
  const { lines } = priceCart({
    lines: [
      { variantId: 'a', price: 10_000, quantity: 1, vat: 7 },
      { variantId: 'b', price: 10_000, quantity: 1, vat: care },
      { variantId: 'c', price: 10_000, quantity: 1 },
    ],
    vat: { vatPercent: 19, pricesInclude: 'none' },
    shipping: null,
    discounts: [],
  })
  expect(lines.map(({ priceIncVat }) => priceIncVat)).toEqual([10_700, 10_000, 11_900])
})

test.each<[string, RatedAmount[], VatLine[]]>([
  ['nothing', [], []],
  ['one rate', [{ rate: 25, gross: 10_000 }], [{ percent: 25, amount: 2_000 }]],
  ['not registered', [{ rate: 0, gross: 10_000 }], []],
  ['too little for VAT', [{ rate: 25, gross: 2 }], []],
  [
    'the same rate twice, once rounded',
    [
      { rate: 25, gross: 3 },
      { rate: 25, gross: 3 },
    ],
    [{ percent: 25, amount: 1 }],
  ],
  ['only exempt', [{ rate: care, gross: 100 }], [{ percent: null, amount: 0, gross: 100, reason: 'Care' }]],
  [
    'exempt and 0 percent, which are not the same, below a rate',
    [
      { rate: care, gross: 100 },
      { rate: 0, gross: 200 },
      { rate: 7, gross: 107 },
    ],
    [
      { percent: 7, amount: 7, gross: 107 },
      { percent: 0, amount: 0, gross: 200 },
      { percent: null, amount: 0, gross: 100, reason: 'Care' },
    ],
  ],
  [
    'exempt for two reasons',
    [
      { rate: care, gross: 100 },
      { rate: { exempt: 'Teaching' }, gross: 50 },
    ],
    [
      { percent: null, amount: 0, gross: 100, reason: 'Care' },
      { percent: null, amount: 0, gross: 50, reason: 'Teaching' },
    ],
  ],
])('VAT lines of %s', (_, amounts, lines) => {
  expect(vatLines(amounts)).toEqual(lines)
})

test.each([
  [10, [1, 1, 1], [4, 3, 3]],
  [1, [1, 1], [1, 0]],
  [100, [1, 2, 3], [17, 33, 50]],
  [5, [0, 10, 0], [0, 5, 0]],
  [7, [0, 0], [7, 0]],
  [0, [3, 4], [0, 0]],
  [3, [], []],
])('%d shared by %j is %j', (amount, weights, shares) => {
  expect(shareOut(amount, weights)).toEqual(shares)
})

test('shares have the amount as their sum, and are never off by a whole unit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 0, max: 1_000_000_000 }),
      (weights, amount) => {
        const shares = shareOut(amount, weights)
        expect(sum(shares)).toBe(amount)
        const all = sum(weights)
        if (all > 0)
          expect(shares.every((one, at) => Math.abs(one - (amount * (weights[at] ?? 0)) / all) < 1.001)).toBe(
            true,
          )
      },
    ),
  )
})

test('shipping follows the goods, and discounts are taken of each line', () => {
  const { vat, total } = priceCart({
    lines: [
      { variantId: 'a', price: 6_000, quantity: 1 },
      { variantId: 'b', price: 3_000, quantity: 1, vat: 7 },
      { variantId: 'c', price: 1_000, quantity: 1, vat: care },
    ],
    vat: { vatPercent: 19, pricesInclude: 'vat' },
    shipping: 500,
    discounts: [{ code: 'A', promotionId: 'a', name: 'A', kind: 'percent', amount: null, percent: 10 }],
  })
  expect(total).toBe(9_500)
  expect(vat).toEqual([
    { percent: 19, amount: 910, gross: 5_700 },
    { percent: 7, amount: 186, gross: 2_850 },
    { percent: null, amount: 0, gross: 950, reason: 'Care' },
  ])
})

test('a mere amount is shared by what is left; pieces go to their own rate', () => {
  const paid = [
    { rate: 19, gross: 1_000 },
    { rate: 7, gross: 3_000 },
  ]
  const of = (refunds: Refund[]) =>
    refundsByRate(paid, refunds).map((parts) => parts.map(({ rate, gross }) => [rate, gross]))
  expect(of([{ amount: 400 }])).toEqual([
    [
      [19, 100],
      [7, 300],
    ],
  ])
  expect(of([{ amount: 1_000, of: [{ rate: 19, gross: 1_000 }] }, { amount: 400 }])).toEqual([
    [[19, 1_000]],
    [[7, 400]],
  ])
  // Of the pieces' rate not enough is left: the rest is a mere amount.
  expect(of([{ amount: 2_000 }, { amount: 800, of: [{ rate: 19, gross: 800 }] }])).toEqual([
    [
      [19, 500],
      [7, 1_500],
    ],
    [
      [19, 500],
      [7, 300],
    ],
  ])
  expect(() => refundsByRate(paid, [{ amount: 4_001 }])).toThrow(RangeError)
  expect(() => refundsByRate(paid, [{ amount: -1 }])).toThrow(RangeError)
})

test.each<[string, (VatRate | undefined)[], number, string]>([
  ['all at the rate of the tenant', [undefined, undefined], 25, 'all'],
  ['at several rates', [undefined, 7], 25, 'all'],
  ['a rate of its own where the tenant has none', [7], 0, 'all'],
  ['in part exempt', [undefined, care], 19, 'some'],
  ['in part at 0 %', [0, 19], 19, 'some'],
  ['in part taxed, of a tenant without VAT', [undefined, 7], 0, 'some'],
  ['all exempt', [care, care], 19, 'none'],
  ['all of a tenant that is not registered', [undefined, undefined], 0, 'none'],
  ['exempt and at 0 %', [care, 0], 19, 'none'],
  ['nothing sold, of a tenant with VAT', [], 25, 'all'],
  ['nothing sold, of a tenant without VAT', [], 0, 'none'],
])('how many prices include VAT: %s', (_, rates, percent, answer) => {
  expect(vatIncluded(rates, percent)).toBe(answer)
})

test.each<[string, { price: number; vat: VatRate | null }[], number, boolean]>([
  ['the rate of the tenant', [{ price: 100, vat: null }], 25, true],
  ['another rate', [{ price: 100, vat: 7 }], 25, true],
  [
    'in part exempt',
    [
      { price: 100, vat: 7 },
      { price: 100, vat: care },
    ],
    25,
    true,
  ],
  ['exempt', [{ price: 100, vat: care }], 25, false],
  ['0 % of its own', [{ price: 100, vat: 0 }], 25, false],
  ['a tenant that is not registered', [{ price: 100, vat: null }], 0, false],
])('whether the total of a visit includes VAT: %s', (_, parts, percent, answer) => {
  expect(includesVat(visitVat(parts, percent))).toBe(answer)
})

test('a visit of only the rate of the tenant has no VAT lines', () => {
  expect(
    visitVat(
      [
        { price: 100, vat: 19 },
        { price: 50, vat: null },
      ],
      19,
    ),
  ).toBeUndefined()
  expect(visitVat([{ price: 100, vat: 7 }], 19)).toEqual([{ percent: 7, amount: 7 }])
  expect(
    visitVat(
      [
        { price: 100, vat: care },
        { price: 119, vat: null },
      ],
      19,
    ),
  ).toEqual([
    { percent: 19, amount: 19, gross: 119 },
    { percent: null, amount: 0, gross: 100, reason: 'Care' },
  ])
})

/** By rate, in the form of the reference. */
const inOneForm = (parts: readonly (RatedAmount & { vat: number })[]) =>
  parts.map(({ rate, gross, vat }) => ({ rate: nameOf(rate), gross: BigInt(gross), vat: BigInt(vat) }))

/** What is paid by rate, from the lines that a document shows. One rate without VAT has no line. */
function paidOf({ vat, total }: { vat: readonly VatLine[]; total: number }, only: VatRate) {
  const amounts = vat.length === 0 ? [{ rate: only, gross: total }] : amountsOf(vat, total)
  return amounts.filter(({ gross }) => gross > 0)
}

/** The answers of `domain/` to a case. */
function answerOf(one: VatCase) {
  const priced = priceCart(one)
  const { sums } = referenceCart(one)
  const [first] = sums
  const only = first && sums.length === 1 && !first.rate.startsWith('exempt') ? Number(first.rate) : 0
  const paid = paidOf(priced, only)
  const items = one.lines.map((line, at) => ({ ...line, priceIncVat: priced.lines[at]?.priceIncVat ?? 0 }))
  const discount = sum(priced.discounts.map(({ amountIncVat }) => amountIncVat))
  const refunds: Required<Refund>[] = []
  const before: Pieces[] = []
  for (const refund of one.refunds) {
    const left = priced.total - sum(refunds.map(({ amount }) => amount))
    if ('part' in refund) {
      const amount = Number((BigInt(left) * BigInt(refund.part)) / 1_000n)
      if (amount > 0) refunds.push({ amount, of: [] })
      continue
    }
    const pieces = [{ variantId: `v${refund.line}`, quantity: refund.pieces }]
    const of = refundPartsForPieces({ items, discount, vatPercent: one.vat.vatPercent }, before, pieces)
    const amount = sum((of ?? []).map(({ gross }) => gross))
    if (!of || amount === 0 || amount > left) continue
    before.push(...pieces)
    refunds.push({ amount, of })
  }
  const given = refundsByRate(paid, refunds)
  return {
    paid,
    lines: priced.vat,
    refunds: refunds.map(({ amount }, at) => ({ amount: BigInt(amount), sums: inOneForm(given[at] ?? []) })),
    given,
    total: priced.total,
  }
}

/** Whether pieces of more than there are would be given back: the order refuses them. */
const isPossible = ({ lines, refunds }: VatCase) =>
  lines.every(
    ({ variantId, quantity }, at) =>
      countPieces(
        refunds.flatMap((one) =>
          'line' in one && one.line === at ? [{ variantId, quantity: one.pieces }] : [],
        ),
        variantId,
      ) <= quantity,
  )

/** What is wrong with the answer to a case, against a reference with this error; empty if nothing is. */
function differences(one: VatCase, error?: PlantedError): string[] {
  const answer = answerOf(one)
  const expected = referenceCart(one, error)
  const paid = inOneForm(answer.paid.map((part) => ({ ...part, vat: vatOf(part) })))
  const byRate = groupByRate(answer.given.flat())
  const vatGiven = (rate: VatRate) =>
    sum(
      answer.given
        .flat()
        .filter((part) => nameOf(part.rate) === nameOf(rate))
        .map(({ vat }) => vat),
    )
  const rules: Record<string, boolean> = {
    total: BigInt(answer.total) === expected.total,
    'paid by rate': same(paid, expected.sums),
    'the sums of rates are the total': sum(answer.paid.map(({ gross }) => gross)) === answer.total,
    'lines are of the sums by rate': answer.lines.every(
      ({ amount, percent, gross = answer.total, reason = '' }) =>
        amount === vatOf({ rate: percent ?? { exempt: reason }, gross }),
    ),
    refunds: same(answer.refunds, referenceRefunds(one, error)),
    'the VAT of refunds is that of their sum': byRate.every((part) => vatGiven(part.rate) === vatOf(part)),
    'refunds of the whole have its VAT':
      sum(byRate.map(({ gross }) => gross)) !== answer.total ||
      answer.paid.every((part) => vatGiven(part.rate) === vatOf(part)),
  }
  return Object.keys(rules).filter((name) => !rules[name])
}

const vatOf = ({ rate, gross }: RatedAmount) => vatLines([{ rate, gross }])[0]?.amount ?? 0
const text = (value: unknown) =>
  JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
const same = (one: unknown, other: unknown) => text(one) === text(other)

const CARTS = perTier(600, 10_000)

test(`${CARTS} carts of three rates with shipping, discounts and refunds are exact at each rate`, () => {
  const wrong: unknown[] = []
  const seen = { several: 0, exempt: 0, shipping: 0, discounts: 0, refunds: 0, whole: 0 }
  for (let seed = 1, found = 0; found < CARTS; seed++) {
    const one = makeVatCase(seed)
    if (!isPossible(one)) continue
    found++
    const differs = differences(one)
    if (differs.length > 0) wrong.push({ seed, differs })
    const answer = answerOf(one)
    seen.several += Number(answer.lines.length > 1)
    seen.exempt += Number(answer.lines.some(({ percent }) => percent === null))
    seen.shipping += Number((one.shipping ?? 0) > 0)
    seen.discounts += Number(one.discounts.length > 0)
    seen.refunds += Number(answer.refunds.length > 1)
    seen.whole += Number(sum(answer.given.flat().map(({ gross }) => gross)) === answer.total)
  }
  console.log(`carts at each rate: ${CARTS}, wrong: ${wrong.length}, ${JSON.stringify(seen)}`)
  expect(wrong).toEqual([])
  expect(Object.entries(seen).filter(([, count]) => count < CARTS / 20)).toEqual([])
}, 120_000)

test(`${CARTS} visits of three rates with partial refunds are exact at each rate`, () => {
  const wrong: number[] = []
  for (let seed = 1; seed <= CARTS; seed++) {
    const { lines, vat, refunds } = makeVatCase(seed)
    const parts = lines.map((line) => ({ price: line.price, vat: line.vat ?? vat.vatPercent }))
    const total = sum(parts.map(({ price }) => price))
    const { sums } = referenceVisit(parts)
    const shown = visitVat(parts, -1) ?? []
    const [first] = sums
    const only = first && !first.rate.startsWith('exempt') ? Number(first.rate) : 0
    const paid = paidOf({ vat: shown, total }, only)
    const amounts: number[] = []
    for (const refund of [...refunds, { part: 1_000 }]) {
      const left = total - sum(amounts)
      amounts.push(
        'part' in refund ? Math.floor((left * refund.part) / 1_000) : Math.min(left, refund.pieces),
      )
    }
    const given = refundsByRate(
      paid,
      amounts.map((amount) => ({ amount })),
    ).flat()
    // In the order of the visit: a refund may begin with the second of two reasons.
    const back = paid.map((part) => {
      const own = given.filter(({ rate }) => nameOf(rate) === nameOf(part.rate))
      const [gross, taxed] = [sum(own.map((one) => one.gross)), sum(own.map((one) => one.vat))]
      return { ...part, gross, vat: taxed }
    })
    const exact =
      same(inOneForm(paid.map((part) => ({ ...part, vat: vatOf(part) }))), sums) &&
      same(inOneForm(back), sums) &&
      sum(given.map(({ gross }) => gross)) === total
    if (!exact) wrong.push(seed)
  }
  console.log(`visits at each rate: ${CARTS}, wrong: ${wrong.length}`)
  expect(wrong).toEqual([])
}, 120_000)

test.each(plantedErrors)('an error is found: %s', (error) => {
  const found = Array.from({ length: 2_000 }, (_, seed) => makeVatCase(seed + 1)).some(
    (one) => isPossible(one) && differences(one, error).length > 0,
  )
  expect(found).toBe(true)
})
