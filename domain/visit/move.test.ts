import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cancelTerms, visitBadge } from './cancel.ts'
import {
  guestRefusal,
  isUrgent,
  MAX_MOVES,
  movePolicies,
  moveTerms,
  priceAfterMove,
  salonRefusal,
  termsAfterMove,
} from './move.ts'

const hour = 3_600_000
const start = Date.parse('2026-06-10T10:00:00+02:00')
const half = { kind: 'percent', percent: 50 } as const
const base = { start, limitHours: 24, price: 40_000, lateFee: half }

test.each([
  // policy, hours before the start, owed, late fee of an earlier free move, changed by the salon →
  // fee, late fee kept, counted
  ['fee', 24, 0, null, false, 0, null, true],
  ['fee', 23.99, 0, null, false, 20_000, null, true],
  ['fee', 1, 0, null, false, 20_000, null, true],
  ['fee', 1, 20_000, null, false, 0, null, true],
  ['fee', 30, 20_000, null, false, 0, null, true],
  ['fee', 1, 0, null, true, 0, null, false],
  ['fee', 1, 20_000, null, true, 0, null, false],
  ['free', 24, 0, null, false, 0, null, true],
  ['free', 23.99, 0, null, false, 0, 20_000, true],
  ['free', 1, 0, 15_000, false, 0, 20_000, true],
  ['free', 1, 0, 30_000, false, 0, 30_000, true],
  ['free', 30, 0, 20_000, false, 0, 20_000, true],
  ['free', 1, 0, null, true, 0, null, false],
  ['free', 1, 0, 20_000, true, 0, 20_000, false],
] as const)(
  'under %s, %d h before, owing %d, late once for %j, changed by the salon %j: it costs %d, stays late for %j, counts %j',
  (policy, hours, owed, movedLateFee, changedBySalon, fee, kept, counts) => {
    const now = start - hours * hour
    expect(moveTerms({ ...base, now, policy, owed, movedLateFee, changedBySalon })).toEqual({
      fee,
      movedLateFee: kept,
      counts,
    })
  },
)

const [long, short] = [48, 1]
test.each([
  // policy, hours before the start at the first and the second move (null: none), and at cancelling the moved
  // visit → fees of both moves (null: refused), of cancelling. 400.00, half of it late.
  ['never', long, null, long, null, null, 0],
  ['never', short, null, short, null, null, 20_000],
  ['fee', long, null, long, 0, null, 0],
  ['fee', long, null, short, 0, null, 20_000],
  ['fee', short, null, long, 20_000, null, 20_000],
  ['fee', short, null, short, 20_000, null, 20_000],
  ['fee', long, long, long, 0, 0, 0],
  ['fee', long, long, short, 0, 0, 20_000],
  ['fee', long, short, long, 0, 20_000, 20_000],
  ['fee', long, short, short, 0, 20_000, 20_000],
  ['fee', short, long, long, 20_000, 0, 20_000],
  ['fee', short, long, short, 20_000, 0, 20_000],
  ['fee', short, short, long, 20_000, 0, 20_000],
  ['fee', short, short, short, 20_000, 0, 20_000],
  ['free', long, null, long, 0, null, 0],
  ['free', long, null, short, 0, null, 20_000],
  ['free', short, null, long, 0, null, 20_000],
  ['free', short, null, short, 0, null, 20_000],
  ['free', long, long, long, 0, 0, 0],
  ['free', long, long, short, 0, 0, 20_000],
  ['free', long, short, long, 0, 0, 20_000],
  ['free', long, short, short, 0, 0, 20_000],
  ['free', short, long, long, 0, 0, 20_000],
  ['free', short, long, short, 0, 0, 20_000],
  ['free', short, short, long, 0, 0, 20_000],
  ['free', short, short, short, 0, 0, 20_000],
] as const)(
  'under %s, moved %j and %j h before and cancelled %d h before: moving costs %j and %j, cancelling %d in all',
  (policy, first, second, cancelled, firstFee, secondFee, cancelFee) => {
    let changes: { owed: number; movedLateFee: number | null } = { owed: 0, movedLateFee: null }
    const moveAt = (hours: number | null): number | null => {
      if (hours === null) return null
      const now = start - hours * hour
      if (guestRefusal({ state: 'booked', start, now, policy, moves: 0, changedBySalon: false })) return null
      const { fee, movedLateFee } = moveTerms({ ...base, ...changes, now, policy })
      changes = { owed: changes.owed + fee, movedLateFee }
      return fee
    }
    expect([moveAt(first), moveAt(second)]).toEqual([firstFee, secondFee])
    const { fee } = cancelTerms({ ...base, ...changes, paid: 0, now: start - cancelled * hour })
    expect(fee).toBe(cancelFee)
  },
)

