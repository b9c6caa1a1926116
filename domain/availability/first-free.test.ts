import { describe, expect, test } from 'vitest'
import { describeCase, makeCase } from '#test/availability-cases.ts'
import type { Case } from '#test/availability-reference.ts'
import { perTier, seed as firstSeed } from '#test/tier.ts'
import { daysOfCase, slowFirst, slowWhyNone } from '#test/why-none-reference.ts'
import { lengthenRule } from './lengthen.ts'
import { addDays, localParts, toInstant } from '../zone.ts'
import { offersInOrder, SHOWN_FIRST, whyNone, windowsOnFrom } from './first-free.ts'
import { freeTimes } from './free-times.ts'
import { noneReasons, whyNoneOf } from './horizon.ts'
import type { Offer, VisitRequest } from './request.ts'

const COUNT = perTier(80, 2_000)
const TIMEOUT_MS = 60_000 + COUNT * 300

/** Booked so much, or so far ahead, that more days have no times. */
const cases = Array.from({ length: COUNT }, (_, index) => {
  const seed = firstSeed + index
  const made = makeCase(seed)
  const busy = daysOfCase(made)
    .filter((_day, at) => (seed + at) % 3 === 0)
    .flatMap(({ from, until }) =>
      made.members.map(({ id }) => ({ memberId: id, start: from - 600, end: until + 600 })),
    )
  const given: Case = { ...made, busy: [...made.busy, ...busy] }
  const nobody = seed % 17 === 0 ? { memberId: 'nobody' } : {}
  // The minutes of add-ons are in the lengths of the services.
  const services = given.services.map(({ rule, memberId, added = 0 }) => ({
    rule: lengthenRule(rule, added),
    memberId,
    ...nobody,
  }))
  return { seed, given: { ...given, services } }
})

function takeFirst(request: VisitRequest): Offer[] {
  const found: Offer[] = []
  for (const offer of offersInOrder(request)) if (found.push(offer) === SHOWN_FIRST) break
  return found
}

const freeDays = (request: VisitRequest): Set<string> =>
  new Set(freeTimes(request).map(({ start }) => localParts(request.rules.zone, start).date))

type Reasons = (request: VisitRequest) => { date: string; why: string }[]
const isAble = ({ services, members }: VisitRequest) =>
  services.every(({ memberId }) => memberId === null || members.some(({ id }) => id === memberId))
const answer: Reasons = (request) => whyNone(request, isAble(request) ? freeDays(request) : new Set())

const truths = new Map<number, string>()
const truthOf = ({ seed, given }: (typeof cases)[number]): string => {
  const truth = truths.get(seed) ?? JSON.stringify(slowWhyNone(given))
  truths.set(seed, truth)
  return truth
}
const differing = (reasons: Reasons): number[] =>
  cases.filter((one) => JSON.stringify(reasons(one.given)) !== truthOf(one)).map(({ seed }) => seed)

describe(`against a minute-by-minute reference, ${COUNT} generated cases from seed ${firstSeed}`, () => {
  test('days without times say why', { timeout: TIMEOUT_MS }, () => {
    const seeds = differing(answer)
    const found = cases.flatMap((one) => JSON.parse(truthOf(one)) as { why: string }[])
    const counts = noneReasons.map((why) => `${why} ${found.filter((one) => one.why === why).length}`)
    console.log(
      `why none: ${COUNT} cases from seed ${firstSeed}, ${seeds.length} differences, ${counts.join(', ')}`,
    )
    expect(seeds.map((seed) => `${seed}: ${describeCase(makeCase(seed))}`)).toEqual([])
    expect(noneReasons.filter((why) => !found.some((one) => one.why === why))).toEqual([])
  })

  test('the first free times are those of the whole window', { timeout: TIMEOUT_MS }, () => {
    const able = cases.filter(({ given }) => isAble(given))
    const different = able.filter(
      ({ given }) => JSON.stringify(takeFirst(given)) !== JSON.stringify(slowFirst(given, SHOWN_FIRST)),
    )
    expect(different.map(({ seed }) => seed)).toEqual([])
  })

  const planted: Record<string, Reasons> = {
    'a booked day is closed': (request) =>
      answer(request).map((one) => (one.why === 'taken' ? { ...one, why: 'closed' } : one)),
    'the notice counts before what is booked': (request) =>
      answer(request).map((one) =>
        one.why === 'taken' &&
        freeDays({ ...request, busy: [], rules: { ...request.rules, leadMinutes: 0, sameForAll: true } })
          .size > 0
          ? { ...one, why: 'too-soon' }
          : one,
      ),
    'a notice of a service is not seen': (request) =>
      answer({
        ...request,
        services: request.services.map((one) => ({
          ...one,
          rule: { ...one.rule, leadMinutes: undefined, horizonDays: undefined },
        })),
      }),
    'nobody is looked for last': (request) =>
      answer(request).map((one) => (one.why === 'nobody' ? { ...one, why: 'closed' } : one)),
  }
  test.each(Object.entries(planted))('detects when %s', { timeout: TIMEOUT_MS }, (name, reasons) => {
    const caught = differing(reasons).length
    console.log(`why none: planted "${name}" caught in ${caught} of ${COUNT} cases`)
    expect(caught).toBeGreaterThan(0)
  })
})

const zone = 'Europe/Copenhagen'
const now = toInstant(zone, '2026-06-10', 12 * 60)
const rules = (horizonDays: number) => ({ zone, slotMinutes: 15, leadMinutes: 60, horizonDays })
const lengthsOf = (horizonDays: number, from = '2026-06-01') =>
  windowsOnFrom(rules(horizonDays), from, now).map((window) => [
    localParts(zone, window.from).date,
    Math.round((window.until - window.from) / 1440),
  ])

test('at most three windows are read, each longer than the one before', () => {
  expect(lengthsOf(5)).toEqual([['2026-06-10', 6]])
  expect(lengthsOf(13)).toEqual([['2026-06-10', 14]])
  expect(lengthsOf(20)).toEqual([
    ['2026-06-10', 14],
    ['2026-06-24', 7],
  ])
  expect(lengthsOf(365)).toEqual([
    ['2026-06-10', 14],
    ['2026-06-24', 42],
    ['2026-08-05', 310],
  ])
  expect(lengthsOf(365, '2027-06-01')).toEqual([['2027-06-01', 10]])
  expect(lengthsOf(5, addDays('2026-06-10', 6))).toEqual([])
})

test('a day is computed only when it is reached', () => {
  const { given } = cases.find((one) => isAble(one.given) && freeTimes(one.given).length > 3)!
  const asked: number[] = []
  const member = given.members.map((one) => ({
    ...one,
    get hours() {
      asked.push(1)
      return one.hours
    },
  }))
  const first = offersInOrder({ ...given, members: member })
  expect(asked).toEqual([])
  expect(first.next().done).toBe(false)
})

test('of several days, closed ones count only where all are closed', () => {
  expect(whyNoneOf([])).toBe(null)
  expect(whyNoneOf([{ why: 'closed' }, { why: 'closed' }])).toBe('closed')
  expect(whyNoneOf([{ why: 'closed' }, { why: 'too-far' }, { why: 'taken' }])).toBe('taken')
})
