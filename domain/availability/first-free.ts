import { addDays, localParts, startOfDay, type Window } from '#domain/zone.ts'
import { freeTimesIn, openCalendar, type Calendar } from './free-times.ts'
import { firstStart, lastBookableDay, type NoneReason, type Rules } from './horizon.ts'
import { localDays, type LocalDay } from './local-day.ts'
import { rulesFor } from './notice.ts'
import type { Offer, VisitRequest } from './request.ts'
import { computeReach } from './visit-plan.ts'

/** How many of the first free times are shown. */
export const SHOWN_FIRST = 3
/** The days of the windows that are searched in turn; the last one ends with the horizon. */
const WINDOW_DAYS = [14, 42]

/**
 * The windows (epoch minutes) of at most three reads of booked time that find the first free times on from a
 * date: most salons have some in the first, and each later one is larger.
 */
export function windowsOnFrom(rules: Rules, date: string, now: number): Window[] {
  const { zone } = rules
  const earliest = localParts(zone, firstStart(rules, now)).date
  const end = addDays(lastBookableDay(rules, now), 1)
  const first = date > earliest ? date : earliest
  const ends = WINDOW_DAYS.map((_, index) =>
    addDays(
      first,
      WINDOW_DAYS.slice(0, index + 1).reduce((sum, days) => sum + days),
    ),
  )
  const edges = [first, ...ends.filter((one) => one < end), end]
  return edges.slice(1).flatMap((until, index) => {
    const from = edges[index] ?? until
    return from < until ? [{ from: startOfDay(zone, from), until: startOfDay(zone, until) }] : []
  })
}

/**
 * The offers of a request in order of time, computed day by day as they are taken.
 * @param shown which of a day's are taken.
 * @throws InvalidVisitRequest as `freeTimes`.
 */
export function* offersInOrder(
  request: VisitRequest,
  shown: (calendar: Calendar, offers: Offer[]) => Offer[] = (_, offers) => offers,
): Generator<Offer, void> {
  const calendar = calendarOf(request)
  for (const day of calendar.days)
    if (day.from < request.until && request.from < day.until)
      yield* shown(calendar, offersOf(calendar, request, day))
}

const daysOf = ({ rules, from, until }: VisitRequest): LocalDay[] =>
  from < until ? localDays(rules.zone, { from, until }) : []

function calendarOf(request: VisitRequest): Calendar {
  const reach = computeReach(request.services)
  return openCalendar(request, { from: request.from - reach.before, until: request.until + reach.after })
}

const offersOf = (calendar: Calendar, { services, from, until }: VisitRequest, day: Window): Offer[] =>
  freeTimesIn(calendar, { services, from: Math.max(from, day.from), until: Math.min(until, day.until) })

/** How much further ahead a day is looked at that is not open for booking yet. */
const FURTHER_DAYS = 60

/**
 * Why the days of a request that have no free time, all but the `free` ones, have none: the first rule
 * without which they would have some, in the order of `noneReasons`. A day that needs more than one rule less
 * has passed, or is too far ahead.
 */
export function whyNone(asked: VisitRequest, free: ReadonlySet<string>): { date: string; why: NoneReason }[] {
  const days = daysOf(asked).filter(({ date }) => !free.has(date))
  if (days.length === 0) return []
  if (!hasPeople(asked)) return days.map(({ date }) => ({ date, why: 'nobody' }))
  const rules = { ...rulesFor(asked.rules, asked.services), sameForAll: true }
  const request = { ...asked, rules }
  const nothingBooked = { busy: [], ...(request.busyUnits && { busyUnits: [] }) }
  const yieldsWith = (rule: Partial<typeof rules>, other: Partial<VisitRequest> = {}) => {
    const relaxed = { ...request, ...other, rules: { ...rules, ...rule } }
    const calendar = calendarOf(relaxed)
    return (day: LocalDay) => offersOf(calendar, relaxed, day).length > 0
  }
  const noNotice = { leadMinutes: 0 }
  const begin = Math.min(request.now, request.from)
  const isWorked = yieldsWith(
    { ...noNotice, horizonDays: Math.ceil((request.until - begin) / 1440) + 1 },
    { ...nothingBooked, now: begin },
  )
  const ways: [NoneReason, (day: LocalDay) => boolean][] = [
    ['taken', yieldsWith({}, nothingBooked)],
    ['too-soon', yieldsWith(noNotice)],
    ['too-far', yieldsWith({ horizonDays: rules.horizonDays + FURTHER_DAYS })],
  ]
  const last = lastBookableDay(rules, request.now)
  const reasonFor = (day: LocalDay): NoneReason =>
    ways.find(([, isFreeThen]) => isFreeThen(day))?.[0] ?? (day.date > last ? 'too-far' : 'too-soon')
  return days.map((day) => ({ date: day.date, why: isWorked(day) ? reasonFor(day) : 'closed' }))
}

const hasPeople = ({ services, members }: VisitRequest): boolean =>
  services.every(({ rule, memberId }) =>
    members.some(({ id }) => rule.members.includes(id) && (memberId === null || memberId === id)),
  )
