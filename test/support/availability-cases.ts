/** Generates schedules for comparing two implementations of free times. The seed determines everything. */
import { dateOfDayNumber, dayNumber, local, offset } from './availability-reference.ts'
import type { Case, Clocks, Rule, Schedule, Weekly } from './availability-reference.ts'

const ZONES = [
  ['Europe/Copenhagen', 'Europe/Oslo', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'],
  [
    'Europe/London',
    'Atlantic/Azores',
    'America/Havana',
    'America/Nuuk',
    'America/St_Johns',
    'Africa/Cairo',
    'Pacific/Chatham',
  ],
] as const

type Random = {
  chance: (of: number) => boolean
  between: (least: number, most: number, step?: number) => number
  pick: <T>(from: readonly T[]) => T
}

/** A pseudo-random generator (mulberry32): the same seed gives the same cases on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    chance: (of) => next() < of,
    between: (least, most, step = 1) =>
      least + step * Math.floor(next() * (Math.floor((most - least) / step) + 1)),
    pick: (from) => from[Math.floor(next() * from.length)]!,
  }
}

const nights = new Map<string, string[]>()

/** Dates from 2026 to 2028 on which the zone changes its offset. */
export function clockChanges(zone: string): string[] {
  const known = nights.get(zone)
  if (known) return known
  const found: string[] = []
  for (let day = dayNumber('2026-01-01'); day <= dayNumber('2028-12-31'); day++) {
    const date = dateOfDayNumber(day)
    const start = firstMinute(zone, date)
    if (firstMinute(zone, dateOfDayNumber(day + 1)) - start !== 1440) found.push(date)
  }
  nights.set(zone, found)
  return found
}

/** First minute of a date, found by search. */
function firstMinute(zone: string, date: string): number {
  let minute = dayNumber(date) * 1440 - offset(zone, dayNumber(date) * 1440) - 180
  while (local(zone, minute).date < date) minute += 15
  return minute
}

/** A schedule with a query for free times, determined by the seed. `longer`: how much of `addLongerPlans`. */
export function makeCase(seed: number, longer = 0.5): Case {
  const roll = createRandom(seed)
  const zone = roll.pick(ZONES[roll.chance(0.75) ? 0 : 1])
  const firstDay = dayNumber(firstDate(zone, roll))
  const dates = Array.from({ length: roll.between(1, 3) }, (_, index) => dateOfDayNumber(firstDay + index))
  const members = Array.from({ length: roll.between(1, 4) }, (_, index) =>
    makeMember(`m${index + 1}`, dates, roll),
  )
  const ids = members.map((member) => member.id)
  let from = firstMinute(zone, dates[0]!)
  let until = firstMinute(zone, dateOfDayNumber(firstDay + dates.length))
  if (roll.chance(0.3)) from += roll.between(1, 400)
  if (roll.chance(0.3)) until -= roll.between(1, 400)
  const busy = ids.flatMap((memberId) => makeBusy(memberId, from, until, roll))
  const rules: Case['rules'] = {
    zone,
    slotMinutes: roll.pick([15, 20, 30, 30, 45, 60]),
    leadMinutes: roll.pick([0, 30, 60, 120, 24 * 60]),
    horizonDays: 60,
    exceptions: roll.chance(0.35) ? makeExceptions(dates, ids, roll) : [],
  }
  addLongerPlans({ members, rules, dates }, createRandom(seed ^ 0x5eed), longer)
  const made = { rules, members, services: makeServices(ids, roll), busy, from, until, now: from - 2 * 1440 }
  const whole = withLengthsAndUnits(placeNow(made, dates, roll), createRandom(seed ^ 0x2545f491))
  const withMore = withAddons(whole, createRandom(seed ^ 0x1b873593))
  return withOwnNotice(withMore, createRandom(seed ^ 0x5f37_59df))
}

/** Notices that end on an hour of the window's first day. */
const untilHours = ({ from, now }: Case): number[] =>
  [9, 10, 13].map((hour) => from - now + hour * 60).filter((minutes) => minutes >= 0)

/** Gives some services a notice or a horizon of their own. */
function withOwnNotice(made: Case, roll: Random): Case {
  if (!roll.chance(0.35)) return made
  const ownRules = new Map(
    made.services.map(({ rule }) => [
      rule.id,
      {
        ...rule,
        ...(roll.chance(0.5) && { leadMinutes: roll.pick([0, 45, 36 * 60, ...untilHours(made)]) }),
        ...(roll.chance(0.5) && {
          horizonDays: Math.max(0, made.rules.horizonDays + roll.between(-2, 2)),
        }),
      },
    ]),
  )
  const services = made.services.map((one) => ({ ...one, rule: ownRules.get(one.rule.id) ?? one.rule }))
  return { ...made, services }
}

/** About a third of the cases have lengths of members, and about half of them resources. */
function withLengthsAndUnits(given: Case, roll: Random): Case {
  const ids = given.members.map(({ id }) => id)
  const rules = new Map(given.services.map(({ rule }) => [rule.id, rule]))
  if (roll.chance(0.4))
    for (const [id, rule] of rules)
      if (roll.chance(0.75)) rules.set(id, { ...rule, lengths: makeLengths(rule, ids, roll) })
  const withLengths = { ...given, services: withRules(given.services, rules) }
  return roll.chance(0.55) ? withUnits(withLengths, { chance: 0.7, most: 5 }, roll) : withLengths
}

const withRules = (services: Case['services'], rules: Map<string, Rule>): Case['services'] =>
  services.map((one) => ({ ...one, rule: rules.get(one.rule.id)! }))

/** A quarter of the services have add-ons. */
const withAddons = (given: Case, roll: Random): Case => ({
  ...given,
  services: given.services.map((one) => ({
    ...one,
    added: roll.chance(0.25) ? roll.between(5, 30, 5) : 0,
  })),
})

/** Members may have the service's length, and a length without a gap where the service has one. */
function makeLengths({ duration }: Rule, ids: string[], roll: Random): Rule['lengths'] {
  const own = ids.filter(() => roll.chance(0.7))
  return Object.fromEntries(
    own.map((id) => {
      const minutes = Math.max(10, duration + roll.between(-30, 45, 5))
      const processing = roll.chance(0.4) ? makeProcessing(minutes, roll) : undefined
      return [id, { duration: minutes, ...(processing && { processing }) }]
    }),
  )
}

/**
 * One or two resources of one to three units, some with a unit that is not used any more, and what is booked
 * of them. @param chance that a service uses one. @param most ranges booked of a unit.
 */
function withUnits(given: Case, { chance, most }: { chance: number; most: number }, roll: Random): Case {
  const resources = ['chair', 'room'].slice(0, roll.pick([1, 1, 2])).map((id) => {
    const all = [1, 2, 3].slice(0, roll.between(1, 3))
    const units = all.filter((unit) => unit !== (roll.chance(0.3) ? 1 : 0))
    return { id, all, units: units.length > 0 ? units : all }
  })
  const busyUnits = resources.flatMap(({ id, all }) =>
    all.flatMap((unit) =>
      makeBusy(id, given.from, given.until, roll)
        .slice(0, most)
        .map(({ start, end }) => ({ resourceId: id, unit, start, end })),
    ),
  )
  const rules = new Map(
    given.services.map(({ rule }): [string, Rule] => {
      const used = resources.filter(() => roll.chance(chance))
      const uses = used.map(({ id }) => ({ id, during: roll.chance(0.5) ? 'all' : 'work' }) as const)
      return [rule.id, uses.length > 0 ? { ...rule, resources: uses } : rule]
    }),
  )
  return {
    ...given,
    services: withRules(given.services, rules),
    resources: resources.map(({ id, units }) => ({ id, units })),
    busyUnits,
  }
}

/**
 * A small case in which much is booked: one to three hours at the end of a day, members who always work, and
 * services that use units or take members different times, some between two others on one unit.
 */
export function makeDenseCase(seed: number): Case {
  const roll = createRandom(seed ^ 0x165667b1)
  const zone = 'Europe/Copenhagen'
  const date = dateOfDayNumber(dayNumber('2026-06-01') + roll.between(0, 20))
  const until = firstMinute(zone, dateOfDayNumber(dayNumber(date) + 1)) - roll.pick([0, 0, 300])
  const from = until - roll.between(60, 180, 15)
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from: '00:00', to: '24:00' }))
  const members = ['m1', 'm2', 'm3']
    .slice(0, roll.between(1, 3))
    .map((id) => ({ id, hours, breaks: [], holidays: [], absences: [] }))
  const ids = members.map(({ id }) => id)
  const rules = { zone, slotMinutes: 15, leadMinutes: 0, horizonDays: 60, exceptions: [] }
  const isQuiet = roll.chance(0.2)
  const busy = isQuiet ? [] : ids.flatMap((id) => makeBusy(id, from, until + 240, roll).slice(0, 2))
  const wanted = makeServices(ids, roll)
  const services = roll.chance(0.3) ? [byAnyone(wanted[0]!.rule, ids, roll)] : wanted
  const made = { rules, members, services, busy, from, until, now: from - 1440 }
  const ownLengths = new Map(
    made.services.map(({ rule }) => [
      rule.id,
      roll.chance(0.6) ? { ...rule, lengths: makeLengths(rule, ids, roll) } : rule,
    ]),
  )
  const withLengths = { ...made, services: withRules(made.services, ownLengths) }
  if (roll.chance(0.2)) return withLengths
  return betweenTwo(withUnits(withLengths, { chance: 0.75, most: 2 }, roll), roll)
}

