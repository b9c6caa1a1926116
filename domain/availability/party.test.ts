import { makePartyCase } from '#test/party-cases.ts'
import { slowPartyTimes, type PartyCase, type PartyFound } from '#test/party-reference.ts'
import { perTier, seed as firstSeed } from '#test/tier.ts'
import { localParts } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import { freeTimes, offerAt } from './free-times.ts'
import { lengthenRule } from './lengthen.ts'
import { InvalidPartyRequest, partyAt, partyTimes, type PartyOffer, type PartyRequest } from './party.ts'
import type { Offer } from './request.ts'

const COUNT = perTier(150, 4_000)
const TIMEOUT_MS = 60_000 + COUNT * 200

const cases = Array.from({ length: COUNT }, (_, index) => ({
  seed: firstSeed + index,
  given: makePartyCase(firstSeed + index),
}))
const truths = new Map<number, PartyFound[]>()
const truthOf = ({ seed, given }: { seed: number; given: PartyCase }): PartyFound[] => {
  const truth = truths.get(seed) ?? slowPartyTimes(given)
  truths.set(seed, truth)
  return truth
}

/** A case as the engine gets it: the minutes of add-ons are in the lengths of the services. */
const toRequest = ({ persons, ...rest }: PartyCase, withAddons = lengthenRule): PartyRequest => ({
  ...rest,
  persons: persons.map((services) =>
    services.map(({ rule, memberId, added = 0 }) => ({ memberId, rule: withAddons(rule, added) })),
  ),
})

type Engine = (given: PartyCase) => PartyOffer[]
const engine: Engine = (given) => partyTimes(toRequest(given)).offers
const differs = (of: Engine, one: (typeof cases)[number]): boolean =>
  JSON.stringify(of(one.given)) !== JSON.stringify(truthOf(one))

const partyOf = (visits: Offer[]): PartyOffer => ({
  start: Math.min(...visits.map(({ start }) => start)),
  end: Math.max(...visits.map(({ end }) => end)),
  visits,
})

describe(`parties against a reference that tries everything, ${COUNT} from seed ${firstSeed}`, () => {
  test('the offers, their starts, members and busy ranges are the same', { timeout: TIMEOUT_MS }, () => {
    const seeds = cases.filter((one) => differs(engine, one)).map(({ seed }) => seed)
    const all = [...truths.values()]
    const apart = all.flat().filter(({ visits }) => new Set(visits.map(({ start }) => start)).size > 1)
    const answered = all.filter((one) => one.length > 0).length
    console.log(
      `parties: ${COUNT} cases from seed ${firstSeed}, ${all.flat().length} offers, ${apart.length} of ` +
        `them with different starts, ${answered} cases not empty, ` +
        `${cases.filter(({ given }) => partyTimes(toRequest(given)).unsearched > 0).length} broken off, ` +
        `${seeds.length} differences`,
    )
    expect(seeds).toEqual([])
    expect(answered).toBeGreaterThan(COUNT / 6)
    expect(apart.length).toBeGreaterThan(0)
  })

  test('committing the starts that were shown gives exactly the offer', { timeout: TIMEOUT_MS }, () => {
    for (const { given } of cases) {
      const shown = engine(given)
      for (const offer of [shown[0], shown.at(-1)])
        if (offer) {
          const starts = offer.visits.map(({ start }) => start)
          expect(partyAt(toRequest(given), starts)).toEqual(offer)
        }
    }
  })

  test(
    'a search that is broken off offers nothing that is wrong, and counts',
    { timeout: TIMEOUT_MS },
    () => {
      let unsearched = 0
      for (const one of cases) {
        const truth = truthOf(one)
        const broken = partyTimes(toRequest(one.given), 30)
        unsearched += broken.unsearched
        for (const offer of broken.offers) expect(truth).toContainEqual(offer)
        expect(broken.offers.length + broken.unsearched).toBeGreaterThanOrEqual(truth.length)
      }
      expect(unsearched).toBeGreaterThan(0)
    },
  )
})

// Planted errors.

/** Person by person, each at the first start that suits, with the best members that are left. */
const oneByOne: Engine = (given) => {
  const { persons, ...rest } = toRequest(given)
  return starts(given).flatMap((start) => {
    const visits: Offer[] = []
    for (const services of persons) {
      const busy = [...given.busy, ...busyOf(visits)]
      const offer = freeTimes({ ...rest, services, busy, from: start, until: start + 16 })[0]
      if (!offer) return []
      visits.push(offer)
    }
    const party = partyOf(visits)
    return party.start === start ? [party] : []
  })
}

