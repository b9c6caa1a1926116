import {
  clockChanges,
  describeCase,
  FEATURES,
  makeCase,
  makeDenseCase,
  makeHoursCase,
} from '#test/availability-cases.ts'
import { slowFreeTimes } from '#test/availability-reference.ts'
import type { Case, Found } from '#test/availability-reference.ts'
import { addDays, dayWindow, localParts, toWallMinute, toWeekday } from '#domain/zone.ts'
import { describe, expect, test } from 'vitest'
import { busyWindow, freeTimes, freeTimesIn, offerAt, openCalendar } from './free-times.ts'
import { lengthen, lengthenRule } from './lengthen.ts'
import { anyOverlap } from './range.ts'
import type { MemberSchedule, Offer, ServiceRule, VisitRequest } from './request.ts'
import type { UnitCalendar } from './units.ts'
import { perTier, seed as firstSeed } from '#test/tier.ts'

const COUNT = perTier(150, 20_000)
const DENSE = perTier(600, 5_000)
const TIMEOUT_MS = 60_000 + COUNT * 60

type Engine = (request: VisitRequest) => Offer[]

type One = { seed: number; given: Case }
const makeCases = (make: (seed: number) => Case, length = COUNT): One[] =>
  Array.from({ length }, (_, index) => ({ seed: firstSeed + index, given: make(firstSeed + index) }))
const cases = makeCases(makeCase)
/** Of one member, so that a difference of hours is not hidden by what else there is. */
const hoursCases = makeCases(makeHoursCase)
/** Where units and people are scarce. */
const dense = makeCases(makeDenseCase, DENSE)
const truths = new Map<Case, Found[]>()

function truthOf({ given }: One): Found[] {
  const truth = truths.get(given) ?? slowFreeTimes(given)
  truths.set(given, truth)
  return truth
}

/**
 * The seeds for which the engine's complete result, members, units and busy ranges included, differs from
 * the reference.
 */
function differing(
  engine: Engine,
  {
    some = [...cases, ...hoursCases],
    withAddons = lengthenRule,
  }: { some?: One[]; withAddons?: WithAddons } = {},
): number[] {
  return some
    .filter(
      (one) => JSON.stringify(engine(toRequest(one.given, withAddons))) !== JSON.stringify(truthOf(one)),
    )
    .map((one) => one.seed)
}

type WithAddons = (rule: ServiceRule, minutes: number) => ServiceRule

/** A case as the engine gets it: the minutes of add-ons are in the lengths of the services. */
const toRequest = (given: Case, withAddons: WithAddons = lengthenRule): VisitRequest => ({
  ...given,
  services: given.services.map(({ rule, memberId, added = 0 }) => ({
    memberId,
    rule: withAddons(rule, added),
  })),
})

function percent(part: number): string {
  return `${((100 * part) / COUNT).toFixed(1)} %`
}

