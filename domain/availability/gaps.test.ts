import { describe, expect, test } from 'vitest'
import { createRandom, describeCase, makeCase } from '#test/availability-cases.ts'
import { slowAvoid } from '#test/gaps-reference.ts'
import { perTier, seed as firstSeed } from '#test/tier.ts'
import { lengthenRule } from './lengthen.ts'
import { toInstant } from '../zone.ts'
import { freeTimes, openCalendar } from './free-times.ts'
import { isHidden, leaveOut, rateOffers, tidyTimes, type Rest } from './gaps.ts'
import type { Offer, VisitRequest } from './request.ts'
import { computeReach } from './visit-plan.ts'

const COUNT = perTier(50, 5_000)
const TIMEOUT_MS = 60_000 + COUNT * 100

const cases = Array.from({ length: COUNT }, (_, index) => {
  const seed = firstSeed + index
  const made = makeCase(seed)
  // The minutes of add-ons are in the lengths of the services.
  const services = made.services.map(({ rule, memberId, added = 0 }) => ({
    rule: lengthenRule(rule, added),
    memberId,
  }))
  const given = { ...made, services }
  return { seed, given, smallest: given.rules.slotMinutes * ((seed % 3) + 1) }
})
type Avoid = (request: VisitRequest, smallest: number) => Offer[]
const avoid: Avoid = (request, smallestUsable) => tidyTimes({ ...request, smallestUsable }, 'avoid').offers
const truths = new Map<number, string>()
const truthOf = ({ seed, given, smallest }: (typeof cases)[number]) => {
  const truth = truths.get(seed) ?? JSON.stringify(slowAvoid(given, smallest))
  truths.set(seed, truth)
  return truth
}
const differing = (engine: Avoid): number[] =>
  cases
    .filter((one) => JSON.stringify(engine(one.given, one.smallest)) !== truthOf(one))
    .map(({ seed }) => seed)

describe(`against a minute-by-minute reference, ${COUNT} generated cases from seed ${firstSeed}`, () => {
  test('avoid hides exactly what it should', { timeout: TIMEOUT_MS }, () => {
    const seeds = differing(avoid)
    const [shown, all] = cases.reduce(
      ([some, whole], one) => [
        some + (JSON.parse(truthOf(one)) as unknown[]).length,
        whole + freeTimes(one.given).length,
      ],
      [0, 0],
    )
    console.log(`gaps: ${COUNT} cases, ${all - shown} of ${all} hidden, ${seeds.length} differences`)
    expect(seeds.map((seed) => `${seed}: ${describeCase(makeCase(seed))}`)).toEqual([])
    expect(all - shown).toBeGreaterThan(all / 50)
  })

  const planted: Record<string, Avoid> = {
    'whatever wastes more is hidden': hiding((one, same) => one.waste > leastOf(same)),
    'the waste does not matter': hiding((one, same) => one.capacity < bestOf(same)),
    'visits may begin off the grid': hiding(isHidden, { slotMinutes: 1 }),
    'a rest as long as the smallest visit is wasted': (request, smallest) => avoid(request, smallest + 1),
  }
  test.each(Object.entries(planted))('detects when %s', { timeout: TIMEOUT_MS }, (name, engine) => {
    const caught = differing(engine).length
    console.log(`gaps: planted "${name}" caught in ${caught} of ${COUNT} cases`)
    expect(caught).toBeGreaterThan(0)
  })
})

/** Hides by another rule, or with other rules of booking where it looks what a start leaves. */
function hiding(rule: Parameters<typeof leaveOut>[1], change: Partial<VisitRequest['rules']> = {}): Avoid {
  return (request, smallest) => {
    const reach = computeReach(request.services)
    const covered = { from: request.from - reach.before, until: request.until + reach.after }
    const other = { ...request, rules: { ...request.rules, ...change } }
    return leaveOut(rateOffers(openCalendar(other, covered), freeTimes(request), smallest), rule)
  }
}

const leastOf = (same: readonly Rest[]) => Math.min(...same.map(({ waste }) => waste))
const bestOf = (same: readonly Rest[]) => Math.max(...same.map(({ capacity }) => capacity))

const zone = 'Europe/Copenhagen'
const date = '2026-06-10'
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
const steps = (from: number, until: number, by: number) =>
  Array.from({ length: (until - from) / by + 1 }, (_, index) => from + index * by)

type Range = {
  opens: number
  length: number
  duration: number
  before: number
  after: number
  smallest: number
}
/** Every range of the day up to eight hours, on the grid and off it, with every visit and smallest visit. */
const ranges: Range[] = [0, 5, 10].flatMap((late) =>
  steps(30, 480, 15).flatMap((length) =>
    steps(10, 90, 5).flatMap((duration) =>
      steps(0, 15, 5).flatMap((before) =>
        steps(0, 15, 5).flatMap((after) =>
          [30, 45, 60].map((smallest) => ({
            opens: 540 + late,
            length,
            duration,
            before,
            after,
            smallest,
          })),
        ),
      ),
    ),
  ),
)

const requestOf = ({ opens, length, duration, before, after }: Range): VisitRequest => ({
  rules: { zone, slotMinutes: 15, leadMinutes: 0, horizonDays: 2, exceptions: [] },
  members: [
    {
      id: 'anna',
      hours: [{ weekday: 3, from: clock(opens), to: clock(opens + length) }],
      breaks: [],
      holidays: [],
      absences: [],
    },
  ],
  services: [
    {
      memberId: null,
      rule: { id: 'cut', duration, bufferBefore: before, bufferAfter: after, members: ['anna'] },
    },
  ],
  busy: [],
  from: toInstant(zone, date, 0),
  until: toInstant(zone, date, 1440),
  now: toInstant(zone, date, 0),
})