test.each([
  ['the tenant has no limit', { limitHours: 0 }],
  ['the tenant has no late fee', { lateFee: { kind: 'none' } as const }],
])('where %s a move just before the start costs nothing', (_, settings) => {
  for (const policy of movePolicies)
    expect(moveTerms({ ...base, ...settings, now: start - 1, policy }).fee).toBe(0)
})

test.each([
  // what happened before, hours before the new start → late, fee, refund of 40,000 paid, reason
  [{}, 30, false, 0, 40_000, 'limit'],
  [{}, 1, true, 20_000, 20_000, 'limit'],
  // A fee that is owed for a move is kept, and not added to that of cancelling.
  [{ owed: 20_000 }, 30, false, 20_000, 20_000, 'moved'],
  [{ owed: 20_000 }, 1, true, 20_000, 20_000, 'limit'],
  [{ owed: 30_000 }, 1, true, 30_000, 10_000, 'limit'],
  [{ owed: 99_000 }, 30, false, 40_000, 0, 'moved'],
  // A free move inside the limit stays late.
  [{ movedLateFee: 20_000 }, 300, true, 20_000, 20_000, 'moved'],
  [{ movedLateFee: 0 }, 300, true, 0, 40_000, 'moved'],
  [{ movedLateFee: 15_000 }, 1, true, 20_000, 20_000, 'limit'],
  // A change by the salon: free until the start, after all of these.
  [{ changedBySalon: true }, 0, false, 0, 40_000, 'salon'],
  [{ changedBySalon: true, owed: 20_000, movedLateFee: 20_000 }, 1, false, 0, 40_000, 'salon'],
] as const)(
  'after %j, cancelling %d h before is late %j, costs %d and refunds %d',
  (changes, hours, late, fee, refund, reason) => {
    expect(cancelTerms({ ...base, paid: 40_000, now: start - hours * hour, ...changes })).toMatchObject({
      late,
      fee,
      refund,
      reason,
    })
  },
)

test('the badge of a visit that was moved late is late, of one that the salon has changed free', () => {
  const visit = { start, now: start - 300 * hour, limitHours: 24 }
  expect(visitBadge({ ...visit, movedLateFee: 0 }).kind).toBe('late')
  expect(visitBadge({ ...visit, owed: 20_000 }).kind).toBe('late')
  expect(visitBadge({ ...visit, owed: 0 }).kind).toBe('free')
  expect(visitBadge({ ...visit, now: start - 1, changedBySalon: true })).toEqual({
    kind: 'free',
    freeUntil: start,
    over120: true,
  })
})

test.each([
  ['booked', 1, 'fee', 0, false, null],
  ['booked', 0, 'free', 4, false, null],
  ['booked', -1, 'free', 0, false, 'begun'],
  ['booked', -1, 'never', 0, false, 'begun'],
  ['booked', 1, 'never', 0, false, 'never'],
  ['booked', 1, 'never', 0, true, 'never'],
  ['booked', 1, 'fee', MAX_MOVES, false, 'too-many'],
  ['booked', 1, 'fee', MAX_MOVES, true, null],
  ['cancelled', 1, 'fee', 0, false, 'cancelled'],
  ['held', 1, 'fee', 0, false, 'cancelled'],
] as const)(
  'a %s visit that begins in %d ms, under %s, moved %d times, changed by the salon %j: %j',
  (state, left, policy, moves, changedBySalon, refusal) => {
    const visit = { state, start, now: start - left, policy, moves, changedBySalon }
    expect(guestRefusal(visit)).toBe(refusal)
  },
)

