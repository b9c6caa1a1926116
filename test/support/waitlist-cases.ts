/** Generates freed times with waitlists for comparing two matchers. The seed determines everything. */
import { clockChanges, createRandom, makeCase } from './availability-cases.ts'
import { dateOfDayNumber, dayNumber, local } from './availability-reference.ts'
import type { Case, Rule, Schedule } from './availability-reference.ts'
import type { WaitCase, Waiting } from './waitlist-reference.ts'

type Random = ReturnType<typeof createRandom>
type MemberTime = Case['busy'][number]

/** A schedule of `makeCase` with freed times and one to seven entries. */
export function makeWaitCase(seed: number): WaitCase {
  const base = makeCase(seed, 0.1)
  const roll = createRandom(seed ^ 0x5bd1e995)
  const { members } = base
  const services = [...new Map(base.services.map(({ rule }) => [rule.id, rule])).values()]
  const able = members.filter(({ id }) => services.some((rule) => rule.members.includes(id)))
  const first = makeFreed(base, roll.pick(able), roll)
  const ofMembers = roll.chance(0.3) ? [first, makeFreed(base, roll.pick(members), roll)] : [first]
  const nowMs = nowBefore(base, first, roll)
  const rules = { ...base.rules, leadMinutes: roll.pick([0, 0, 15, 60]) }
  const busy = base.busy.filter(
    (one) => !ofMembers.some((range) => range.memberId === one.memberId && intersects(range, one)),
  )
  const { freed, resources, busyUnits } = freeUnits(base, ofMembers, createRandom(seed ^ 0x1b873593))
  const units = createRandom(seed ^ 0x27d4eb2f)
  const entries = Array.from({ length: roll.between(1, 7) }, (_, index) =>
    makeEntry(`e${index + 1}`, { rules, members, services, freed: first, nowMs }, roll),
  ).map((entry) => ({ ...entry, earlier: entry.earlier.map((one) => withUnits(one, freed, units)) }))
  return {
    rules,
    members,
    busy,
    ...(resources && { resources, busyUnits }),
    services,
    freed,
    entries,
    nowMs,
    offerMinutes: roll.pick([5, 30, 30, 60, 240]),
  }
}

/**
 * Also a unit of each resource at the first freed time, at times without the member: a room is free earlier
 * than who works in it. Most other units are booked then.
 */
function freeUnits(
  { resources, busyUnits = [] }: Case,
  ofMembers: MemberTime[],
  roll: Random,
): Pick<WaitCase, 'freed' | 'resources'> & { busyUnits: NonNullable<WaitCase['busyUnits']> } {
  if (!resources) return { freed: ofMembers, busyUnits }
  const [{ start, end }] = ofMembers as [MemberTime]
  const ofUnits = resources.map(({ id, units }) => ({ resourceId: id, unit: roll.pick(units), start, end }))
  const others = resources.flatMap(({ id, units }) =>
    units
      .filter(() => roll.chance(0.8))
      .map((unit) => ({ resourceId: id, unit, start: start - 60, end: end + 60 })),
  )
  const isFreed = (one: (typeof ofUnits)[number]) =>
    ofUnits.some(
      (freed) => freed.resourceId === one.resourceId && freed.unit === one.unit && intersects(freed, one),
    )
  const freed = roll.chance(0.35) ? ofUnits : [...ofMembers, ...ofUnits]
  return { freed, resources, busyUnits: [...busyUnits, ...others].filter((one) => !isFreed(one)) }
}

const intersects = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end

/** A time of the member, if possible while they work. */
function makeFreed({ rules, from, until }: Case, member: Schedule, roll: Random): MemberTime {
  let start = from
  for (let attempt = 0; attempt < 20; attempt++) {
    start = roll.between(from, until, 5)
    const { date, minuteOfDay } = local(rules.zone, start)
    const now = clock(minuteOfDay)
    const weekday = weekdayOf(date)
    if (member.hours.some((one) => one.weekday === weekday && one.from <= now && now < one.to)) break
  }
  return { memberId: member.id, start, end: start + roll.between(30, 300, 5) }
}

