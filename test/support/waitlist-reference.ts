/**
 * A slow reference implementation of matching freed time with the waitlist: it tries every entry, every start
 * and every assignment, minute by minute. It shares nothing with domain/, not even types. Times are epoch
 * minutes, those whose name ends in `Ms` or that an entry has as `endsAt` and `pausedUntil` epoch ms.
 */
import { dayNumber, local, slowFreeTimes } from './availability-reference.ts'
import type { Case, Found, Rule } from './availability-reference.ts'

type Wanted = { from: string; until: string; weekdays: number[]; earliest: string; latest: string }
/** Of a member or of a unit. */
type Time = Case['busy'][number] | NonNullable<Case['busyUnits']>[number]
export type Waiting = {
  id: string
  state: 'waiting' | 'paused' | 'offered' | 'booked' | 'left' | 'ended'
  pausedUntil: number | null
  confirmed: boolean
  services: string[]
  members: string[] | null
  windows: Wanted[]
  endsAt: number
  noticeMinutes: number
  atNight: boolean
  earlier: { start: number; times: Time[] }[]
  visits: { start: number; end: number }[]
}
export type WaitCase = Pick<Case, 'rules' | 'members' | 'busy' | 'resources' | 'busyUnits'> & {
  services: Rule[]
  freed: Time[]
  entries: Waiting[]
  nowMs: number
  offerMinutes: number
}
type Reason = 'unconfirmed' | 'paused' | 'offered' | 'person' | 'window' | 'own-visit' | 'notice' | 'night'
export type Verdict = {
  match: { entryId: string; offer: Found; expiresAt: number; loudFrom: number } | null
  passed: { entryId: string; start: number; reason: Reason }[]
}
/** `owners`: the freed member of the service that is looked at, or the freed units of the visit. */
type Visit = { offer: Found; owners: string[] }

/** The first entry that gets the freed time, and the reasons of those before it. */
export function slowMatch(given: WaitCase): Verdict {
  const passed: Verdict['passed'] = []
  const known = new Map<string, Visit[]>()
  for (const entry of given.entries) {
    if (!['waiting', 'paused', 'offered'].includes(entry.state) || entry.endsAt <= given.nowMs) continue
    const visits = (members: string[] | null) => {
      const key = `${entry.services.join()} ${members?.join()}`
      const all = known.get(key) ?? visitsUsingFreedTime(given, entry.services, members)
      known.set(key, all)
      return all.filter((visit) => isOnWantedDate(given, entry, visit) && !wasOffered(given, entry, visit))
    }
    const byAnyone = visits(null)
    const wished = visits(entry.members)
    const pass = (from: Visit[], reason: Reason) => {
      if (from[0]) passed.push({ entryId: entry.id, start: from[0].offer.start, reason })
    }
    if (!entry.confirmed) pass(byAnyone, 'unconfirmed')
    else if (isPaused(entry, given.nowMs)) pass(byAnyone, 'paused')
    else if (entry.state === 'offered') pass(byAnyone, 'offered')
    else if (wished.length === 0) pass(byAnyone, 'person')
    else {
      const inside = wished.filter(({ offer }) => liesInside(given, entry, offer))
      const possible = inside.filter(({ offer }) => !meetsOwnVisit(entry, offer))
      const noticed = possible.filter(({ offer }) => isLongEnoughAhead(given, entry, offer.start))
      const answerable = noticed.find(({ offer }) => endOfOffer(given, entry, offer.start) !== null)
      if (inside.length === 0) pass(wished, 'window')
      else if (possible.length === 0) pass(inside, 'own-visit')
      else if (noticed.length === 0) pass(possible, 'notice')
      else if (!answerable) pass(noticed, 'night')
      else {
        const { offer } = answerable
        const end = endOfOffer(given, entry, offer.start)!
        return { match: { entryId: entry.id, offer, ...end }, passed }
      }
    }
  }
  return { match: null, passed }
}

// ---- visits ----

/**
 * For each service and each member whose time is free now: the visits in which this member does it then. And
 * the visits by whom it may be that use a unit that is free now.
 */
function visitsUsingFreedTime(given: WaitCase, ids: string[], members: string[] | null): Visit[] {
  const rules = ids.map((id) => given.services.find((rule) => rule.id === id))
  const services: Rule[] = []
  for (const rule of rules) {
    if (!rule) return []
    services.push({ ...rule, members: rule.members.filter((id) => members?.includes(id) ?? true) })
  }
  const length = services.reduce((sum, one) => sum + longestOf(one) + one.bufferBefore + one.bufferAfter, 0)
  const from = Math.min(...given.freed.map((one) => one.start)) - length
  const until = Math.max(...given.freed.map((one) => one.end)) + length
  const now = Math.ceil(given.nowMs / 60_000)
  const found: (Visit & { position: number; rank: number; changes: number })[] = []
  const add = (offer: Found, owners: string[], position: number, rank: number) => {
    const changes = offer.segments.filter(
      (one, index) => index > 0 && one.memberId !== offer.segments[index - 1]!.memberId,
    ).length
    if (owners.length > 0) found.push({ offer, owners, position, rank, changes })
  }
  services.forEach((service, position) => {
    given.members.forEach(({ id }, rank) => {
      if (!service.members.includes(id) || !given.freed.some((one) => ownerOf(one) === id)) return
      const wanted = services.map((rule, index) => ({ rule, memberId: index === position ? id : null }))
      for (const offer of slowFreeTimes({ ...given, services: wanted, from, until, now }))
        add(offer, freedOf(given, minutesOf(offer.segments[position]!, false)), position, rank)
    })
  })
  const ofUnits = given.freed.filter((one) => 'unit' in one)
  if (
    services.some(({ resources }) =>
      resources?.some(({ id }) => ofUnits.some((one) => one.resourceId === id)),
    )
  ) {
    const wanted = services.map((rule) => ({ rule, memberId: null }))
    for (const offer of slowFreeTimes({ ...given, services: wanted, from, until, now })) {
      const used = offer.segments.flatMap((one) => minutesOf(one, true)).filter(({ isUnit }) => isUnit)
      add(offer, freedOf(given, used), Infinity, 0)
    }
  }
  return found.sort(
    (a, b) =>
      a.offer.start - b.offer.start || a.changes - b.changes || a.position - b.position || a.rank - b.rank,
  )
}

