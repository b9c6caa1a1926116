/**
 * A slow reference implementation of free times: it tries every assignment of members, minute by minute. It
 * shares nothing with domain/, not even types, and computes time zones with luxon. All times are epoch
 * minutes.
 */
import { DateTime } from 'luxon'

export type Clocks = { from: string; to: string }
export type Schedule = {
  id: string
  hours: (Clocks & { weekday: number })[]
  breaks: (Clocks & { weekday: number })[]
  holidays: { from: string; until: string }[]
  absences: { from: string; until: string }[]
}
export type Rule = {
  id: string
  duration: number
  bufferBefore: number
  bufferAfter: number
  processing?: { after: number; minutes: number } | undefined
  members: string[]
  prices?: Record<string, number> | undefined
}
export type Case = {
  rules: {
    zone: string
    slotMinutes: number
    leadMinutes: number
    horizonDays: number
    exceptions: { date: string; hours: Clocks[]; members?: string[] }[]
  }
  members: Schedule[]
  services: { rule: Rule; memberId: string | null }[]
  busy: { memberId: string; start: number; end: number }[]
  from: number
  until: number
  now: number
}
type Segment = {
  serviceId: string
  memberId: string
  start: number
  end: number
  busy: { start: number; end: number }[]
}
export type Found = { start: number; end: number; segments: Segment[] }
type Choice = { member: number; from: number; until: number; minutes: number[] }[]

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

/** The minutes in which a member works and is not busy. */
function freeMinutes(given: Case, member: Schedule, from: number, until: number): Set<number> {
  const zone = given.rules.zone
  const free = new Set<number>()
  const firstDay = dayNumber(local(zone, from).date) - 2
  const lastDay = dayNumber(local(zone, until).date) + 2
  const forEachMinute = (start: number, end: number, act: (minute: number) => void) => {
    for (let minute = Math.max(start, from); minute < Math.min(end, until); minute++) act(minute)
  }
  for (let day = firstDay; day <= lastDay; day++) {
    const date = dateOfDayNumber(day)
    let hours: Clocks[] = member.hours.filter((one) => one.weekday === weekday(date))
    let open: Clocks[] | null = null
    let named = false
    for (const exception of given.rules.exceptions) {
      if (exception.date !== date) continue
      if (exception.members === undefined) open = exception.hours
      else if (exception.members.includes(member.id)) {
        hours = exception.hours
        named = true
      }
    }
    const minutesOf = (clocks: Clocks[]) => {
      const minutes = new Set<number>()
      for (const one of clocks)
        forEachMinute(instant(zone, date, one.from), instant(zone, date, one.to), (minute) =>
          minutes.add(minute),
        )
      return minutes
    }
    const salon = named || open === null ? null : minutesOf(open)
    for (const minute of minutesOf(hours)) if (salon === null || salon.has(minute)) free.add(minute)
  }
  const remove = (minute: number) => free.delete(minute)
  for (let day = firstDay; day <= lastDay; day++) {
    const date = dateOfDayNumber(day)
    for (const one of member.breaks) {
      if (one.weekday === weekday(date))
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

function bookedThatDay(given: Case, member: Schedule, date: string): number {
  let minutes = 0
  for (const one of given.busy) {
    if (one.memberId !== member.id) continue
    for (let minute = one.start; minute < one.end; minute++)
      if (local(given.rules.zone, minute).date === date) minutes++
  }
  return minutes
}

// ---- assignment of services to members ----

function everyAssignment(given: Case): number[][] {
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

/** The minutes, counted from the start of the visit, that each service takes of its member. */
function choiceOf(given: Case, assignment: number[]): Choice {
  let at = 0
  return given.services.map(({ rule }, index) => {
    const member = assignment[index]!
    const minutes: number[] = []
    if (assignment[index - 1] !== member) for (let m = at - rule.bufferBefore; m < at; m++) minutes.push(m)
    for (let m = 0; m < rule.duration; m++) {
      const waiting =
        rule.processing && m >= rule.processing.after && m < rule.processing.after + rule.processing.minutes
      if (!waiting) minutes.push(at + m)
    }
    const from = at
    at += rule.duration
    if (assignment[index + 1] !== member) for (let m = at; m < at + rule.bufferAfter; m++) minutes.push(m)
    return { member, from, until: at, minutes }
  })
}

function usesSomebodyTwice(choice: Choice): boolean {
  const seen = new Set<string>()
  for (const { member, minutes } of choice) {
    for (const minute of minutes) {
      if (seen.has(`${member} ${minute}`)) return true
      seen.add(`${member} ${minute}`)
    }
  }
  return false
}

function changes(choice: Choice): number {
  return choice.filter((part, index) => index > 0 && choice[index - 1]!.member !== part.member).length
}

function priceOf(given: Case, choice: Choice): number {
  return choice.reduce((sum, { member }, index) => {
    const { prices } = given.services[index]!.rule
    return sum + (prices?.[given.members[member]!.id] ?? 0)
  }, 0)
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

function isBefore(one: number[], other: number[]): boolean {
  const differing = one.findIndex((value, index) => value !== other[index])
  return differing >= 0 && one[differing]! < other[differing]!
}

// ---- result ----

/** All free times, found by checking every minute of the window. */
export function slowFreeTimes(given: Case): Found[] {
  const { rules, members, services } = given
  const reach = services.reduce(
    (sum, { rule }) => sum + rule.duration + rule.bufferBefore + rule.bufferAfter,
    0,
  )
  const free = members.map((member) => freeMinutes(given, member, given.from - reach, given.until + reach))
  const choices = everyAssignment(given)
    .map((assignment) => choiceOf(given, assignment))
    .filter((one) => !usesSomebodyTwice(one))
  const lastDay = dayNumber(local(rules.zone, given.now).date) + rules.horizonDays
  const booked = new Map<string, number[]>()
  const found: Found[] = []
  for (let start = given.from; start < given.until; start++) {
    const { date, minuteOfDay } = local(rules.zone, start)
    if (minuteOfDay % rules.slotMinutes !== 0) continue
    if (start < given.now + rules.leadMinutes || dayNumber(date) > lastDay) continue
    const load = booked.get(date) ?? members.map((member) => bookedThatDay(given, member, date))
    booked.set(date, load)
    let best: { cost: number[]; choice: Choice } | null = null
    for (const choice of choices) {
      if (!choice.every((part) => part.minutes.every((minute) => free[part.member]!.has(start + minute))))
        continue
      const taking = new Set(choice.map((part) => part.member))
      const total = [...taking].reduce((sum, member) => sum + load[member]!, 0)
      const cost = [changes(choice), priceOf(given, choice), total, ...choice.map((part) => part.member)]
      if (!best || isBefore(cost, best.cost)) best = { cost, choice }
    }
    if (best) found.push(asFound(given, best.choice, start))
  }
  return found
}

function asFound(given: Case, choice: Choice, start: number): Found {
  const segments = choice.map((part, index) => ({
    serviceId: given.services[index]!.rule.id,
    memberId: given.members[part.member]!.id,
    start: start + part.from,
    end: start + part.until,
    busy: rangesOf(part.minutes).map((range) => ({ start: start + range.start, end: start + range.end })),
  }))
  return { start, end: segments.at(-1)!.end, segments }
}
