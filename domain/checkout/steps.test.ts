import { describe, expect, test } from 'vitest'
import { canGoTo, firstProblem, furthestStep, problemBeforePaying, steps } from './steps.ts'
import type { Step } from './steps.ts'

type Data = Parameters<typeof firstProblem>[1]

const FIELDS = ['firstName', 'lastName', 'email', 'phone', 'address', 'city', 'postalCode'] as const
const PAYING = FIELDS.slice(0, 4)
type Field = (typeof FIELDS)[number]

const customer: Record<Field, string> = {
  firstName: 'Signe',
  lastName: 'Holm',
  email: 'signe@example.com',
  phone: '+4520123456',
  address: 'Vestergade 1',
  city: 'Aarhus',
  postalCode: '8000',
}
const complete: Data = {
  customer,
  shippingType: 'privateDelivery',
  pickupLocation: null,
  paymentMethod: 'vippsCard',
  cartCount: 1,
}
const without = (fields: readonly Field[], blank = ''): Data => ({
  ...complete,
  customer: { ...customer, ...Object.fromEntries(fields.map((field) => [field, blank])) },
})
const field = (name: Field) => ({ problem: 'field', field: name })

test('the steps are four, in this order', () => {
  expect(steps).toEqual(['address', 'shipping', 'payment', 'complete'])
})

test.each(steps)('step %s validates where all is filled', (step) => {
  expect(firstProblem(step, complete)).toBeNull()
})

describe('every combination of empty fields', () => {
  const combinations = Array.from({ length: 2 ** FIELDS.length }, (_, bits) =>
    FIELDS.filter((_field, index) => bits & (1 << index)),
  )

  test.each(['', ' ', ' \t\n ', '\u00a0'])('blank as %j', (blank) => {
    for (const empty of combinations) {
      const data = without(empty, blank)
      const [first] = empty
      const paying = empty.find((name) => PAYING.includes(name))
      expect(firstProblem('address', data)).toEqual(first ? field(first) : null)
      expect(problemBeforePaying(data)).toEqual(paying ? field(paying) : null)
      expect(firstProblem('complete', data)).toEqual(paying ? field(paying) : null)
      expect(firstProblem('shipping', data)).toBeNull()
      expect(firstProblem('payment', data)).toBeNull()
      expect(furthestStep(data)).toBe(first ? 'address' : 'complete')
    }
    expect(combinations).toHaveLength(128)
  })
})

test.each<[string | null, string | null, string | null]>([
  [null, null, 'shippingMethod'],
  ['', null, 'shippingMethod'],
  [null, 'gls-1', 'shippingMethod'],
  ['pickupLocation', null, 'pickupLocation'],
  ['pickupLocation', '', 'pickupLocation'],
  ['pickupLocation', 'gls-1', null],
  ['privateDelivery', null, null],
  ['businessDeliver', null, null],
  ['pickupInStore', null, null],
  ['bikeCourier', null, null],
  ['privateDelivery', 'gls-1', null],
])('the shipping type %j with the location %j lacks %j', (shippingType, pickupLocation, problem) => {
  const data = { ...complete, shippingType, pickupLocation }
  expect(firstProblem('shipping', data)).toEqual(problem && { problem })
  expect(furthestStep(data)).toBe(problem ? 'shipping' : 'complete')
})

test.each<[string | null, string | null]>([
  [null, 'paymentMethod'],
  ['', 'paymentMethod'],
  ['vipps', null],
  ['vippsCard', null],
])('the payment method %j lacks %j', (paymentMethod, problem) => {
  const data = { ...complete, paymentMethod }
  expect(firstProblem('payment', data)).toEqual(problem && { problem })
  expect(furthestStep(data)).toBe(problem ? 'payment' : 'complete')
})

test.each([
  [0, complete, { problem: 'cart' }],
  [1, complete, null],
  [99, complete, null],
  [0, without(['phone']), field('phone')],
  [0, without(['postalCode']), { problem: 'cart' }],
])('before paying with %i in the cart', (cartCount, data, problem) => {
  expect(problemBeforePaying({ ...data, cartCount })).toEqual(problem)
})

// Which of the first three steps validate (✓) or do not (·); then, for the current step of each column, the
// numbers of the steps that the guest may go to; the last column is the highest step.
const JUMPS = `
  valid  address shipping payment complete highest
  ···    1       12       123     1234     1
  ✓··    12      12       123     1234     2
  ·✓·    1       12       123     1234     1
  ··✓    1       12       123     1234     1
  ✓✓·    123     123      123     1234     3
  ✓·✓    12      12       123     1234     2
  ·✓✓    1       12       123     1234     1
  ✓✓✓    1234    1234     1234    1234     4`
const [, ...rows] = JUMPS.trim()
  .split('\n')
  .map((row) => row.trim().split(/\s+/))

/** All data with these steps valid: one for each way in which an invalid step can fail. */
function dataOf(valid: string): Data[] {
  const [address, shipping, payment] = [...valid].map((mark) => mark === '✓')
  const customers = address ? [customer] : FIELDS.map((name) => without([name], ' ').customer)
  const ways = shipping
    ? [
        { shippingType: 'privateDelivery', pickupLocation: null },
        { shippingType: 'pickupLocation', pickupLocation: 'gls-1' },
      ]
    : [
        { shippingType: null, pickupLocation: null },
        { shippingType: 'pickupLocation', pickupLocation: null },
      ]
  const paymentMethod = payment ? 'vipps' : null
  return customers.flatMap((one) =>
    ways.flatMap((way) => [0, 1].map((cartCount) => ({ customer: one, ...way, paymentMethod, cartCount }))),
  )
}

const cells = rows.flatMap(([valid = '', ...allowed]) =>
  steps.flatMap((current, column) =>
    steps.map(
      (target, index) =>
        [valid, current, target, allowed[column]?.includes(String(index + 1))] as [
          string,
          Step,
          Step,
          boolean,
        ],
    ),
  ),
)

describe('jumps, for every field that can be missing', () => {
  test.each(cells)('with %s valid, from %s to %s: %s', (valid, current, target, allowed) => {
    for (const data of dataOf(valid)) expect(canGoTo(current, target, data)).toBe(allowed)
  })

  test.each(rows.map((row) => [row[0] ?? '', steps[Number(row.at(-1)) - 1]] as const))(
    'with %s valid the highest step is %s',
    (valid, highest) => {
      for (const data of dataOf(valid)) expect(furthestStep(data)).toBe(highest)
    },
  )

  test('the table has every combination', () => {
    expect(new Set(rows.map(([valid]) => valid)).size).toBe(8)
    expect(cells).toHaveLength(8 * 4 * 4)
  })
})
