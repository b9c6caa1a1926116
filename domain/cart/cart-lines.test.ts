import { expect, test } from 'vitest'
import { createRandom } from '#test/availability-cases.ts'
import { mergeCarts, subtractLines } from './cart-lines.ts'

/** 'a2 b1' is a cart. */
const cart = (text: string) =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ variantId: word.slice(0, 1), quantity: Number(word.slice(1)) }))
const written = (lines: { variantId: string; quantity: number }[]) =>
  lines.map(({ variantId, quantity }) => `${variantId}${quantity}`).join(' ')

const pieces = (all: { quantity: number }[]) => all.reduce((sum, { quantity }) => sum + quantity, 0)

// `u` is unlimited, `z` sold out, `x` not sold any more, `m` more than a line may have, `n` below zero.
const stock: Record<string, number | null> = { a: 5, b: 3, c: 10, u: null, z: 0, m: 1000, n: -2 }
const stockOf = (id: string) => stock[id]

test.each([
  ['', '', '', ''],
  ['a1', '', 'a1', ''],
  ['', 'a1', 'a1', ''],
  ['a1', 'a1', 'a2', ''],
  ['a2', 'a3', 'a5', ''],
  ['a3', 'a3', 'a5', 'a:6→5'],
  ['a5', 'a5', 'a5', 'a:10→5'],
  ['a9', '', 'a5', 'a:9→5'],
  ['', 'a9', 'a5', 'a:9→5'],
  ['u98', 'u1', 'u99', ''],
  ['u98', 'u2', 'u99', 'u:100→99'],
  ['u99', 'u99', 'u99', 'u:198→99'],
  ['m60', 'm60', 'm99', 'm:120→99'],
  ['z1', 'z1', '', 'z:2→0'],
  ['', 'z1', '', 'z:1→0'],
  ['n1', '', '', 'n:1→0'],
  ['x1', '', '', 'x:1→0'],
  ['', 'x2', '', 'x:2→0'],
  ['b1 a1', 'c1 a1', 'b1 a2 c1', ''],
  ['c1', 'b1 a1', 'c1 b1 a1', ''],
  ['a1 x1 b1', 'u1 z1 b9', 'a1 b3 u1', 'x:1→0 b:10→3 z:1→0'],
  ['a1 a1', 'a1', 'a3', ''],
  ['', 'a4 a4', 'a5', 'a:8→5'],
])('%j and %j are %j; fewer: %j', (into, from, lines, reduced) => {
  const merged = mergeCarts(cart(into), cart(from), stockOf)
  expect(written(merged.lines)).toBe(lines)
  expect(merged.reduced.map((one) => `${one.variantId}:${one.wanted}→${one.got}`).join(' ')).toBe(reduced)
})

test('nothing is lost or doubled beyond stock: every piece is in a line or in the notice', () => {
  const wrong: number[] = []
  for (let seed = 1; seed <= 2_000; seed++) {
    const random = createRandom(seed)
    const some = () =>
      Object.keys({ ...stock, x: undefined })
        .filter(() => random.chance(0.5))
        .map((variantId) => ({ variantId, quantity: random.between(1, 99) }))
    const [into, from] = [some(), some()]
    const before = structuredClone([into, from])
    const { lines, reduced } = mergeCarts(into, from, stockOf)
    const missing = reduced.reduce((sum, { wanted, got }) => sum + wanted - got, 0)
    const isBalanced = pieces([...into, ...from]) === pieces(lines) + missing
    const fits = lines.every(
      ({ variantId, quantity }) => quantity > 0 && quantity <= Math.min(99, stockOf(variantId) ?? 99),
    )
    const isUnique = new Set(lines.map(({ variantId }) => variantId)).size === lines.length
    const isUnchanged = JSON.stringify([into, from]) === JSON.stringify(before)
    if (!(isBalanced && fits && isUnique && isUnchanged)) wrong.push(seed)
  }
  expect(wrong).toEqual([])
})

test('what was bought leaves the cart, and what was added meanwhile stays', () => {
  const cart = [
    { variantId: 'wax', quantity: 3 },
    { variantId: 'comb', quantity: 1 },
    { variantId: 'oil', quantity: 2 },
  ]
  const bought = [
    { variantId: 'wax', quantity: 2 },
    { variantId: 'comb', quantity: 4 },
    { variantId: 'gone', quantity: 1 },
  ]
  expect(subtractLines(cart, bought)).toEqual([
    { variantId: 'wax', quantity: 1 },
    { variantId: 'oil', quantity: 2 },
  ])
  expect(subtractLines(cart, [])).toEqual(cart)
  expect(subtractLines([], bought)).toEqual([])
})
