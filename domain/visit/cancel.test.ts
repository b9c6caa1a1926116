import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  appliesToPrice,
  canCancel,
  cancelTerms,
  fillCancelText,
  hasSamePlaceholders,
  lastCancellationFee,
  unknownPlaceholder,
  visitBadge,
  visitStates,
} from './cancel.ts'
import type { VisitState } from './cancel.ts'

const second = 1000
const hour = 3600 * second
const at = (text: string) => Date.parse(text)
const visit = { paid: 50000, price: 50000, lateFee: { kind: 'percent', percent: 50 } } as const

const starts = [
  ['on an ordinary day', at('2026-06-10T10:00:00+02:00')],
  ['across the night in March that is an hour shorter', at('2026-03-29T10:00:00+02:00')],
  ['across the night in October that is an hour longer', at('2026-10-25T10:00:00+01:00')],
] as const

for (const [when, start] of starts) {
  test.each([
    [-1, true, 25000, 25000],
    [0, false, 0, 50000],
    [1, false, 0, 50000],
  ])(`${when}, the limit %i s away: late is %s`, (seconds, late, fee, refund) => {
    for (const limitHours of [24, 1, 48, 0.5]) {
      const now = start - limitHours * hour - seconds * second
      expect(cancelTerms({ start, now, limitHours, ...visit })).toEqual({
        hasLimit: true,
        limitHours,
        late,
        deadline: start - limitHours * hour,
        fee,
        refund,
        reason: 'limit',
      })
    }
  })

  test.each([
    [-1, 'late'],
    [0, 'late'],
    [1, 'soon'],
  ] as const)(`${when}, the limit %i s away: the badge is %s`, (seconds, kind) => {
    expect(visitBadge({ start, now: start - 24 * hour - seconds * second, limitHours: 24 }).kind).toBe(kind)
  })

  test.each([
    [-1, 'soon'],
    [0, 'soon'],
    [1, 'free'],
  ] as const)(`${when}, the limit and 24 hours %i s away: the badge is %s`, (seconds, kind) => {
    expect(visitBadge({ start, now: start - 48 * hour - seconds * second, limitHours: 24 }).kind).toBe(kind)
  })
}

test('the deadline is in elapsed hours, so its wall-clock time shifts across a clock change', () => {
  const march = cancelTerms({ start: at('2026-03-29T10:00:00+02:00'), now: 0, limitHours: 24, ...visit })
  expect(march.deadline).toBe(at('2026-03-28T09:00:00+01:00'))
  const october = cancelTerms({ start: at('2026-10-25T10:00:00+01:00'), now: 0, limitHours: 24, ...visit })
  expect(october.deadline).toBe(at('2026-10-24T11:00:00+02:00'))
})

const start = starts[0][1]

test('the default limit is 24 hours', () => {
  expect(cancelTerms({ start, now: start - 24 * hour + 1, ...visit })).toMatchObject({
    hasLimit: true,
    limitHours: 24,
    late: true,
  })
  expect(cancelTerms({ start, now: start - 24 * hour, limitHours: undefined, ...visit })).toMatchObject({
    hasLimit: true,
    late: false,
  })
})

test.each([0, -5])('a limit of %i is always free, up to the start and after it', (limitHours) => {
  for (const now of [start - hour, start, start + hour]) {
    expect(cancelTerms({ start, now, limitHours, ...visit })).toEqual({
      hasLimit: false,
      limitHours: 0,
      late: false,
      deadline: start,
      fee: 0,
      refund: 50000,
      reason: 'limit',
    })
    expect(visitBadge({ start, now, limitHours }).kind).toBe('soon')
  }
})

test.each([
  [{ kind: 'none' }, 50000, 50000, 0, 50000],
  [{ kind: 'fixed', amount: 20000 }, 50000, 50000, 20000, 30000],
  [{ kind: 'fixed', amount: 20000 }, 50000, 10000, 20000, 0],
  [{ kind: 'fixed', amount: 99999 }, 50000, 50000, 50000, 0],
  [{ kind: 'percent', percent: 50 }, 33333, 33333, 16667, 16666],
  [{ kind: 'percent', percent: 33.3 }, 10000, 5000, 3330, 1670],
  [{ kind: 'percent', percent: 150 }, 10000, 10000, 10000, 0],
  [{ kind: 'full' }, 50000, 50000, 50000, 0],
  [{ kind: 'full' }, 50000, 0, 50000, 0],
  [{ kind: 'full' }, 0, 0, 0, 0],
] as const)(
  'late under the rule %j, price %i and paid %i, costs %i and refunds %i',
  (lateFee, price, paid, fee, refund) => {
    expect(cancelTerms({ start, now: start - hour, limitHours: 24, price, paid, lateFee })).toMatchObject({
      late: true,
      fee,
      refund,
    })
  },
)

