/**
 * A slow reference implementation of free times: it tries every assignment of members and units, minute by
 * minute. It shares nothing with domain/, not even types, and computes time zones with luxon. All times are
 * epoch minutes.
 */
import { DateTime } from 'luxon'

export type Clocks = { from: string; to: string }
export type Weekly = Clocks & {
  weekday: number
  every?: number
  starting?: string
  valid?: { from?: string; until?: string }
}
export type Schedule = {
  id: string
  hours: Weekly[]
  breaks: Weekly[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string }[]
}
type Length = { duration: number; processing?: { after: number; minutes: number } | undefined }
export type Rule = Length & {
  id: string
  bufferBefore: number
  bufferAfter: number
  leadMinutes?: number | undefined
  horizonDays?: number | undefined
  lengths?: Record<string, Length> | undefined
  resources?: { id: string; during: 'all' | 'work' }[] | undefined
  members: string[]
  prices?: Record<string, number> | undefined
}
export type Case = {
  rules: {
    zone: string
    slotMinutes: number
    leadMinutes: number
    horizonDays: number
    exceptions: { date: string; hours: Clocks[]; members?: string[]; own?: boolean }[]
    publicHolidays?: { date: string }[]
  }
  members: Schedule[]
  /** `added`: the minutes of add-ons. */
  services: { rule: Rule; memberId: string | null; added?: number | undefined }[]
  busy: { memberId: string; start: number; end: number }[]
  resources?: { id: string; units: number[] }[]
  busyUnits?: { resourceId: string; unit: number; start: number; end: number }[]
  from: number
  until: number
  now: number
}
type Stretch = { start: number; end: number }
type Segment = {
  serviceId: string
  memberId: string
  start: number
  end: number
  busy: Stretch[]
  units?: { resourceId: string; unit: number; busy: Stretch[] }[]
}
export type Found = { start: number; end: number; segments: Segment[] }
/** The minutes of a resource; `run`: the first of the neighbouring services that share its unit. */
type Use = { resourceId: string; run: number; minutes: number[] }
export type Choice = { member: number; from: number; until: number; minutes: number[]; uses: Use[] }[]

// ---- clock ----

const offsets = new Map<string, Map<number, number>>()
const dates = new Map<number, string>()

/**
 * Offset of the zone in minutes. Offsets have changed only at quarter hours of UTC for decades, so one luxon
 * call serves each quarter.
 */
export function offset(zone: string, minute: number): number {
  const quarter = Math.floor(minute / 15)
  const ofZone = offsets.get(zone) ?? new Map<number, number>()
  offsets.set(zone, ofZone)
  const known = ofZone.get(quarter) ?? DateTime.fromMillis(quarter * 15 * 60_000, { zone }).offset
  ofZone.set(quarter, known)
  return known
}

/** Local date and minute of the day in a zone at an epoch minute. */
export function local(zone: string, minute: number): { date: string; minuteOfDay: number } {
  const wall = minute + offset(zone, minute)
  return { date: dateOfDayNumber(Math.floor(wall / 1440)), minuteOfDay: ((wall % 1440) + 1440) % 1440 }
}

/** Days since 1970-01-01 of a date. */
export function dayNumber(date: string): number {
  return (
    Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / 86_400_000
  )
}

/** The inverse of dayNumber. */
export function dateOfDayNumber(day: number): string {
  const date = dates.get(day) ?? new Date(day * 86_400_000).toISOString().slice(0, 10)
  dates.set(day, date)
  return date
}

/**
 * First instant with this local time; if there is none (a gap), the local time with the offset from before
 * the gap.
 */
function instant(zone: string, date: string, clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number)
  const wall = dayNumber(date) * 1440 + (hours ?? 0) * 60 + (minutes ?? 0)
  for (let guess = 15 * 60; guess >= -13 * 60; guess -= 15) {
    if (offset(zone, wall - guess) === guess) return wall - guess
  }
  return wall - offset(zone, wall - 1440)
}

// ---- free minutes of a member ----

function weekday(date: string): number {
  return DateTime.fromISO(date, { zone: 'utc' }).weekday
}

/** The Monday of a date's week, found by going back day by day. */
function mondayOf(date: string): string {
  let monday = date
  while (weekday(monday) !== 1) monday = dateOfDayNumber(dayNumber(monday) - 1)
  return monday
}

