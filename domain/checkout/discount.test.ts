import { expect, test } from 'vitest'
import { checkDiscount, discountRefusals, bareCode } from './discount.ts'

type Promotion = Parameters<typeof checkDiscount>[0]
type Facts = Parameters<typeof checkDiscount>[1]

const promotion: Promotion = {
  id: 'spring',
  active: true,
  from: null,
  until: null,
  maxUses: null,
  uses: 0,
  minimum: null,
  firstPurchase: false,
}
const facts: Facts = { today: '2026-06-15', subtotal: 10_000, appliedPromotions: [], isFirstPurchase: null }

const cases: [string, Partial<Promotion>, Partial<Facts>, ReturnType<typeof checkDiscount>][] = [
  ['without conditions', {}, {}, null],
  ['for nothing in the cart, without a minimum', {}, { subtotal: 0 }, null],
  ['not active', { active: false }, {}, 'unknown'],
  ['from tomorrow', { from: '2026-06-16' }, {}, 'notYet'],
  ['from today', { from: '2026-06-15' }, {}, null],
  ['from yesterday', { from: '2026-06-14' }, {}, null],
  ['until tomorrow', { until: '2026-06-16' }, {}, null],
  ['until today', { until: '2026-06-15' }, {}, null],
  ['until yesterday', { until: '2026-06-14' }, {}, 'expired'],
  ['for today alone', { from: '2026-06-15', until: '2026-06-15' }, {}, null],
  ['until the last day of last year', { until: '2025-12-31' }, { today: '2026-01-01' }, 'expired'],
  ['from the first day of next year', { from: '2027-01-01' }, { today: '2026-12-31' }, 'notYet'],
  ['with a use left', { maxUses: 10, uses: 9 }, {}, null],
  ['with no use left', { maxUses: 10, uses: 10 }, {}, 'usedUp'],
  ['used more than its lowered limit', { maxUses: 5, uses: 10 }, {}, 'usedUp'],
  ['used often without a limit', { uses: 1_000_000 }, {}, null],
  ['below its minimum', { minimum: 10_001 }, {}, 'notForThisCart'],
  ['at its minimum', { minimum: 10_000 }, {}, null],
  ['above its minimum', { minimum: 9_999 }, {}, null],
  ['for a first purchase that is one', { firstPurchase: true }, { isFirstPurchase: true }, null],
  [
    'for a first purchase that is none',
    { firstPurchase: true },
    { isFirstPurchase: false },
    'notFirstPurchase',
  ],
  ['for a first purchase, not known yet', { firstPurchase: true }, { isFirstPurchase: null }, null],
  ['for any purchase of a known guest', {}, { isFirstPurchase: false }, null],
  ['beside another', {}, { appliedPromotions: ['a'] }, null],
  ['beside two others', {}, { appliedPromotions: ['a', 'b'] }, null],
  ['beside three others', {}, { appliedPromotions: ['a', 'b', 'c'] }, 'tooMany'],
  ['beside four others', {}, { appliedPromotions: ['a', 'b', 'c', 'd'] }, 'tooMany'],
  ['beside another code of the promotion', {}, { appliedPromotions: ['spring'] }, 'tooMany'],
]

test.each(cases)('a code %s', (_, change, known, reason) => {
  expect(checkDiscount({ ...promotion, ...change }, { ...facts, ...known })).toBe(reason)
})

test('the cases have every reason', () => {
  const found = new Set(cases.map(([, , , reason]) => reason).filter((reason) => reason !== null))
  expect([...found].toSorted()).toEqual(discountRefusals.toSorted())
})

// Each row is refused for all that the rows below it are refused for, too: the first reason is answered.
const all: [Partial<Promotion>, Partial<Facts>, string][] = [
  [{ active: false }, {}, 'unknown'],
  [{ from: '2026-06-16' }, {}, 'notYet'],
  [{ until: '2026-06-14' }, {}, 'expired'],
  [{}, { appliedPromotions: ['a', 'b', 'c'] }, 'tooMany'],
  [{ maxUses: 1, uses: 1 }, {}, 'usedUp'],
  [{ minimum: 20_000 }, {}, 'notForThisCart'],
  [{ firstPurchase: true }, { isFirstPurchase: false }, 'notFirstPurchase'],
]
test.each(all.map(([, , reason], index) => [reason, index] as const))(
  '%s comes before the reasons after it',
  (reason, index) => {
    const rest = all.slice(index)
    const change = Object.assign({}, ...rest.map(([one]) => one)) as Partial<Promotion>
    const known = Object.assign({}, ...rest.map(([, one]) => one)) as Partial<Facts>
    expect(checkDiscount({ ...promotion, ...change }, { ...facts, ...known })).toBe(reason)
  },
)

test.each([
  ['SPRING-10', 'SPRING10'],
  ['spring – 10', 'SPRING10'],
  ['  Spring\u201110\n', 'SPRING10'],
  ['\u200eSPRING\u200b10', 'SPRING10'],
  ['\u00a0spring\u3000', 'SPRING'],
  ['ｓｐｒｉｎｇ１０', 'SPRING10'],
  ['sp ring', 'SPRING'],
  ['cafe\u0301', 'CAFÉ'],
  ['straße', 'STRASSE'],
  ['ﬁne', 'FINE'],
  ['', ''],
  ['   ', ''],
])('%j has the letters and digits %j', (typed, code) => {
  expect(bareCode(typed)).toBe(code)
})

test('a normalised code stays as it is', () => {
  const wrong: string[] = []
  for (let point = 0; point <= 0x1_ff_ff; point++) {
    const once = bareCode(`a${String.fromCodePoint(point)}b`)
    if (bareCode(once) !== once) wrong.push(point.toString(16))
  }
  expect(wrong).toEqual([])
})