/** A service by everybody, at one of two prices. */
function byAnyone(rule: Rule, ids: string[], roll: Random): Case['services'][number] {
  const prices = Object.fromEntries(ids.map((id) => [id, roll.pick([30_000, 30_000, 40_000])]))
  return { rule: { ...rule, members: ids, prices }, memberId: null }
}

/** Of three services the second may be short and use nothing, so that the buffers of the others meet. */
function betweenTwo(given: Case, roll: Random): Case {
  const [first, between, last] = given.services
  if (!first || !between || !last || roll.chance(0.3)) return given
  const resources = [{ id: given.resources![0]!.id, during: 'all' as const }]
  const long = { resources, bufferBefore: roll.pick([0, 30]), bufferAfter: 30 }
  const short = { duration: 10, processing: undefined, lengths: undefined, resources: undefined }
  const { from, until } = given
  const units = [1, 2, 3]
  // Short times, so that a unit is free for one of the two.
  const busyUnits = units.slice(1).flatMap((unit) =>
    Array.from({ length: roll.between(1, 4) }, () => {
      const start = roll.between(from, until + 90, 5)
      return { resourceId: resources[0]!.id, unit, start, end: start + roll.between(5, 15, 5) }
    }),
  )
  return {
    ...given,
    resources: given.resources!.map((one, index) => (index === 0 ? { ...one, units } : one)),
    busyUnits: [
      ...given.busyUnits!.filter(({ resourceId }) => resourceId !== resources[0]!.id),
      ...busyUnits,
    ],
    services: [
      { ...first, rule: { ...first.rule, ...long } },
      { ...between, rule: { ...between.rule, ...short, id: 'between' } },
      { ...last, rule: { ...last.rule, ...long, id: 'last' } },
    ],
  }
}