/** Days, hours or minutes before the freed time, with seconds. */
function nowBefore(base: Case, { start }: MemberTime, roll: Random): number {
  const kind = roll.between(1, 4)
  const minutes =
    kind === 1
      ? Math.min(base.now, start)
      : start - (kind === 2 ? roll.between(0, 120) : roll.between(60, kind === 3 ? 1000 : 3000))
  return minutes * 60_000 - roll.pick([0, 1, 30_000, 59_999])
}

type CaseSchedule = Pick<Case, 'rules' | 'members'> & { services: Rule[]; freed: MemberTime; nowMs: number }

function makeEntry(id: string, around: CaseSchedule, roll: Random): Waiting {
  const { freed, nowMs, members } = around
  const ids = members.map((member) => member.id)
  const some = ids.filter(() => roll.chance(0.6))
  const first = roll.pick(around.services).id
  const services = roll.chance(0.4) ? [first, roll.pick(around.services).id] : [first]
  if (services.length === 2 && roll.chance(0.3)) services.push(roll.pick(around.services).id)
  const state = roll.pick([
    'waiting',
    'waiting',
    'waiting',
    'waiting',
    'waiting',
    'paused',
    'offered',
  ] as const)
  const inTwoDays = nowMs + roll.pick([-60_000, 0, 1, 2 * 86_400_000])
  return {
    id,
    state: roll.chance(0.03) ? roll.pick(['booked', 'left', 'ended']) : state,
    pausedUntil: state === 'paused' && roll.chance(0.6) ? inTwoDays : null,
    confirmed: roll.chance(0.88),
    services,
    members: roll.chance(0.4) ? (some.length > 0 ? some : [roll.pick(ids)]) : null,
    windows: roll.chance(0.6)
      ? Array.from({ length: roll.pick([1, 1, 2, 3]) }, () => makeWindow(around, roll))
      : [],
    endsAt: roll.chance(0.12)
      ? (freed.start + roll.between(-90, 90)) * 60_000
      : nowMs + roll.pick([0, 3, 30, 30, 30, 180]) * 86_400_000,
    noticeMinutes: roll.pick([0, 0, 30, 60, 120, 120, 600, 1440]),
    atNight: roll.chance(0.35),
    earlier: roll.chance(0.25) ? [makeEarlier(around, roll)] : [],
    visits: roll.chance(0.3) ? [makeVisit(freed, roll)] : [],
  }
}

function makeVisit({ start }: MemberTime, roll: Random): Waiting['visits'][number] {
  const from = start + roll.between(-240, 120, 5)
  return { start: from, end: from + roll.between(15, 240, 5) }
}

/** An ended offer at about the freed time, of a part of it or of all. */
function makeEarlier(around: CaseSchedule, roll: Random): Waiting['earlier'][number] {
  const { freed } = around
  const start = slotNear(around, roll)
  const end = roll.chance(0.5) ? Math.max(freed.end, start + 5) : start + roll.between(15, 120, 5)
  return { start, times: [{ memberId: freed.memberId, start: start - roll.pick([0, 0, 10]), end }] }
}

/** The same offer with units, or of units alone. */
function withUnits(
  { start, times }: Waiting['earlier'][number],
  freed: WaitCase['freed'],
  roll: Random,
): Waiting['earlier'][number] {
  const end = Math.max(...times.map((one) => one.end))
  const ofUnits = freed.flatMap((one) => ('unit' in one && roll.chance(0.7) ? [{ ...one, start, end }] : []))
  return { start, times: ofUnits.length > 0 && roll.chance(0.3) ? ofUnits : [...times, ...ofUnits] }
}

/** A start on the slot grid at about the freed time. */
function slotNear({ rules, freed }: CaseSchedule, roll: Random): number {
  let start = freed.start + roll.between(-120, 60)
  while (local(rules.zone, start).minuteOfDay % rules.slotMinutes !== 0) start++
  return start
}