const longestOf = ({ duration, lengths = {} }: Rule) =>
  Math.max(duration, ...Object.values(lengths).map((one) => one.duration))

const ownerOf = (time: Time): string =>
  'memberId' in time ? time.memberId : `${time.unit} ${time.resourceId}`

type Minute = { owner: string; minute: number; isUnit: boolean }

/** The minutes that a segment takes of its member, and of its units. */
function minutesOf({ memberId, busy, units = [] }: Found['segments'][number], withUnits: boolean): Minute[] {
  const minutes: Minute[] = []
  const add = (owner: string, isUnit: boolean, ranges: { start: number; end: number }[]) => {
    for (const { start, end } of ranges)
      for (let minute = start; minute < end; minute++) minutes.push({ owner, minute, isUnit })
  }
  add(memberId, false, busy)
  if (withUnits) for (const one of units) add(`${one.unit} ${one.resourceId}`, true, one.busy)
  return minutes
}

const has = (times: Time[], { owner, minute }: Minute): boolean =>
  times.some((one) => ownerOf(one) === owner && one.start <= minute && minute < one.end)

/** Whose freed minutes these are. */
const freedOf = ({ freed }: WaitCase, minutes: Minute[]): string[] => [
  ...new Set(minutes.filter((one) => has(freed, one)).map(({ owner }) => owner)),
]

// ---- preferences ----

function isPaused({ state, pausedUntil }: Waiting, nowMs: number): boolean {
  return state === 'paused' && (pausedUntil ?? Infinity) > nowMs
}

function isOnWantedDate({ rules }: WaitCase, { windows, endsAt }: Waiting, { offer }: Visit): boolean {
  if (windows.length === 0) return offer.start * 60_000 < endsAt
  const day = dayNumber(local(rules.zone, offer.start).date)
  const [first, last] = [
    windows.map((one) => dayNumber(one.from)),
    windows.map((one) => dayNumber(one.until)),
  ]
  return Math.min(...first) <= day && day <= Math.max(...last)
}

/**
 * Whether the entry was offered this start with this member or unit before, or every freed minute that the
 * visit takes.
 */
function wasOffered({ freed }: WaitCase, { earlier }: Waiting, { offer, owners }: Visit): boolean {
  const isSame = (time: Time) => owners.includes(ownerOf(time))
  if (earlier.some((one) => one.start === offer.start && one.times.some(isSame))) return true
  const before = earlier.flatMap(({ times }) => times)
  return offer.segments
    .flatMap((segment) => minutesOf(segment, true))
    .every((one) => !has(freed, one) || has(before, one))
}

/** Whether every minute of the visit is on the date of its start and between the times of one window. */
function liesInside({ rules }: WaitCase, { windows }: Waiting, { start, end }: Found): boolean {
  if (windows.length === 0) return true
  const { date } = local(rules.zone, start)
  // 1970-01-01 was a Thursday.
  const weekday = ((dayNumber(date) + 3) % 7) + 1
  return windows.some((one) => {
    if (date < one.from || date > one.until) return false
    if (one.weekdays.length > 0 && !one.weekdays.includes(weekday)) return false
    for (let minute = start; minute < end; minute++) {
      const now = local(rules.zone, minute)
      if (now.date !== date) return false
      if (now.minuteOfDay < minuteOf(one.earliest) || now.minuteOfDay >= minuteOf(one.latest)) return false
    }
    return true
  })
}

function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))
}

function meetsOwnVisit({ visits }: Waiting, { start, end }: Found): boolean {
  for (let minute = start; minute < end; minute++)
    if (visits.some((one) => one.start <= minute && minute < one.end)) return true
  return false
}

// ---- time to decide ----

function isLongEnoughAhead({ nowMs }: WaitCase, { noticeMinutes }: Waiting, start: number): boolean {
  const ahead = start * 60_000 - nowMs
  return ahead >= noticeMinutes * 60_000 && ahead >= (15 + 5) * 60_000
}

/** Null if the offer cannot wait for the morning. */
function endOfOffer(
  given: WaitCase,
  { atNight }: Waiting,
  start: number,
): { expiresAt: number; loudFrom: number } | null {
  const latest = (start - 15) * 60_000
  const morning = atNight ? given.nowMs : nextDay(given)
  const whole = morning + given.offerMinutes * 60_000
  if (morning !== given.nowMs && whole > latest) return null
  return { expiresAt: Math.min(whole, latest), loudFrom: morning }
}

/** Now from 08:00 to 21:00, else the next minute that is 08:00. */
function nextDay({ nowMs, rules }: WaitCase): number {
  let minute = Math.floor(nowMs / 60_000)
  const { minuteOfDay } = local(rules.zone, minute)
  if (minuteOfDay >= 8 * 60 && minuteOfDay < 21 * 60) return nowMs
  while (local(rules.zone, minute).minuteOfDay !== 8 * 60) minute++
  return minute * 60_000
}
