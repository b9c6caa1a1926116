/** Generates schedules for comparing two implementations of free times. The seed determines everything. */
import { dateOfDayNumber, dayNumber, local, offset } from './availability-reference.ts'
import type { Case, Clocks, Rule, Schedule } from './availability-reference.ts'

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

/** A schedule with a query for free times, determined by the seed. */
export function makeCase(seed: number): Case {
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
  const rules = {
    zone,
    slotMinutes: roll.pick([15, 20, 30, 30, 45, 60]),
    leadMinutes: roll.pick([0, 30, 60, 120, 24 * 60]),
    horizonDays: 60,
    exceptions: roll.chance(0.35) ? makeExceptions(dates, ids, roll) : [],
  }
  const made = { rules, members, services: makeServices(ids, roll), busy, from, until, now: from - 2 * 1440 }
  return placeNow(made, dates, roll)
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
    return { rule, memberId: hasPreference && roll.chance(0.8) ? roll.pick(rule.members) : null }
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
  buffers: ({ services }) => services.some(({ rule }) => rule.bufferBefore + rule.bufferAfter > 0),
  processing: ({ services }) => services.some(({ rule }) => rule.processing !== undefined),
  'lead time': ({ rules, now, from }) => now + rules.leadMinutes > from,
  horizon: (given) =>
    dayNumber(local(given.rules.zone, given.now).date) + given.rules.horizonDays <
    dayNumber(datesOf(given).at(-1)!),
  'several services': ({ services }) => services.length > 1,
  'different members wanted': ({ services }) =>
    new Set(services.flatMap(({ memberId }) => memberId ?? [])).size > 1,
  anyone: ({ services, members }) =>
    members.length > 1 && services.some(({ memberId, rule }) => memberId === null && rule.members.length > 1),
  'prices of members': ({ services }) => services.some(({ rule }) => rule.prices !== undefined),
  'DST day': (given) => datesOf(given).some((date) => clockChanges(given.rules.zone).includes(date)),
}

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