/** Each person by themselves, at the same start. */
const nobodyInTheWay: Engine = (given) => {
  const { persons, ...rest } = toRequest(given)
  return starts(given).flatMap((start) => {
    const visits = persons.flatMap((services) => offerAt({ ...rest, services }, start) ?? [])
    return visits.length === persons.length ? [partyOf(visits)] : []
  })
}

const busyOf = (visits: Offer[]) =>
  visits.flatMap(({ segments }) =>
    segments.flatMap(({ memberId, busy }) => busy.map((range) => ({ memberId, ...range }))),
  )

/** The people as if there were no rooms, then room by room the lowest that is free. */
const lowestUnits =
  (excluding: boolean): Engine =>
  (given) => {
    const { persons, ...rest } = toRequest(given)
    const roomless = given.persons.map((services) =>
      services.map(({ rule: { resources: _, ...rule }, ...one }) => ({ ...one, rule })),
    )
    return engine({ ...given, persons: roomless }).flatMap(({ visits }) => {
      const busyUnits = [...(given.busyUnits ?? [])]
      const found = visits.flatMap(({ start, segments }, person) => {
        const services = (persons[person] ?? []).map(({ rule }, index) => ({
          rule,
          memberId: segments[index]?.memberId ?? null,
        }))
        const offer = offerAt({ ...rest, services, busyUnits: [...busyUnits] }, start)
        const taken = (offer?.segments ?? []).flatMap(({ units = [] }) =>
          units.flatMap(({ busy, ...unit }) => busy.map((range) => ({ ...unit, ...range }))),
        )
        if (excluding) busyUnits.push(...taken)
        return offer ?? []
      })
      return found.length === visits.length ? [partyOf(found)] : []
    })
  }

function starts(given: PartyCase): number[] {
  const { persons, ...rest } = toRequest(given)
  const all = persons.flatMap((services) => freeTimes({ ...rest, services }).map(({ start }) => start))
  return [...new Set(all)].sort((a, b) => a - b)
}

/** The best of all ways to begin, by another order of what counts. */
const ranked =
  (rank: (offer: PartyOffer) => number[]): Engine =>
  (given) => {
    const step = given.rules.slotMinutes
    const near = Array.from({ length: Math.floor(15 / step) + 1 }, (_, index) => index * step)
    return engine(given).flatMap(({ start }) => {
      const ways = vectors(near, given.persons.length)
        .filter((offsets) => offsets.includes(0))
        .flatMap(
          (offsets) =>
            partyAt(
              toRequest(given),
              offsets.map((offset) => start + offset),
            ) ?? [],
        )
      return ways.toSorted((a, b) => compare(rank(a), rank(b))).slice(0, 1)
    })
  }

const vectors = (near: number[], count: number): number[][] =>
  count === 0 ? [[]] : near.flatMap((offset) => vectors(near, count - 1).map((rest) => [offset, ...rest]))

const compare = (one: number[], other: number[]): number => {
  const differing = one.findIndex((value, index) => value !== other[index])
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0)
}

const spread = ({ start, visits }: PartyOffer) => Math.max(...visits.map((one) => one.start)) - start

const withServices =
  (change: (rule: PartyCase['persons'][number][number]['rule']) => object): Engine =>
  (given) =>
    engine({
      ...given,
      persons: given.persons.map((services) =>
        services.map(({ rule, ...one }) => ({ ...one, rule: { ...rule, ...change(rule) } })),
      ),
    })

const PLANTED: Record<string, Engine> = {
  'persons are planned one after the other': oneByOne,
  'one member serves two persons at once': nobodyInTheWay,
  'the lowest free unit is taken for one person after the other': lowestUnits(true),
  'persons do not take units from each other': lowestUnits(false),
  'all persons must begin together': (given) => engine(given).filter((offer) => spread(offer) === 0),
  'the latest begins last instead of the nearest': ranked((offer) => [-spread(offer)]),
  'the search ends after 60 choices': (given) => partyTimes(toRequest(given), 60).offers,
  'the price does not matter': withServices(() => ({ prices: undefined })),
  'the buffers of another person do not count': withServices(() => ({ bufferBefore: 0, bufferAfter: 0 })),
  'add-ons lengthen nobody’s visit': (given) => partyTimes(toRequest(given, (rule) => rule)).offers,
  'add-ons come after the buffer': (given) =>
    partyTimes(toRequest(given, (rule, added) => ({ ...rule, bufferAfter: rule.bufferAfter + added })))
      .offers,
  'equal members are taken from the back': (given) =>
    engine({ ...given, members: given.members.toReversed() }),
  'the persons are told in another order': (given) =>
    engine({ ...given, persons: given.persons.toReversed() }).map((offer) => ({
      ...offer,
      visits: offer.visits.toReversed(),
    })),
}