test('the refund is the amount paid less the fee, within bounds, for every rule', () => {
  const rule = fc.oneof(
    fc.constant({ kind: 'none' } as const),
    fc.constant({ kind: 'full' } as const),
    fc.record({ kind: fc.constant('fixed' as const), amount: fc.nat(10_000_000) }),
    fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 0, max: 100 }) }),
  )
  fc.assert(
    fc.property(
      fc.nat(10_000_000),
      fc.nat(10_000_000),
      rule,
      fc.integer({ min: -100, max: 100 }),
      (price, paid, lateFee, hours) => {
        const { fee, refund, late } = cancelTerms({ start, now: start - hours * hour, price, paid, lateFee })
        expect(Number.isSafeInteger(fee) && Number.isSafeInteger(refund)).toBe(true)
        expect(fee >= 0 && fee <= price && refund >= 0 && refund <= paid).toBe(true)
        expect(refund).toBe(Math.max(0, paid - fee))
        if (!late) expect(fee).toBe(0)
      },
    ),
  )
})

test.each([
  [24, 120 * hour, 'free', false],
  [24, 120 * hour + 1, 'free', true],
  [24, 48 * hour + 1, 'free', false],
  [100, 121 * hour, 'soon', false],
  [120, 121 * hour, 'soon', false],
  [200, 150 * hour, 'late', false],
  [96, 120 * hour, 'soon', false],
  [96, 120 * hour + 1, 'free', true],
  [0, 24 * hour, 'soon', false],
  [0, 24 * hour + 1, 'free', false],
] as const)(
  'with a limit of %i hours and %i ms left the badge is %s, over 120 hours %s',
  (limitHours, left, kind, over120) => {
    expect(visitBadge({ start, now: start - left, limitHours })).toEqual({
      kind,
      freeUntil: start - limitHours * hour,
      over120,
    })
  },
)

test.each([
  ['booked', 1, true],
  ['booked', 0, true],
  ['booked', -1, false],
  ['held', 1, false],
  ['cancelled', 1, false],
  ['expired', 1, false],
  ['released', 1, false],
] as [VisitState, number, boolean][])(
  'a %s visit that begins in %i ms can be cancelled: %s',
  (state, left, can) => {
    expect(canCancel({ state, start, now: start - left })).toBe(can)
  },
)

test('every state of a visit leads to states of the table', () => {
  for (const next of Object.values(visitStates).flat()) expect(Object.keys(visitStates)).toContain(next)
})

test('every placeholder of the cancel text is filled, and nothing else', () => {
  const values = { cancelLimit: 24, totalPrice: '$& 500,00 kr' }
  expect(fillCancelText('{cancelLimit} h, {totalPrice}, {cancelLimit}, {other} {cancelLimit }', values)).toBe(
    '24 h, $& 500,00 kr, 24, {other} {cancelLimit }',
  )
  expect(fillCancelText('', values)).toBe('')
})

test.each([
  ['Half of {totalPrice}.', 1, true],
  ['Half of {totalPrice}.', 0, false],
  ['Call us.', 0, true],
])('a cancel text applies to a price that it can speak of: %s %i', (text, price, applies) => {
  expect(appliesToPrice(text, price)).toBe(applies)
})

test.each([
  ['Half of {totalPrice}.', 'Half of 500,00 kr.'],
  ['Half of {totalPrice}...', 'Half of 500,00 kr....'],
  ['Wait... {totalPrice}, please.', 'Wait... 500,00 kr., please.'],
  ['{cancelLimit}. {totalPrice}', '24. 500,00 kr.'],
])('an amount that ends in a full stop ends the sentence with it: %s', (text, filled) => {
  expect(fillCancelText(text, { cancelLimit: 24, totalPrice: '500,00 kr.' })).toBe(filled)
})

test.each([
  ['{cancelLimit} {totalPrice}', null],
  ['', null],
  ['{cancelLimit} {cancellimit} og {navn}', '{cancellimit}'],
  ['{navn}', '{navn}'],
  ['{}', '{}'],
  ['{totalPrice}, {cancelLimit hours', '{cancelLimit hours'],
  ['cancelLimit} hours', '}'],
  ['{{cancelLimit}', '{'],
  ['{cancelLimit}}', '}'],
])('what nothing fills in %j is found: %j', (text, stray) => {
  expect(unknownPlaceholder(text)).toBe(stray)
})

test.each([
  ['Bis {cancelLimit} Stunden, {totalPrice}', true],
  ['{totalPrice} bis {cancelLimit} Stunden', true],
  ['Bis {cancelLimit} Stunden', false],
  ['Bis {Absagefrist} Stunden, {totalPrice}', false],
  ['Bis {cancelLimit} und {cancelLimit} Stunden, {totalPrice}', false],
  ['Bis {cancel Limit} Stunden, {totalPrice}', false],
  ['', false],
])('a translation into %j keeps the placeholders: %j', (translation, keeps) => {
  expect(hasSamePlaceholders('Until {cancelLimit} hours, {totalPrice}', translation)).toBe(keeps)
})

test('braces that are no placeholder may be translated', () => {
  expect(hasSamePlaceholders('A {basket} of soap', 'Ein {Korb} Seife')).toBe(true)
})

test.each([
  ['inside the limit', {}, 25_000],
  ['without a limit', { limitHours: 0 }, 0],
  ['without a fee', { lateFee: { kind: 'none' } as const }, 0],
  ['at a fee above the price', { lateFee: { kind: 'fixed', amount: 90_000 } as const }, 50_000],
  ['once the salon has changed the visit', { changedBySalon: true }, 0],
])('what cancelling costs at last, %s', (_, change, fee) => {
  expect(lastCancellationFee({ start: at('2026-06-10T10:00:00+02:00'), ...visit, ...change })).toBe(fee)
})