const inTurn = new Map<string, boolean>()

/** Whether a week is one of every so many: from the first one, so many weeks at a time, either way. */
function isInTurn(date: string, every: number, starting: string): boolean {
  const key = `${mondayOf(date)} ${every} ${starting}`
  const known = inTurn.get(key)
  if (known !== undefined) return known
  const [wanted, way] = [mondayOf(date), date < starting ? -1 : 1]
  let monday = mondayOf(starting)
  while (way * (dayNumber(monday) - dayNumber(wanted)) < 0)
    monday = dateOfDayNumber(dayNumber(monday) + way * every * 7)
  inTurn.set(key, monday === wanted)
  return monday === wanted
}

/** Whether hours of a week are worked on this date. */
export function isWorked(
  { weekday: day, every = 1, starting = '1970-01-01', valid = {} }: Weekly,
  date: string,
) {
  if (valid.from !== undefined && date < valid.from) return false
  if (valid.until !== undefined && date > valid.until) return false
  return day === weekday(date) && (every === 1 || isInTurn(date, every, starting))
}

/** The hours of a member on a date by the rules, without breaks and absences. */
export function plannedHours({ rules }: Pick<Case, 'rules'>, member: Schedule, date: string): Clocks[] {
  const week = member.hours.filter((one) => isWorked(one, date))
  const found: { own?: Clocks[]; named?: Clocks[]; salon?: Clocks[] } = {}
  for (const { date: day, hours, members, own } of rules.exceptions) {
    if (day !== date) continue
    if (members === undefined) found.salon = hours
    else if (members.includes(member.id)) found[own ? 'own' : 'named'] = hours
  }
  if (found.own) return found.own
  if (found.named) return found.named
  const { salon } = found
  if (salon)
    return week.flatMap(({ from, to }) =>
      salon
        .map((open) => ({ from: from < open.from ? open.from : from, to: open.to < to ? open.to : to }))
        .filter((one) => one.from < one.to),
    )
  return rules.publicHolidays?.some((one) => one.date === date) ? [] : week
}

/** The minutes in which a member works and is not busy. */
export function freeMinutes(given: Case, member: Schedule, from: number, until: number): Set<number> {
  const zone = given.rules.zone
  const free = new Set<number>()
  const firstDay = dayNumber(local(zone, from).date) - 2
  const lastDay = dayNumber(local(zone, until).date) + 2
  const forEachMinute = (start: number, end: number, act: (minute: number) => void) => {
    for (let minute = Math.max(start, from); minute < Math.min(end, until); minute++) act(minute)
  }
  for (let day = firstDay; day <= lastDay; day++) {
    const date = dateOfDayNumber(day)
    for (const one of plannedHours(given, member, date))
      forEachMinute(instant(zone, date, one.from), instant(zone, date, one.to), (minute) => free.add(minute))
  }
  const remove = (minute: number) => free.delete(minute)
  for (let day = firstDay; day <= lastDay; day++) {
    const date = dateOfDayNumber(day)
    for (const one of member.breaks) {
      if (isWorked(one, date))
        forEachMinute(instant(zone, date, one.from), instant(zone, date, one.to), remove)
    }
  }
  for (const one of member.absences) {
    const start = instant(zone, one.from.slice(0, 10), one.from.slice(11))
    forEachMinute(start, instant(zone, one.until.slice(0, 10), one.until.slice(11)), remove)
  }
  for (const one of given.busy) if (one.memberId === member.id) forEachMinute(one.start, one.end, remove)
  if (member.holidays.length > 0) {
    forEachMinute(from, until, (minute) => {
      const { date } = local(zone, minute)
      if (member.holidays.some((one) => one.from <= date && date <= one.until)) free.delete(minute)
    })
  }
  return free
}

export function bookedThatDay(given: Case, member: Schedule, date: string): number {
  let minutes = 0
  for (const one of given.busy) {
    if (one.memberId !== member.id) continue
    for (let minute = one.start; minute < one.end; minute++)
      if (local(given.rules.zone, minute).date === date) minutes++
  }
  return minutes
}

// ---- assignment of services to members ----