/** How many of the smallest visits a start leaves room for, by trying each quarter of an hour. */
function roomLeft({ opens, length, smallest }: Range, offer: Offer): { room: number; waste: number } {
  const midnight = toInstant(zone, date, 0)
  const [busy] = offer.segments[0]!.busy.map(({ start, end }) => [start - midnight, end - midnight] as const)
  let [room, waste] = [0, 0]
  for (const [from, until] of [
    [opens, busy![0]],
    [busy![1], opens + length],
  ] as const) {
    if (until - from < smallest) waste += until - from
    let next = from
    for (let at = 0; at + smallest <= until; at += 15)
      if (at >= next) {
        room++
        next = at + smallest
      }
  }
  return { room, waste }
}

test(
  'of no range a time is hidden that leaves more room than all that are shown',
  { timeout: perTier(60_000, 900_000) },
  () => {
    const some = ranges.filter((_, index) => index % perTier(50, 1) === 0)
    let [lost, lostOtherwise, hidden, all] = [0, 0, 0, 0]
    for (const range of some) {
      const offers = freeTimes(requestOf(range))
      if (offers.length === 0) continue
      const shown = new Set(avoid(requestOf(range), range.smallest).map(({ start }) => start))
      const rated = offers.map((offer) => ({ start: offer.start, ...roomLeft(range, offer) }))
      const best = (some: typeof rated) => Math.max(...some.map(({ room }) => room))
      const least = Math.min(...rated.map(({ waste }) => waste))
      if (best(rated.filter(({ start }) => shown.has(start))) < best(rated)) lost++
      if (best(rated.filter(({ waste }) => waste === least)) < best(rated)) lostOtherwise++
      all += offers.length
      hidden += offers.length - shown.size
    }
    console.log(
      `gaps: ${some.length} ranges, ${lost} lost capacity, ${lostOtherwise} by hiding whatever wastes more; ` +
        `${((100 * hidden) / all).toFixed(1)} % of the starts are hidden`,
    )
    expect(ranges).toHaveLength(75_888)
    expect(lost).toBe(0)
    expect(lostOtherwise).toBeGreaterThan(0)
  },
)

const DAYS = perTier(60, 1_000)
/** How far from the wanted time a guest takes another, in minutes. */
const REACH = 90

test(
  `in ${DAYS} simulated days, avoid serves at least 98 % of the guests whom all times serve`,
  { timeout: 60_000 + DAYS * 300 },
  () => {
    const served = { any: 0, avoid: 0 }
    for (let day = 0; day < DAYS; day += 1) {
      for (const rule of ['any', 'avoid'] as const) {
        // The same guests come for both.
        const roll = createRandom(firstSeed + day)
        const busy: VisitRequest['busy'] = []
        for (let guest = 0; guest < 26; guest += 1) {
          const duration = roll.pick([30, 30, 45, 60, 60, 90, 120])
          const wanted = toInstant(zone, date, roll.between(540, 1020, 15))
          const base = requestOf({ opens: 540, length: 480, duration, before: 0, after: 0, smallest: 30 })
          const [anna] = base.members
          const members = ['anna', 'bo', 'cleo'].map((id) => ({ ...anna!, id }))
          const services = base.services.map(({ rule: one }) => ({
            memberId: null,
            rule: { ...one, members: members.map(({ id }) => id) },
          }))
          const { offers } = tidyTimes({ ...base, members, services, busy, smallestUsable: 30 }, rule)
          const near = offers
            .filter(({ start }) => Math.abs(start - wanted) <= REACH)
            .sort((a, b) => Math.abs(a.start - wanted) - Math.abs(b.start - wanted) || a.start - b.start)
          const [taken] = near
          if (!taken) continue
          served[rule]++
          busy.push(
            ...taken.segments.flatMap(({ memberId, busy: own }) => own.map((one) => ({ memberId, ...one }))),
          )
        }
      }
    }
    const share = served.avoid / served.any
    console.log(
      `gaps: ${DAYS} days, ${served.any} guests served by all times, ${served.avoid} by avoid: ` +
        `${(100 * share).toFixed(2)} %`,
    )
    expect(share).toBeGreaterThanOrEqual(0.98)
  },
)

test('prefer hides nothing, and suggests the times of a day that leave the least', () => {
  const request = {
    ...requestOf({ opens: 540, length: 120, duration: 30, before: 0, after: 0, smallest: 45 }),
    smallestUsable: 45,
  }
  const { offers, hidden, suggested } = tidyTimes(request, 'prefer')
  expect([offers.length, hidden]).toEqual([7, 0])
  expect(suggested).toEqual([540, 585, 630].map((minute) => toInstant(zone, date, minute)))
  expect(tidyTimes(request, 'any')).toMatchObject({ hidden: 0, suggested: [] })
})

test('what the guest holds is never hidden', () => {
  const request = {
    ...requestOf({ opens: 540, length: 120, duration: 30, before: 0, after: 0, smallest: 45 }),
    smallestUsable: 45,
  }
  const all = freeTimes(request).map(({ start }) => start)
  const shown = tidyTimes(request, 'avoid').offers.map(({ start }) => start)
  const hidden = all.filter((start) => !shown.includes(start))
  expect(hidden.length).toBeGreaterThan(0)
  const kept = tidyTimes(request, 'avoid', new Set(hidden)).offers.map(({ start }) => start)
  expect(kept).toEqual(all)
})