describe(`against a minute-by-minute reference, ${COUNT} generated cases from seed ${firstSeed}`, () => {
  test('the offers, their members and their busy ranges are the same', { timeout: TIMEOUT_MS }, () => {
    const [seeds, ofHours] = [
      differing(freeTimes, { some: cases }),
      differing(freeTimes, { some: hoursCases }),
    ]
    const offers = [...truths.values()].reduce((sum, truth) => sum + truth.length, 0)
    console.log(
      `availability: ${COUNT} cases and ${COUNT} of hours from seed ${firstSeed}, ${offers} offers, ` +
        `${seeds.length + ofHours.length} differences`,
    )
    expect(seeds.map((seed) => `${seed}: ${describeCase(makeCase(seed))}`)).toEqual([])
    expect(ofHours.map((seed) => `${seed}: ${describeCase(makeHoursCase(seed))}`)).toEqual([])
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

  test('so are they where units are scarce', { timeout: TIMEOUT_MS }, () => {
    const seeds = differing(freeTimes, { some: dense })
    const offers = dense.map(truthOf).flat()
    const met = offers.filter(({ segments }) =>
      segments.some(({ units = [] }, index) =>
        segments.some(
          (other, at) =>
            at > index + 1 &&
            other.units?.some((one) =>
              units.some((mine) => anyOverlap(mine.busy, one.busy) && mine.resourceId === one.resourceId),
            ),
        ),
      ),
    )
    console.log(
      `availability: ${DENSE} dense cases, ${offers.length} offers, ${met.length} of them with runs that ` +
        `overlap, ${seeds.length} differences`,
    )
    expect(seeds).toEqual([])
    expect(met.length).toBeGreaterThan(DENSE / 50)
  })

  test(
    'committing a time gives exactly the offer that was shown, and nothing beside the grid',
    { timeout: TIMEOUT_MS },
    () => {
      for (const { given } of cases.slice(0, COUNT / 5)) {
        const request = toRequest(given)
        const shown = freeTimes(request)
        for (const offer of [shown[0], shown.at(-1)])
          if (offer) expect(offerAt(request, offer.start)).toEqual(offer)
        const middle = Math.floor((given.from + given.until) / 2)
        expect(offerAt(request, middle)).toEqual(shown.find((offer) => offer.start === middle) ?? null)
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

/** One of several services decides for all of them, instead of the strictest. */
const ofFirst =
  (setting: 'leadMinutes' | 'horizonDays'): Engine =>
  (request) => {
    const first = request.services[0]?.rule[setting]
    return withServices(() => ({ [setting]: first }))(request)
  }

const longerNotice: Engine = (request) =>
  withServices(({ leadMinutes }) => (leadMinutes === undefined ? {} : { leadMinutes: leadMinutes + 1 }))({
    ...request,
    rules: { ...request.rules, leadMinutes: request.rules.leadMinutes + 1 },
  })

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

type Row = MemberSchedule['hours'][number]

/** Another rule for which of the weekly rows of a rotation apply, each date of the window by itself. */
const withRotation = (applies: (row: Row, date: string) => boolean): Engine =>
  withWeekly((row, dates) =>
    (row.every ?? 1) === 1
      ? [row]
      : dates.flatMap((date) => {
          const from = row.valid?.from ?? date
          const until = row.valid?.until ?? date
          const valid = from <= date && date <= until
          return valid && toWeekday(date) === row.weekday && applies(row, date)
            ? [{ weekday: row.weekday, from: row.from, to: row.to, valid: { from: date, until: date } }]
            : []
        }),
  )

/** Other weekly rows; the dates are those of the window, and some around it. */
function withWeekly(change: (row: Row, dates: string[]) => Row[]): Engine {
  return (request) => {
    const { date } = localParts(request.rules.zone, request.from)
    const dates = Array.from({ length: 10 }, (_, index) => addDays(date, index - 3))
    const changed = (rows: Row[]) => rows.flatMap((row) => change(row, dates))
    return withMembers(({ hours, breaks }) => ({ hours: changed(hours), breaks: changed(breaks) }))(request)
  }
}

const dayOf = (date: string) => toWallMinute(date) / 1440
const mondayOf = (date: string) => dayOf(date) - (toWeekday(date) - 1)

/** The number of a week by ISO 8601. */
function weekNumber(date: string): number {
  const thursday = addDays(date, 4 - toWeekday(date))
  return Math.floor((dayOf(thursday) - dayOf(`${thursday.slice(0, 4)}-01-01`)) / 7) + 1
}

/** The window as if each day had 24 hours since the first date of a rotation. */
function weeksByHours(zone: string, starting: string, date: string): number {
  const at = (day: string) => {
    const noon = toWallMinute(day)
    return noon - localParts(zone, noon).offset
  }
  return Math.floor(
    (at(addDays(date, 1 - toWeekday(date))) - at(addDays(starting, 1 - toWeekday(starting)))) / 10_080,
  )
}

const withoutDayOf = (request: VisitRequest, drop: (own: boolean, named: boolean) => boolean) => ({
  exceptions: request.rules.exceptions.filter(
    (one) =>
      !(request.rules.publicHolidays ?? []).some(({ date }) => date === one.date) ||
      !drop(one.own === true, one.members !== undefined),
  ),
})

const PLANTED: Record<string, Engine> = {
  'a rotation goes by odd and even week numbers': withRotation(
    ({ every = 1, starting = '' }, date) => (weekNumber(date) - weekNumber(starting)) % every === 0,
  ),
  'a rotation never applies before it starts': withRotation(
    ({ every = 1, starting = '' }, date) =>
      date >= starting && (mondayOf(date) - mondayOf(starting)) % (7 * every) === 0,
  ),
  'the remainder of a rotation is negative': withRotation(
    ({ every = 1, starting = '' }, date) =>
      // The weeks since 1970 of both, of which one may be before.
      ((mondayOf(date) - mondayOf(starting)) / 7) % every === (date < starting ? 1 - every : 0),
  ),
  'a rotation counts from its date, not from the week of it': withRotation(
    ({ every = 1, starting = '' }, date) => Math.floor((dayOf(date) - dayOf(starting)) / 7) % every === 0,
  ),
  'a rotation is moved by a change of the clock': (request) =>
    withRotation(
      ({ every = 1, starting = '' }, date) => weeksByHours(request.rules.zone, starting, date) % every === 0,
    )(request),
  'the weeks of a rotation begin on Sunday': withRotation(({ every = 1, starting = '' }, date) => {
    const sundayOf = (day: string) => dayOf(day) - (toWeekday(day) % 7)
    return (sundayOf(date) - sundayOf(starting)) % (7 * every) === 0
  }),
  'a rotation of breaks is not kept': withMembers(({ breaks }) => ({
    breaks: breaks.map(({ every: _, starting: __, ...row }) => row),
  })),
  'hours end before the last day on which they are valid': withWeekly((row) => [
    row.valid?.until === undefined
      ? row
      : { ...row, valid: { ...row.valid, until: addDays(row.valid.until, -1) } },
  ]),
  'hours begin after the first day on which they are valid': withWeekly((row) => [
    row.valid?.from === undefined
      ? row
      : { ...row, valid: { ...row.valid, from: addDays(row.valid.from, 1) } },
  ]),
  'a public holiday closes in spite of an exception': withRules((request) =>
    withoutDayOf(request, (own) => !own),
  ),
  'a public holiday closes in spite of a day of a member': withRules((request) =>
    withoutDayOf(request, (own) => own),
  ),
  'a public holiday is a day like any other': withRules(() => ({ publicHolidays: [] })),
  'an exception that names a member precedes their own day': withRules(({ rules }) => ({
    exceptions: rules.exceptions.map((one) => ({
      ...one,
      own: one.members !== undefined && one.own !== true,
    })),
  })),
  'hours of the salon precede the day of a member': withRules(({ rules }) => ({
    exceptions: rules.exceptions.filter(
      (one) => !one.own || !rules.exceptions.some(({ date, members }) => date === one.date && !members),
    ),
  })),
  'the buffer after a service is ignored': withServices(() => ({ bufferAfter: 0 })),
  'a processing gap counts as busy': withServices(() => ({ processing: undefined })),
  'the horizon is a day too long': withRules(({ rules }) => ({ horizonDays: rules.horizonDays + 1 })),
  'the clock change of the day is missed': offsetOfFirstDay,
  'anyone is fair by visits instead of minutes': fairnessByVisits,
  'the lead time is a minute too long': longerNotice,
  'a service has no notice of its own': withServices(() => ({ leadMinutes: undefined })),
  'a service has no horizon of its own': withServices(() => ({ horizonDays: undefined })),
  'the notice of the first service is that of the visit': ofFirst('leadMinutes'),
  'the horizon of the first service is that of the visit': ofFirst('horizonDays'),
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

// The same for units and lengths of members, on cases where they are scarce.

const withUses =
  (change: (use: { id: string; during: 'all' | 'work' }, index: number) => object): Engine =>
  (request) =>
    freeTimes({
      ...request,
      services: request.services.map(({ rule, memberId }, index) => ({
        memberId,
        rule: { ...rule, resources: rule.resources?.map((use) => ({ ...use, ...change(use, index) })) },
      })),
    })

/** Neighbours that use a resource do so as if they were apart: a resource of its own for each service. */
const withoutRuns: Engine = (request) => {
  const count = request.services.length
  const each = <T extends object>(all: readonly T[], name: (one: T, index: number) => object) =>
    all.flatMap((one) => Array.from({ length: count }, (_, index) => ({ ...one, ...name(one, index) })))
  const apart = withUses(({ id }, index) => ({ id: `${id} ${index}` }))({
    ...request,
    resources: each(request.resources ?? [], ({ id }, index) => ({ id: `${id} ${index}` })),
    busyUnits: each(request.busyUnits ?? [], ({ resourceId }, index) => ({
      resourceId: `${resourceId} ${index}`,
    })),
  })
  const named = ({ units, ...segment }: Offer['segments'][number]) => ({
    ...segment,
    ...(units && {
      units: units.map((one) => ({ ...one, resourceId: one.resourceId.split(' ')[0] ?? '' })),
    }),
  })
  return apart.map((offer) => ({ ...offer, segments: offer.segments.map(named) }))
}

/** Each run takes the lowest unit that is left, and the time is lost if a later one finds none. */
const greedyUnits: Engine = (request) =>
  freeTimes(request).filter(({ segments }) => {
    const taken: { unit: number; resourceId: string; busy: { start: number; end: number }[] }[] = []
    return segments.every(({ units = [] }, index) =>
      units.every(({ resourceId, busy }) => {
        const isNeighbour = segments[index - 1]?.units?.some((one) => one.resourceId === resourceId)
        if (isNeighbour) return true
        const ranges = busy
        const unit = request.resources
          ?.find(({ id }) => id === resourceId)
          ?.units.find(
            (one) =>
              ![...(request.busyUnits ?? []).map((other) => ({ ...other, busy: [other] })), ...taken].some(
                (other) =>
                  other.resourceId === resourceId && other.unit === one && anyOverlap(other.busy, ranges),
              ),
          )
        if (unit === undefined) return false
        taken.push({ resourceId, unit, busy: ranges })
        return true
      }),
    )
  })

const withUnitCalendar =
  (change: (units: UnitCalendar) => UnitCalendar['freeFor']): Engine =>
  (request) => {
    const calendar = openCalendar(request, { from: request.from - 1440, until: request.until + 1440 })
    return freeTimesIn({ ...calendar, units: { freeFor: change(calendar.units) } }, request)
  }

/** Anyone by these numbers, the least first; visible with one service. */
const rankedBy =
  (rank: (of: { price: number; load: number; minutes: number; order: number }) => number[]): Engine =>
  (request) => {
    const [only, ...more] = request.services
    if (!only || only.memberId !== null || more.length > 0) return freeTimes(request)
    const found = request.members.flatMap(({ id }, order) =>
      only.rule.members.includes(id)
        ? freeTimes({ ...request, services: [{ ...only, memberId: id }] }).map((offer) => {
            const day = dayWindow(request.rules.zone, localParts(request.rules.zone, offer.start).date)
            const load = request.busy
              .filter((one) => one.memberId === id)
              .reduce(
                (sum, one) => sum + Math.max(0, Math.min(one.end, day.until) - Math.max(one.start, day.from)),
                0,
              )
            const price = only.rule.prices?.[id] ?? 0
            return { offer, key: rank({ price, load, minutes: offer.end - offer.start, order }) }
          })
        : [],
    )
    const compare = (a: number[], b: number[]) =>
      a.map((value, index) => value - (b[index] ?? 0)).find((difference) => difference !== 0) ?? 0
    return [...Map.groupBy(found, ({ offer }) => offer.start).values()]
      .map((same) => same.toSorted((a, b) => compare(a.key, b.key))[0]!.offer)
      .sort((a, b) => a.start - b.start)
  }

const withoutLengths = (request: VisitRequest) =>
  request.services.map(({ rule, memberId }) => ({ memberId, rule: { ...rule, lengths: undefined } }))

const PLANTED_SCARCE: Record<string, Engine> = {
  'a gap frees a unit that is used for all of a service': withUses(() => ({ during: 'work' })),
  'a gap keeps a unit that is used while its member works': withUses(() => ({ during: 'all' })),
  'neighbours on one resource have buffers and units of their own': withoutRuns,
  'each run takes the lowest unit that is left': greedyUnits,
  'what is booked of units is ignored': (request) => freeTimes({ ...request, busyUnits: [] }),
  'a unit that is not used any more is given': (request) =>
    freeTimes({ ...request, resources: request.resources?.map(({ id }) => ({ id, units: [1, 2, 3] })) }),
  'the buffer of a unit before a service is ignored': withUnitCalendar(
    ({ freeFor }) =>
      (resource, time) =>
        freeFor(
          resource,
          time.map(({ start, end }) => ({ start: Math.max(start, 0), end: Math.max(end, 1) })),
        ),
  ),
  'a unit need not be free after the gap': withUnitCalendar(
    ({ freeFor }) =>
      (resource, time) =>
        freeFor(resource, time.slice(0, 1)),
  ),
  'the highest unit is given': withUnitCalendar(({ freeFor }) => (resource, time) => {
    const freeAt = freeFor(resource, time)
    return (start) => freeAt(start).toReversed()
  }),
  'units are counted, and the first is given': withUnitCalendar(({ freeFor }) => (resource, time) => {
    const freeAt = freeFor(resource, time)
    return (start) => (freeAt(start).length > 0 ? resource.units : [])
  }),
  "a member's own length is ignored": withServices(() => ({ lengths: undefined })),
  "the gap in a member's own length is ignored": withServices(({ lengths }) => ({
    lengths:
      lengths && Object.fromEntries(Object.entries(lengths).map(([id, { duration }]) => [id, { duration }])),
  })),
  'the shorter is not preferred at equal rank': rankedBy(({ price, load, order }) => [price, load, order]),
  'the shorter is preferred to the one with less to do': rankedBy(({ price, load, minutes, order }) => [
    price,
    minutes,
    load,
    order,
  ]),
  'the shorter is preferred to the cheaper': rankedBy(({ price, load, minutes, order }) => [
    minutes,
    price,
    load,
    order,
  ]),
  'busy times are read as far as the service itself reaches': (request) => {
    const { from, until } = busyWindow({ ...request, services: withoutLengths(request) })
    const inside = ({ start, end }: { start: number; end: number }) => start < until && from < end
    return freeTimes({
      ...request,
      busy: request.busy.filter(inside),
      busyUnits: request.busyUnits?.filter(inside),
    })
  },
}

describe('the comparison of scarce units and lengths detects when', () => {
  test('nothing is wrong, no difference', { timeout: TIMEOUT_MS }, () => {
    const right: Engine[] = [
      rankedBy(({ price, load, minutes, order }) => [price, load, minutes, order]),
      withUnitCalendar(({ freeFor }) => freeFor),
    ]
    for (const engine of right) expect(differing(engine, { some: dense })).toEqual([])
  })

  test.each(Object.entries(PLANTED_SCARCE))('%s', { timeout: TIMEOUT_MS }, (name, engine) => {
    const caught = differing(engine, { some: dense })
    console.log(`availability: planted "${name}" caught in ${caught.length} of ${DENSE} dense cases`)
    expect(caught.length).toBeGreaterThan(0)
  })
})

const endsInGap = (
  rule: ServiceRule,
): rule is ServiceRule & { processing: NonNullable<ServiceRule['processing']> } =>
  rule.processing !== undefined && rule.processing.after + rule.processing.minutes === rule.duration

const PLANTED_ADDONS: Record<string, WithAddons> = {
  'add-ons lengthen only the service’s own length': lengthen,
  'add-ons take no time': (rule) => rule,
  'the minutes of add-ons come after the service, as a buffer': (rule, minutes) => ({
    ...rule,
    bufferAfter: rule.bufferAfter + minutes,
  }),
  'add-ons lengthen the gap that ends a service': (rule, minutes) => ({
    ...rule,
    duration: rule.duration + minutes,
    processing: endsInGap(rule)
      ? { ...rule.processing, minutes: rule.processing.minutes + minutes }
      : rule.processing,
  }),
}

describe('the comparison detects when', () => {
  test.each(Object.entries(PLANTED_ADDONS))('%s', { timeout: TIMEOUT_MS }, (name, withAddons) => {
    const caught = differing(freeTimes, { withAddons })
    console.log(`availability: planted "${name}" caught in ${caught.length} of ${COUNT} cases`)
    expect(caught.length).toBeGreaterThan(0)
  })

  test.each(Object.entries(PLANTED))('%s', { timeout: TIMEOUT_MS }, (name, engine) => {
    const caught = differing(engine)
    console.log(`availability: planted "${name}" caught in ${caught.length} of ${2 * COUNT} cases`)
    expect(caught.length).toBeGreaterThan(0)
  })
})

test('the generated cases include the nights on which clocks change', () => {
  expect(clockChanges('Europe/Copenhagen').slice(0, 2)).toEqual(['2026-03-29', '2026-10-25'])
})