function makeWindow({ rules, freed }: CaseSchedule, roll: Random): Waiting['windows'][number] {
  const { date, minuteOfDay } = local(rules.zone, freed.start)
  const day = dayNumber(date) + (roll.chance(0.1) ? roll.between(-2, 2) : 0)
  const window = {
    from: dateOfDayNumber(day - roll.between(0, 2)),
    until: dateOfDayNumber(day + roll.between(0, 2)),
    weekdays: roll.chance(0.4) ? [1, 2, 3, 4, 5, 6, 7].filter(() => roll.chance(0.7)) : [],
  }
  if (roll.chance(0.5)) return { ...window, earliest: '00:00', latest: '24:00' }
  const earliest = Math.min(1435, Math.max(0, minuteOfDay - roll.between(-60, 300, 5)))
  const latest = Math.min(1440, Math.max(earliest + 5, minuteOfDay + roll.between(0, 500, 5)))
  return { ...window, earliest: clock(earliest), latest: clock(latest) }
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

const weekdayOf = (date: string): number => ((dayNumber(date) + 3) % 7) + 1

const inAnEntry =
  (has: (entry: Waiting, given: WaitCase) => boolean) =>
  (given: WaitCase): boolean =>
    given.entries.some((entry) => has(entry, given))
const inARule = (has: (rule: Rule) => boolean) =>
  inAnEntry((entry, { services }) => services.some((rule) => entry.services.includes(rule.id) && has(rule)))

/** The preferences and circumstances that a case covers. */
export const WAIT_FEATURES: Record<string, (given: WaitCase) => boolean> = {
  windows: inAnEntry(({ windows }) => windows.length > 0),
  'several windows': inAnEntry(({ windows }) => windows.length > 1),
  weekdays: inAnEntry(({ windows }) => windows.some((one) => one.weekdays.length > 0)),
  times: inAnEntry(({ windows }) => windows.some((one) => one.earliest > '00:00' && one.latest < '24:00')),
  'a set of people': inAnEntry(
    ({ members }, given) => members !== null && members.length < given.members.length,
  ),
  'several services': inAnEntry(({ services }) => services.length > 1),
  'a processing gap': inARule((rule) => rule.processing !== undefined),
  buffers: inARule((rule) => rule.bufferBefore + rule.bufferAfter > 0),
  notice: inAnEntry(
    ({ noticeMinutes }, { freed, nowMs }) => noticeMinutes > (freed[0]!.start * 60_000 - nowMs) / 60_000,
  ),
  night: ({ rules, nowMs }) => {
    const { minuteOfDay } = local(rules.zone, Math.floor(nowMs / 60_000))
    return minuteOfDay < 8 * 60 || minuteOfDay >= 21 * 60
  },
  'also at night': inAnEntry(({ atNight }) => atNight),
  paused: inAnEntry(({ state }) => state === 'paused'),
  unconfirmed: inAnEntry(({ confirmed }) => !confirmed),
  'offered elsewhere': inAnEntry(({ state }) => state === 'offered'),
  'offered before': inAnEntry(({ earlier }) => earlier.length > 0),
  'own visit': inAnEntry(({ visits }, { freed }) => visits.some((one) => intersects(one, freed[0]!))),
  'an end near the time': inAnEntry(
    ({ endsAt }, { freed }) => Math.abs(endsAt - freed[0]!.start * 60_000) < 90 * 60_000,
  ),
  'freed times of two ranges': ({ freed }) => freed.length > 1,
  'a freed unit': inAnEntry(({ services: ids }, { services, freed }) =>
    services.some(
      ({ id, resources = [] }) =>
        ids.includes(id) &&
        freed.some((one) => 'unit' in one && resources.some((use) => use.id === one.resourceId)),
    ),
  ),
  'freed units alone': ({ freed }) => freed.every((one) => 'unit' in one),
  'lengths of members': inARule((rule) => rule.lengths !== undefined),
  'DST day': ({ rules, freed }) => clockChanges(rules.zone).includes(local(rules.zone, freed[0]!.start).date),
}
