import { clockChanges, describeCase, FEATURES, makeCase } from '#test/availability-cases.ts'
import { slowFreeTimes } from '#test/availability-reference.ts'
import type { Case, Found } from '#test/availability-reference.ts'
import { localParts } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import { freeTimes, offerAt } from './free-times.ts'
import type { Offer, VisitRequest } from './request.ts'
import { perTier, seed as firstSeed } from '#test/tier.ts'

const COUNT = perTier(150, 10_000)
const TIMEOUT_MS = 60_000 + COUNT * 60

type Engine = (request: VisitRequest) => Offer[]

const cases = Array.from({ length: COUNT }, (_, index) => ({
  seed: firstSeed + index,
  given: makeCase(firstSeed + index),
}))
const truths = new Map<number, Found[]>()

function truthOf({ seed, given }: { seed: number; given: Case }): Found[] {
  const truth = truths.get(seed) ?? slowFreeTimes(given)
  truths.set(seed, truth)
  return truth
}

/**
 * The seeds for which the engine's complete result, members and busy ranges included, differs from the
 * reference.
 */
function differing(engine: Engine): number[] {
  return cases
    .filter((one) => JSON.stringify(engine(one.given)) !== JSON.stringify(truthOf(one)))
    .map((one) => one.seed)
}

function percent(part: number): string {
  return `${((100 * part) / COUNT).toFixed(1)} %`
}

describe(`against a minute-by-minute reference, ${COUNT} generated cases from seed ${firstSeed}`, () => {
  test('the offers, their members and their busy ranges are the same', { timeout: TIMEOUT_MS }, () => {
    const seeds = differing(freeTimes)
    const offers = [...truths.values()].reduce((sum, truth) => sum + truth.length, 0)
    console.log(
      `availability: ${COUNT} cases from seed ${firstSeed}, ${offers} offers, ${seeds.length} differences`,
    )
    expect(seeds.map((seed) => `${seed}: ${describeCase(makeCase(seed))}`)).toEqual([])
  })

  test(
    'each feature is in a tenth of the cases and half of the answers are not empty',
    { timeout: TIMEOUT_MS },
    () => {
      const shares = Object.entries(FEATURES).map(
        ([name, has]) => [name, cases.filter(({ given }) => has(given)).length] as const,
      )
      const answered = cases.filter((one) => truthOf(one).length > 0).length
      console.log(
        `availability: not empty ${percent(answered)}, ` +
          shares.map(([name, part]) => `${name} ${percent(part)}`).join(', '),
      )
      expect(shares.filter(([, part]) => part < COUNT / 10)).toEqual([])
      expect(answered).toBeGreaterThanOrEqual(COUNT / 2)
    },
  )

  test(
    'committing a time gives exactly the offer that was shown, and nothing beside the grid',
    { timeout: TIMEOUT_MS },
    () => {
      for (const { given } of cases.slice(0, COUNT / 5)) {
        const shown = freeTimes(given)
        for (const offer of [shown[0], shown.at(-1)])
          if (offer) expect(offerAt(given, offer.start)).toEqual(offer)
        const middle = Math.floor((given.from + given.until) / 2)
        expect(offerAt(given, middle)).toEqual(shown.find((offer) => offer.start === middle) ?? null)
      }
    },
  )
})

// Planted bugs: the correct engine with a slightly wrong input or output.

function withRules(change: (request: VisitRequest) => Partial<VisitRequest['rules']>): Engine {
  return (request) => freeTimes({ ...request, rules: { ...request.rules, ...change(request) } })
}

function withServices(change: (rule: VisitRequest['services'][number]['rule']) => object): Engine {
  return (request) =>
    freeTimes({
      ...request,
      services: request.services.map(({ rule, memberId }) => ({
        memberId,
        rule: { ...rule, ...change(rule) },
      })),
    })
}

function withMembers(change: (member: VisitRequest['members'][number]) => object): Engine {
  return (request) =>
    freeTimes({ ...request, members: request.members.map((member) => ({ ...member, ...change(member) })) })
}

/** The whole window computed with the offset of its first instant. */
const offsetOfFirstDay: Engine = withRules(({ rules, from }) => {
  const { offset } = localParts(rules.zone, from)
  const clock = new Date(Math.abs(offset) * 60_000).toISOString().slice(11, 16)
  return { zone: `${offset < 0 ? '-' : '+'}${clock}` }
})

/**
 * Anyone means the member with the fewest bookings that day, regardless of their length; visible with one
 * service.
 */
const fairnessByVisits: Engine = (request) => {
  const [only, ...more] = request.services
  if (!only || only.memberId !== null || more.length > 0) return freeTimes(request)
  const { zone } = request.rules
  const able = request.members.filter((member) => only.rule.members.includes(member.id))
  const each = able.map((member) => freeTimes({ ...request, services: [{ ...only, memberId: member.id }] }))
  const starts = new Set(each.flat().map((offer) => offer.start))
  return [...starts]
    .sort((a, b) => a - b)
    .flatMap((start) => {
      const { date } = localParts(zone, start)
      const visits = able.map(
        (member) =>
          request.busy.filter(
            (one) => one.memberId === member.id && localParts(zone, one.start).date === date,
          ).length,
      )
      const offers = each.map((some) => some.find((offer) => offer.start === start))
      const fewest = Math.min(...visits.filter((_, index) => offers[index]))
      return offers.find((offer, index) => offer && visits[index] === fewest) ?? []
    })
}

/** Only one pass of a repeated hour. */
const oncePerWallClock: Engine = (request) => {
  let latest = -Infinity
  return freeTimes(request).filter((offer) => {
    const wall = offer.start + localParts(request.rules.zone, offer.start).offset
    const fresh = wall > latest
    latest = Math.max(latest, wall)
    return fresh
  })
}

const PLANTED: Record<string, Engine> = {
  'the buffer after a service is ignored': withServices(() => ({ bufferAfter: 0 })),
  'a processing gap counts as busy': withServices(() => ({ processing: undefined })),
  'the horizon is a day too long': withRules(({ rules }) => ({ horizonDays: rules.horizonDays + 1 })),
  'the clock change of the day is missed': offsetOfFirstDay,
  'anyone is fair by visits instead of minutes': fairnessByVisits,
  'the lead time is a minute too long': withRules(({ rules }) => ({ leadMinutes: rules.leadMinutes + 1 })),
  'a repeated hour is offered once': oncePerWallClock,
  'the last day of a holiday is worked': withMembers(({ holidays }) => ({
    holidays: holidays.filter((one) => one.from < one.until).map((one) => ({ ...one, until: one.from })),
  })),
  'an exception closes for everybody': withRules(({ rules }) => ({
    exceptions: rules.exceptions.map(({ date, hours }) => ({ date, hours })),
  })),
  'the price does not matter': withServices(() => ({ prices: undefined })),
  'equal members are taken from the back': (request) =>
    freeTimes({ ...request, members: request.members.toReversed() }),
}

describe('the comparison detects when', () => {
  test.each(Object.entries(PLANTED))('%s', { timeout: TIMEOUT_MS }, (name, engine) => {
    const caught = differing(engine)
    console.log(`availability: planted "${name}" caught in ${caught.length} of ${COUNT} cases`)
    expect(caught.length).toBeGreaterThan(0)
  })
})

test('the generated cases include the nights on which clocks change', () => {
  expect(clockChanges('Europe/Copenhagen').slice(0, 2)).toEqual(['2026-03-29', '2026-10-25'])
})