/** As `makeCase`, with nothing but the hours of one member: each of their minutes is visible. */
export function makeHoursCase(seed: number): Case {
  const { rules, members, ...made } = makeCase(seed, 1)
  const member = members[0]!
  const rule = { id: 's1', duration: 5, bufferBefore: 0, bufferAfter: 0, members: [member.id] }
  return {
    ...made,
    rules: { ...rules, slotMinutes: 30, leadMinutes: 0, horizonDays: 60 },
    members: [{ ...member, holidays: [], absences: [] }],
    services: [{ rule, memberId: member.id }],
    busy: [],
    now: made.from - 2 * 1440,
  }
}

function firstDate(zone: string, roll: Random): string {
  const changes = clockChanges(zone)
  if (changes.length > 0 && roll.chance(0.5))
    return dateOfDayNumber(dayNumber(roll.pick(changes)) - roll.between(0, 1))
  return dateOfDayNumber(dayNumber('2025-01-01') + roll.between(0, 4 * 365))
}

/** Sets `now` so that lead time or horizon cuts the window, or leaves it whole. */
function placeNow(made: Case, dates: string[], roll: Random): Case {
  const { rules } = made
  const span = made.until - made.from
  let now = made.now
  if (roll.chance(0.35)) now = made.from - rules.leadMinutes + roll.between(-10, Math.floor(span / 2))
  if (dates.length === 1 || roll.chance(0.6)) return { ...made, now }
  const lastOpen = dayNumber(roll.pick(dates.slice(0, -1)))
  return {
    ...made,
    now,
    rules: { ...rules, horizonDays: Math.max(0, lastOpen - dayNumber(local(rules.zone, now).date)) },
  }
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

function clocks(from: number, to: number): Clocks {
  return { from: clock(from), to: clock(Math.min(to, 1440)) }
}

function makeHours(roll: Random): Clocks[] {
  const kind = roll.between(1, 10)
  if (kind <= 2) return [clocks(0, 1440)]
  if (kind <= 4) return [clocks(roll.between(0, 180, 15), roll.between(300, 1440, 30))]
  if (kind <= 6) return [clocks(roll.between(480, 660, 30), roll.between(780, 1200, 30))]
  if (kind <= 8)
    return [
      clocks(roll.between(0, 150, 10), roll.between(160, 300, 10)),
      clocks(roll.between(420, 600, 30), 1440),
    ]
  if (kind === 9) return [clocks(540, 720), clocks(720, roll.between(840, 1080, 20))]
  return []
}

function makeMember(id: string, dates: string[], roll: Random): Schedule {
  const pattern = [makeHours(roll), makeHours(roll)]
  const weekdays = [1, 2, 3, 4, 5, 6, 7]
  const hours = weekdays.flatMap((weekday) =>
    (pattern[weekday % 2] ?? []).map((one) => ({ weekday, ...one })),
  )
  const breaks = roll.chance(0.35) ? weekdays.map((weekday) => ({ weekday, ...breakClocks(roll) })) : []
  const holiday = roll.pick(dates)
  const holidays = roll.chance(0.12)
    ? [{ from: dateOfDayNumber(dayNumber(holiday) - roll.between(0, 3)), until: holiday }]
    : []
  const absences = roll.chance(0.2) ? [makeAbsence(dates, roll)] : []
  return { id, hours, breaks, holidays, absences }
}

function breakClocks(roll: Random): Clocks {
  const from = roll.pick([60, 90, 120, 150, 600, 690, 720, 765])
  return clocks(from, from + roll.between(10, 90, 5))
}

function makeAbsence(dates: string[], roll: Random): { from: string; until: string } {
  const from = roll.between(0, 1380, 5)
  const until = from + roll.between(10, 2000, 5)
  const day = dayNumber(roll.pick(dates))
  const wall = (minute: number) =>
    `${dateOfDayNumber(day + Math.floor(minute / 1440))}T${clock(minute % 1440)}`
  return { from: wall(from), until: wall(until) }
}

function makeExceptions(dates: string[], ids: string[], roll: Random): Case['rules']['exceptions'] {
  return Array.from({ length: roll.between(1, 2) }, () => {
    const hours = roll.chance(0.75)
      ? [makeHours(roll), [clocks(540, 900)]].find((one) => one.length > 0)!
      : []
    const date = roll.pick(dates)
    return roll.chance(0.5) ? { date, hours } : { date, hours, members: ids.filter(() => roll.chance(0.5)) }
  })
}

/**
 * Adds what goes beyond one week: hours of every second to fourth week, hours from a date until another, own
 * days and public holidays. With numbers of its own, so that all else of a seed stays as it is.
 */
function addLongerPlans(
  { members, rules, dates }: { members: Schedule[]; rules: Case['rules']; dates: string[] },
  roll: Random,
  share: number,
): void {
  const near = (days: number) => dateOfDayNumber(dayNumber(roll.pick(dates)) + roll.between(-days, days))
  const longer = (row: Weekly): Weekly => ({
    ...row,
    ...(roll.chance(0.5) ? { every: roll.between(2, 4), starting: near(roll.pick([8, 60, 60, 800])) } : {}),
    ...(roll.chance(0.5) ? { valid: makeValid(dates, roll) } : {}),
  })
  for (const member of members) {
    if (roll.chance(0.4 * share))
      member.hours = member.hours.map((row) => (roll.chance(0.8) ? longer(row) : row))
    if (roll.chance(0.2 * share))
      member.hours.push(
        ...[1, 2, 3, 4, 5, 6, 7].map((weekday) =>
          longer({ weekday, ...clocks(roll.between(360, 600, 30), roll.between(660, 1440, 30)) }),
        ),
      )
    if (roll.chance(0.2 * share)) member.breaks = member.breaks.map(longer)
    if (roll.chance(0.2 * share))
      rules.exceptions.splice(roll.between(0, rules.exceptions.length), 0, {
        date: roll.pick(dates),
        hours: makeHours(roll),
        members: [member.id],
        own: true,
      })
  }
  if (roll.chance(0.4 * share))
    rules.publicHolidays = dates.filter(() => roll.chance(0.6)).map((date) => ({ date }))
}

/** Dates around those of the case, `until` sometimes the last of them that counts. */
function makeValid(dates: string[], roll: Random): NonNullable<Weekly['valid']> {
  const from = dateOfDayNumber(dayNumber(roll.pick(dates)) - roll.between(-1, 20) * roll.between(0, 1))
  const until = dateOfDayNumber(Math.max(dayNumber(from), dayNumber(roll.pick(dates)) + roll.between(-1, 2)))
  const kind = roll.between(1, 4)
  return kind === 1 ? { from } : kind === 2 ? { until } : { from, until }
}

function makeBusy(memberId: string, from: number, until: number, roll: Random): Case['busy'] {
  return Array.from({ length: roll.between(0, 5) }, () => {
    const start = roll.between(from - 120, until, 5)
    return { memberId, start, end: start + roll.between(15, 180, 5) }
  })
}

function makeServices(ids: string[], roll: Random): Case['services'] {
  const rules = Array.from({ length: 3 }, (_, index) => makeRule(`s${index + 1}`, ids, roll))
  const count = roll.pick([1, 1, 2, 2, 2, 3, 3])
  const hasPreference = roll.chance(0.55)
  return Array.from({ length: count }, (_, index) => {
    const rule = roll.chance(0.9) ? rules[index]! : rules[0]!
    const memberId = hasPreference && roll.chance(0.8) ? roll.pick(rule.members) : null
    return { rule, memberId }
  })
}

function makeRule(id: string, ids: string[], roll: Random): Rule {
  const some = ids.filter(() => roll.chance(0.7))
  const duration = roll.between(10, 120, 5)
  const processing = roll.chance(0.35) ? makeProcessing(duration, roll) : undefined
  const buffer = () => (roll.chance(0.4) ? roll.between(5, 45, 5) : 0)
  return {
    id,
    duration,
    bufferBefore: buffer(),
    bufferAfter: buffer(),
    processing,
    members: some.length > 0 ? some : [roll.pick(ids)],
    prices: roll.chance(0.4)
      ? Object.fromEntries(ids.map((one) => [one, roll.pick([30_000, 40_000, 45_000])]))
      : undefined,
  }
}

function makeProcessing(duration: number, roll: Random): { after: number; minutes: number } {
  const after = roll.between(0, duration - 5, 5)
  return { after, minutes: Math.min(roll.between(5, 60, 5), after === 0 ? duration - 5 : duration - after) }
}

/** The features that a case covers inside its own window. */
export const FEATURES: Record<string, (given: Case) => boolean> = {
  breaks: ({ members }) => members.some((member) => member.breaks.length > 0),
  holidays: (given) =>
    given.members.some(({ holidays }) =>
      holidays.some((one) => datesOf(given).some((date) => one.from <= date && date <= one.until)),
    ),
  absences: (given) =>
    given.members.some(({ absences }) =>
      absences.some(
        (one) =>
          one.until.slice(0, 10) >= datesOf(given)[0]! && one.from.slice(0, 10) <= datesOf(given).at(-1)!,
      ),
    ),
  exceptions: (given) => given.rules.exceptions.some((one) => datesOf(given).includes(one.date)),
  rotations: (given) => weeklyOf(given).some(({ every = 1 }) => every > 1),
  validity: (given) => weeklyOf(given).some(({ valid }) => valid !== undefined),
  'own days': (given) => given.rules.exceptions.some((one) => one.own && datesOf(given).includes(one.date)),
  'public holidays': (given) =>
    (given.rules.publicHolidays ?? []).some((one) => datesOf(given).includes(one.date)),
  buffers: ({ services }) => services.some(({ rule }) => rule.bufferBefore + rule.bufferAfter > 0),
  processing: ({ services }) => services.some(({ rule }) => rule.processing !== undefined),
  'add-ons': ({ services }) => services.some(({ added = 0 }) => added > 0),
  'lead time': ({ rules, now, from }) => now + rules.leadMinutes > from,
  horizon: (given) =>
    dayNumber(local(given.rules.zone, given.now).date) + given.rules.horizonDays <
    dayNumber(datesOf(given).at(-1)!),
  'notice or horizon of a service': ({ services }) =>
    services.some(({ rule }) => rule.leadMinutes !== undefined || rule.horizonDays !== undefined),
  'several services': ({ services }) => services.length > 1,
  'different members wanted': ({ services }) =>
    new Set(services.flatMap(({ memberId }) => memberId ?? [])).size > 1,
  anyone: ({ services, members }) =>
    members.length > 1 && services.some(({ memberId, rule }) => memberId === null && rule.members.length > 1),
  'prices of members': ({ services }) => services.some(({ rule }) => rule.prices !== undefined),
  'lengths of members': ({ services }) => services.some(({ rule }) => hasOwnLength(rule)),
  'a gap in a length of a member': ({ services }) =>
    services.some(({ rule }) => rule.members.some((id) => rule.lengths?.[id]?.processing)),
  'a unit': (given) => usesOf(given).length > 0,
  'a unit for all of a service': (given) => usesOf(given).some(({ during }) => during === 'all'),
  'a unit while its member works': (given) => usesOf(given).some(({ during }) => during === 'work'),
  'several units': (given) => usesOf(given).some(({ units }) => units.length > 1),
  'a unit that is not used any more': (given) => usesOf(given).some(({ units }) => units[0] !== 1),
  'units that are booked': (given) =>
    usesOf(given).some(({ id }) => given.busyUnits?.some(({ resourceId }) => resourceId === id)),
  'neighbours on one unit': ({ services }) =>
    services.some(({ rule }, index) =>
      rule.resources?.some(({ id }) => services[index + 1]?.rule.resources?.some((one) => one.id === id)),
    ),
  'DST day': (given) => datesOf(given).some((date) => clockChanges(given.rules.zone).includes(date)),
}

/** The hours and breaks of the weekdays that a case is about. */
const weeklyOf = (given: Case): Weekly[] =>
  given.members
    .flatMap(({ hours, breaks }) => [...hours, ...breaks])
    .filter(({ weekday }) => datesOf(given).some((date) => ((dayNumber(date) + 3) % 7) + 1 === weekday))

const hasOwnLength = ({ lengths, members, duration }: Rule): boolean =>
  members.some((id) => lengths?.[id] !== undefined && lengths[id].duration !== duration)

const usesOf = ({ services, resources = [] }: Case) =>
  services.flatMap(({ rule }) =>
    (rule.resources ?? []).map((use) => ({ ...use, ...resources.find(({ id }) => id === use.id)! })),
  )

function datesOf({ rules, from, until }: Case): string[] {
  const first = dayNumber(local(rules.zone, from).date)
  const last = dayNumber(local(rules.zone, until - 1).date)
  return Array.from({ length: last - first + 1 }, (_, index) => dateOfDayNumber(first + index))
}

/** Short description of a case, for messages. */
export function describeCase(given: Case): string {
  return (
    `${given.rules.zone}, ${datesOf(given).join(' ')}, ${given.services.length} services, ` +
    `${given.members.length} members`
  )
}
