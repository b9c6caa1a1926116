import { MAX_PARTY_SERVICES, MAX_PERSONS, MAX_SPREAD, MIN_PERSONS } from '../visit/party.ts'
import type { Window } from '../zone.ts'
import { allowedStarts, busyWindow, computeOverlap, openCalendar, startsOn } from './free-times.ts'
import { assignParty, openDay } from './party-assignment.ts'
import { validateRequest, type Offer, type VisitRequest, type WantedService } from './request.ts'
import { unitFinder } from './units.ts'
import { planVisit } from './visit-plan.ts'

/** How many choices are tried for the starts of a day. */
const MAX_NODES = 20_000

/**
 * `persons`: the services of each. `from` to `until` is the window of the first start; with `starts` only
 * these are looked at, one for each person, and the window is that of the first of them.
 */
export type PartyRequest = Omit<VisitRequest, 'services'> & {
  persons: WantedService[][]
  starts?: number[] | undefined
}

/** From the first start to the last end, with the visit of each person. */
export type PartyOffer = { start: number; end: number; visits: Offer[] }

/** `unsearched`: at how many starts the search was broken off; none of them is offered. */
export type PartyTimes = { offers: PartyOffer[]; unsearched: number }

type PartyError =
  | 'too-few-persons'
  | 'too-many-persons'
  | 'too-many-services'
  | 'spread'
  | NonNullable<ReturnType<typeof validateRequest>>

/** Thrown for a request that `validateParty` rejects. */
export class InvalidPartyRequest extends Error {
  readonly reason: PartyError
  constructor(reason: PartyError) {
    super(`Invalid request for a party: ${reason}`)
    this.name = 'InvalidPartyRequest'
    this.reason = reason
  }
}

/** The error of a request, or null. */
export function validateParty({
  persons,
  starts,
  ...rest
}: Pick<PartyRequest, 'rules' | 'members' | 'persons' | 'starts' | 'resources'>): PartyError | null {
  if (persons.length < MIN_PERSONS) return 'too-few-persons'
  if (persons.length > MAX_PERSONS) return 'too-many-persons'
  if (persons.flat().length > MAX_PARTY_SERVICES) return 'too-many-services'
  if (starts && (starts.length !== persons.length || spreadOf(starts) > MAX_SPREAD)) return 'spread'
  for (const services of persons) {
    const error = validateRequest({ ...rest, services })
    if (error) return error
  }
  return null
}

const spreadOf = (starts: readonly number[]): number => Math.max(...starts) - Math.min(...starts)

/**
 * The times at which all persons can come, one for each first start, in order of time. The others begin on
 * the raster too, on the same day, at most `MAX_SPREAD` minutes later. Best is: the smallest spread of the
 * starts; the fewest changes of member; the lowest price; the least time already booked that day over all
 * members; the fewest minutes; the earliest starts, then the first members in the list, person by person. Of
 * each resource the first persons have the smallest units.
 * @throws InvalidPartyRequest if `validateParty` returns an error.
 */
export function partyTimes(request: PartyRequest, maxNodes = MAX_NODES): PartyTimes {
  const error = validateParty(request)
  if (error) throw new InvalidPartyRequest(error)
  const allowed = allowedStarts({ ...request, services: request.persons.flat() })
  const window = computeOverlap(request, allowed)
  if (window.from >= window.until) return { offers: [], unsearched: 0 }
  const calendar = openCalendar(request, partyBusyWindow({ ...request, ...window }))
  const { members, resources } = calendar
  const plans = request.persons.map((services) => planVisit(services, members, resources))
  const staff = { members, freeOf: calendar.freeOf, findUnits: unitFinder(calendar.units) }
  const offers: PartyOffer[] = []
  let unsearched = 0
  for (const day of calendar.days.filter((one) => one.from < window.until && window.from < one.until)) {
    const starts = startsOn(calendar, day, allowed)
    const context = openDay(staff, calendar.loadOn(day), maxNodes)
    for (const start of starts.filter((one) => window.from <= one && one < window.until)) {
      const near = starts.filter((one) => start <= one && one <= start + MAX_SPREAD)
      const wanted = request.starts
      if (wanted && (Math.min(...wanted) !== start || !wanted.every((one) => near.includes(one)))) continue
      const visits = assignParty({ plans, near, wanted }, context)
      if (visits === 'unsearched') unsearched++
      else if (visits) offers.push({ start, end: Math.max(...visits.map(({ end }) => end)), visits })
    }
  }
  return { offers, unsearched }
}

/** The offer of `partyTimes` at exactly these starts, one for each person, or null. */
export const partyAt = (request: PartyRequest, starts: number[]): PartyOffer | null => {
  const from = Math.min(...starts)
  return partyTimes({ ...request, starts, from, until: from + 1 }).offers[0] ?? null
}

/** The window whose busy ranges a request must contain, as `busyWindow` says of one visit. */
export function partyBusyWindow({
  rules,
  persons,
  from,
  until,
}: Pick<PartyRequest, 'rules' | 'persons' | 'from' | 'until'>): Window {
  const windows = persons.map((services) => busyWindow({ rules, services, from, until: until + MAX_SPREAD }))
  return {
    from: Math.min(...windows.map((one) => one.from)),
    until: Math.max(...windows.map((one) => one.until)),
  }
}