describe('the comparison detects when', () => {
  test.each(Object.entries(PLANTED))('%s', { timeout: TIMEOUT_MS }, (name, planted) => {
    const first = cases.findIndex((one) => differs(planted, one))
    console.log(`parties: planted "${name}" caught by case ${first + 1} of ${COUNT}`)
    expect(first).toBeGreaterThanOrEqual(0)
  })
})

const ten = { from: '10:00', to: '18:00' }
const member = (id: string) => ({
  id,
  hours: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, ...ten })),
  breaks: [],
  holidays: [],
  absences: [],
})
const rule = (members: string[], duration = 30) => ({
  id: 'cut',
  duration,
  bufferBefore: 0,
  bufferAfter: 0,
  members,
})
const from = Date.parse('2026-06-10T00:00+02:00') / 60_000
const request = (persons: { rule: ReturnType<typeof rule>; memberId: string | null }[][], ids: string[]) => ({
  rules: {
    zone: 'Europe/Copenhagen',
    slotMinutes: 15,
    leadMinutes: 0,
    horizonDays: 60,
    exceptions: [],
  },
  members: ids.map(member),
  persons,
  busy: [],
  from,
  until: from + 1440,
  now: from,
})
const reasonOf = (act: () => unknown) => {
  try {
    act()
    return null
  } catch (error) {
    return error instanceof InvalidPartyRequest ? error.reason : error
  }
}
const anyone = (members: string[], duration?: number) => [{ rule: rule(members, duration), memberId: null }]

test('anyone leaves the only member of the second person to them', () => {
  const given = request([anyone(['anna', 'bo']), anyone(['anna'])], ['anna', 'bo'])
  const [first] = partyTimes(given).offers
  expect(first?.visits.map(({ segments }) => segments[0]?.memberId)).toEqual(['bo', 'anna'])
  expect(localParts('Europe/Copenhagen', first?.start ?? 0).minute).toBe(600)
})

test('with one member, short services follow each other within a quarter of an hour', () => {
  const ids = ['anna']
  const { offers } = partyTimes(request([anyone(ids, 15), anyone(ids, 15)], ids))
  expect(offers[0]?.visits.map(({ start }) => start - (offers[0]?.start ?? 0))).toEqual([0, 15])
  expect(partyTimes(request([anyone(ids, 20), anyone(ids, 15)], ids)).offers[0]?.visits[0]?.start).toBe(
    (offers[0]?.start ?? 0) + 15,
  )
})

test('the first person leaves the second the only room that is free for them', () => {
  const room = { id: 'room', during: 'all' as const }
  const ids = ['anna', 'bo']
  const given = {
    ...request([anyone(ids, 30), anyone(ids, 60)], ids),
    resources: [{ id: 'room', units: [1, 2] }],
    busyUnits: [{ resourceId: 'room', unit: 2, start: from + 630, end: from + 700 }],
  }
  const persons = given.persons.map((services) =>
    services.map(({ rule: one, memberId }) => ({ memberId, rule: { ...one, resources: [room] } })),
  )
  const offer = partyAt({ ...given, persons }, [from + 600, from + 600])
  expect(offer?.visits.map(({ segments }) => segments[0]?.units?.[0]?.unit)).toEqual([2, 1])
})

test('a party is of two to five, of ten services and a quarter of an hour', () => {
  const ids = ['anna', 'bo', 'cleo', 'dan', 'eva', 'finn']
  const of = (count: number, services = 1) =>
    request(
      Array.from({ length: count }, () => Array.from({ length: services }, () => anyone(ids)[0]!)),
      ids,
    )
  expect(reasonOf(() => partyTimes(of(1)))).toBe('too-few-persons')
  expect(reasonOf(() => partyTimes(of(6)))).toBe('too-many-persons')
  expect(reasonOf(() => partyTimes(of(4, 3)))).toBe('too-many-services')
  expect(reasonOf(() => partyAt(of(2), [from + 600, from + 630]))).toBe('spread')
  expect(reasonOf(() => partyAt(of(2), [from + 600]))).toBe('spread')
  expect(reasonOf(() => partyTimes(request([[], anyone(ids)], ids)))).toBe('no-services')
  expect(partyTimes(of(5)).offers).toHaveLength(31)
  expect(partyAt(of(2), [from + 600, from + 607])).toBeNull()
})

test('a day of many choices is searched to an end', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `m${index}`)
  const services = () => [...anyone(ids), ...anyone(ids, 45)]
  const { offers, unsearched } = partyTimes(
    request([services(), services(), services(), services(), services()], ids),
  )
  expect([offers.length, unsearched]).toEqual([28, 0])
})