export function everyAssignment(given: Case): number[][] {
  let all: number[][] = [[]]
  for (const { rule, memberId } of given.services) {
    const able = given.members
      .map((_, index) => index)
      .filter((index) => {
        const id = given.members[index]!.id
        return rule.members.includes(id) && (memberId === null || memberId === id)
      })
    all = all.flatMap((chosen) => able.map((index) => [...chosen, index]))
  }
  return all
}

/** Of each minute of a service whether its member works; add-ons go on where the last work ends. */
function worksBy({ duration, processing }: Length, added: number): boolean[] {
  const works = Array.from(
    { length: duration },
    (_, m) => !(processing && m >= processing.after && m < processing.after + processing.minutes),
  )
  works.splice(works.lastIndexOf(true) + 1, 0, ...Array.from({ length: added }, () => true))
  return works
}

/** The minutes, counted from the start of the visit, that each service takes of its member and of units. */
export function choiceOf(given: Case, assignment: number[]): Choice {
  let at = 0
  return given.services.map(({ rule, added = 0 }, index) => {
    const member = assignment[index]!
    const works = worksBy(rule.lengths?.[given.members[member]!.id] ?? rule, added)
    const duration = works.length
    const enters = assignment[index - 1] !== member
    const leaves = assignment[index + 1] !== member
    const waits = (m: number) => !works[m]
    const span = (before: boolean, after: boolean, skips: (m: number) => boolean) => {
      const minutes: number[] = []
      if (before) for (let m = -rule.bufferBefore; m < 0; m++) minutes.push(at + m)
      for (let m = 0; m < duration; m++) if (!skips(m)) minutes.push(at + m)
      if (after) for (let m = 0; m < rule.bufferAfter; m++) minutes.push(at + duration + m)
      return minutes
    }
    const uses = (given.resources ?? []).flatMap(({ id }): Use[] => {
      const during = duringOf(given, index, id)
      if (!during) return []
      const first = !duringOf(given, index - 1, id)
      const last = !duringOf(given, index + 1, id)
      let run = index
      while (duringOf(given, run - 1, id)) run--
      const minutes =
        during === 'all' ? span(first, last, () => false) : span(first && enters, last && leaves, waits)
      return [{ resourceId: id, run, minutes }]
    })
    const part = { member, from: at, until: at + duration, minutes: span(enters, leaves, waits), uses }
    at += duration
    return part
  })
}

const duringOf = ({ services }: Case, index: number, resourceId: string): 'all' | 'work' | undefined =>
  services[index]?.rule.resources?.find((one) => one.id === resourceId)?.during

export function usesSomebodyTwice(choice: Choice): boolean {
  const seen = new Set<string>()
  for (const { member, minutes } of choice) {
    for (const minute of minutes) {
      if (seen.has(`${member} ${minute}`)) return true
      seen.add(`${member} ${minute}`)
    }
  }
  return false
}

export function changes(choice: Choice): number {
  return choice.filter((part, index) => index > 0 && choice[index - 1]!.member !== part.member).length
}

export function priceOf(given: Case, choice: Choice): number {
  return choice.reduce((sum, { member }, index) => {
    const { prices } = given.services[index]!.rule
    return sum + (prices?.[given.members[member]!.id] ?? 0)
  }, 0)
}

export type UnitMinutes = { has: (resourceId: string, unit: number, minute: number) => boolean }

export function busyMinutesOfUnits({ busyUnits = [] }: Case): UnitMinutes {
  const busy = new Set<string>()
  for (const { resourceId, unit, start, end } of busyUnits)
    for (let minute = start; minute < end; minute++) busy.add(`${resourceId} ${unit} ${minute}`)
  return { has: (resourceId, unit, minute) => busy.has(`${resourceId} ${unit} ${minute}`) }
}

/** Tries all units of all runs, lowest first: the first that are free, or null. Key: resource and run. */
export function unitsOf(
  given: Case,
  choice: Choice,
  start: number,
  busy: UnitMinutes,
): Map<string, number> | null {
  const runs = (given.resources ?? []).flatMap(({ id, units }) =>
    choice.flatMap((_, index) => {
      const minutes = choice.flatMap(({ uses }) =>
        uses.flatMap((use) => (use.resourceId === id && use.run === index ? use.minutes : [])),
      )
      return minutes.length > 0 ? [{ id, index, units, minutes }] : []
    }),
  )
  const taken = new Map<string, number>()
  const used = new Set<string>()
  const attempt = (position: number): boolean => {
    const run = runs[position]
    if (!run) return true
    for (const unit of run.units) {
      const keys = run.minutes.map((minute) => `${run.id} ${unit} ${minute}`)
      if (keys.some((key) => used.has(key))) continue
      if (run.minutes.some((minute) => busy.has(run.id, unit, start + minute))) continue
      keys.forEach((key) => used.add(key))
      taken.set(`${run.id} ${run.index}`, unit)
      if (attempt(position + 1)) return true
      keys.forEach((key) => used.delete(key))
    }
    return false
  }
  return attempt(0) ? taken : null
}