test.each([
  ['booked', 1, null],
  ['booked', 0, null],
  ['booked', -24 * hour, null],
  ['booked', -24 * hour - 1, 'begun'],
  ['cancelled', 1, 'cancelled'],
  ['held', 1, 'cancelled'],
] as const)('the salon, of a %s visit that ends in %d ms: %j', (state, left, refusal) => {
  expect(salonRefusal({ state, end: start, now: start - left })).toBe(refusal)
})

test('a guest whom the salon asks for another time may choose one, whatever the policy', () => {
  const visit = { state: 'booked' as const, start, now: start - hour, moves: MAX_MOVES, changedBySalon: true }
  expect(guestRefusal({ ...visit, policy: 'never', asked: true })).toBe(null)
  expect(guestRefusal({ ...visit, policy: 'never', asked: false })).toBe('never')
})

test.each([
  ['anna', 50_000, false, 40_000],
  ['bo', 50_000, false, 50_000],
  ['bo', 30_000, false, 30_000],
  ['bo', 50_000, true, 40_000],
  ['bo', 30_000, true, 30_000],
  ['bo', null, false, 40_000],
] as const)(
  'booked with anna for 40,000, moved to %s at %j, never dearer %j: %d',
  (memberId, today, neverDearer, price) => {
    expect(priceAfterMove({ memberId: 'anna', price: 40_000 }, { memberId, today, neverDearer })).toBe(price)
  },
)

test.each([
  [[12 * hour], true],
  [[12 * hour + 1], false],
  [[48 * hour, 3 * hour], true],
])('a change of visits that begin in %j ms is urgent: %j', (lefts, urgent) => {
  expect(
    isUrgent(
      lefts.map((left) => start + left),
      start,
    ),
  ).toBe(urgent)
})

test('any number of moves costs the late fee once at most, and cancelling never more than the price', () => {
  const step = fc.record({ hours: fc.integer({ min: 0, max: 100 }), policy: fc.constantFrom('fee', 'free') })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 5 }), fc.integer({ min: 0, max: 100 }), (steps, hours) => {
      let owed = 0
      let movedLateFee: number | null = null
      for (const { hours: before, policy } of steps) {
        const terms = moveTerms({
          ...base,
          now: start - before * hour,
          policy,
          owed,
          movedLateFee,
        })
        owed += terms.fee
        movedLateFee = terms.movedLateFee
      }
      expect(owed === 0 || owed === 20_000).toBe(true)
      const { fee } = cancelTerms({ ...base, paid: 0, now: start - hours * hour, owed, movedLateFee })
      const late = hours < 24 || owed > 0 || movedLateFee !== null
      expect(fee).toBe(late ? 20_000 : 0)
    }),
  )
})

test.each([
  [24, 0, 0, 20_000],
  [23, 0, 20_000, 20_000],
  [24, 10_000, 10_000, 20_000],
  [23, 20_000, 20_000, 20_000],
])(
  'moved to %i hours from now with %i owed, cancelling costs %i at once and %i at last',
  (hours, owed, fee, lastFee) => {
    const start = Date.UTC(2026, 0, 5)
    const now = start - hours * 3_600_000
    const lateFee = { kind: 'percent', percent: 50 } as const
    const visit = { start, now, price: 40_000, lateFee, owed }
    const deadline = start - 24 * 3_600_000
    expect(termsAfterMove({ ...visit, limitHours: 24 })).toEqual({ fee, lastFee, owed, deadline })
    expect(termsAfterMove({ ...visit, limitHours: 0 })).toMatchObject({ fee: owed, lastFee: owed })
  },
)