function rangesOf(minutes: number[]): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = []
  for (const minute of minutes) {
    const last = ranges.at(-1)
    if (last?.end === minute) last.end++
    else ranges.push({ start: minute, end: minute + 1 })
  }
  return ranges
}

export function isBefore(one: number[], other: number[]): boolean {
  const differing = one.findIndex((value, index) => value !== other[index])
  return differing >= 0 && one[differing]! < other[differing]!
}

// ---- result ----

/** All free times, found by checking every minute of the window. */
export function slowFreeTimes(given: Case): Found[] {
  const { rules, members, services } = given
  const reach = services.reduce(
    (sum, { rule, added = 0 }) =>
      sum +
      Math.max(rule.duration, ...Object.values(rule.lengths ?? {}).map((one) => one.duration)) +
      added +
      rule.bufferBefore +
      rule.bufferAfter,
    0,
  )
  const free = members.map((member) => freeMinutes(given, member, given.from - reach, given.until + reach))
  const choices = everyAssignment(given)
    .map((assignment) => choiceOf(given, assignment))
    .filter((one) => !usesSomebodyTwice(one))
  const ofEach = services.map(({ rule }) => rule)
  const leadMinutes = Math.max(...ofEach.map((rule) => rule.leadMinutes ?? rules.leadMinutes))
  const horizonDays = Math.min(...ofEach.map((rule) => rule.horizonDays ?? rules.horizonDays))
  const lastDay = dayNumber(local(rules.zone, given.now).date) + horizonDays
  const booked = new Map<string, number[]>()
  const busy = busyMinutesOfUnits(given)
  const found: Found[] = []
  for (let start = given.from; start < given.until; start++) {
    const { date, minuteOfDay } = local(rules.zone, start)
    if (minuteOfDay % rules.slotMinutes !== 0) continue
    if (start < given.now + leadMinutes || dayNumber(date) > lastDay) continue
    const load = booked.get(date) ?? members.map((member) => bookedThatDay(given, member, date))
    booked.set(date, load)
    let best: { cost: number[]; choice: Choice; units: Map<string, number> } | null = null
    for (const choice of choices) {
      if (!choice.every((part) => part.minutes.every((minute) => free[part.member]!.has(start + minute))))
        continue
      const taking = new Set(choice.map((part) => part.member))
      const total = [...taking].reduce((sum, member) => sum + load[member]!, 0)
      const minutes = choice.at(-1)!.until
      const order = choice.map((part) => part.member)
      const cost = [changes(choice), priceOf(given, choice), total, minutes, ...order]
      if (best && !isBefore(cost, best.cost)) continue
      const units = unitsOf(given, choice, start, busy)
      if (units) best = { cost, choice, units }
    }
    if (best) found.push(asFound(given, best, start))
  }
  return found
}

export function asFound(
  given: Case,
  { choice, units }: { choice: Choice; units: Map<string, number> },
  start: number,
): Found {
  const stretches = (minutes: number[]) =>
    rangesOf(minutes).map((range) => ({ start: start + range.start, end: start + range.end }))
  const segments = choice.map((part, index): Segment => {
    const segment = {
      serviceId: given.services[index]!.rule.id,
      memberId: given.members[part.member]!.id,
      start: start + part.from,
      end: start + part.until,
      busy: stretches(part.minutes),
    }
    if (part.uses.length === 0) return segment
    const taken = part.uses.map(({ resourceId, run, minutes }) => ({
      resourceId,
      unit: units.get(`${resourceId} ${run}`)!,
      busy: stretches(minutes),
    }))
    return { ...segment, units: taken }
  })
  return { start, end: segments.at(-1)!.end, segments }
}
