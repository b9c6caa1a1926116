/**
 * A slow reference implementation of the free times of a party: it tries every start of every person, with
 * every assignment of members, minute by minute. Like the one of a single visit, which it builds on, it
 * shares nothing with domain/.
 */
import {
  asFound,
  bookedThatDay,
  busyMinutesOfUnits,
  changes,
  choiceOf,
  dayNumber,
  everyAssignment,
  freeMinutes,
  isBefore,
  local,
  priceOf,
  usesSomebodyTwice,
  type Case,
  type Choice,
  type Found,
  type UnitMinutes,
} from './availability-reference.ts'

export type PartyCase = Omit<Case, 'services'> & { persons: Case['services'][] }
export type PartyFound = { start: number; end: number; visits: Found[] }

/** How far apart the visits begin at most, in minutes. */
const SPREAD = 15

type Way = { start: number; choice: Choice }

/** All free times of a party, found by checking every minute of the window. */
export function slowPartyTimes({ persons, ...rest }: PartyCase): PartyFound[] {
  const { rules, members, now, from, until } = rest
  const visits: Case[] = persons.map((services) => ({ ...rest, services }))
  const reach = Math.max(
    ...persons.map((services) =>
      services.reduce(
        (sum, { rule, added = 0 }) => sum + longest(rule) + added + rule.bufferBefore + rule.bufferAfter,
        0,
      ),
    ),
  )
  const free = members.map((member) => freeMinutes(visits[0]!, member, from - reach, until + SPREAD + reach))
  const choices = visits.map((given) =>
    everyAssignment(given)
      .map((assignment) => choiceOf(given, assignment))
      .filter((one) => !usesSomebodyTwice(one)),
  )
  const ofEach = persons.flat().map(({ rule }) => rule)
  const leadMinutes = Math.max(...ofEach.map((rule) => rule.leadMinutes ?? rules.leadMinutes))
  const horizonDays = Math.min(...ofEach.map((rule) => rule.horizonDays ?? rules.horizonDays))
  const lastDay = dayNumber(local(rules.zone, now).date) + horizonDays
  const canBegin = (minute: number) => {
    const { date, minuteOfDay } = local(rules.zone, minute)
    return minuteOfDay % rules.slotMinutes === 0 && minute >= now + leadMinutes && dayNumber(date) <= lastDay
  }
  const busy = busyMinutesOfUnits(visits[0]!)
  const found: PartyFound[] = []
  for (let start = from; start < until; start++) {
    if (!canBegin(start)) continue
    const { date } = local(rules.zone, start)
    const load = members.map((member) => bookedThatDay(visits[0]!, member, date))
    const near = Array.from({ length: SPREAD + 1 }, (_, offset) => start + offset).filter(
      (minute) => canBegin(minute) && local(rules.zone, minute).date === date,
    )
    const ways = choices.map((ofPerson) =>
      near.flatMap((minute): Way[] =>
        ofPerson
          .filter((choice) =>
            choice.every((part) => part.minutes.every((one) => free[part.member]!.has(minute + one))),
          )
          .map((choice) => ({ start: minute, choice })),
      ),
    )
    let best: { cost: number[]; chosen: Way[]; units: Map<string, number>[] } | null = null
    for (const chosen of combinations(ways)) {
      const starts = chosen.map((one) => one.start)
      if (!starts.includes(start)) continue
      const parts = chosen.flatMap(({ choice }) => choice)
      const taking = new Set(parts.map((part) => part.member))
      const cost = [
        Math.max(...starts) - start,
        chosen.reduce((sum, { choice }) => sum + changes(choice), 0),
        chosen.reduce((sum, { choice }, person) => sum + priceOf(visits[person]!, choice), 0),
        [...taking].reduce((sum, member) => sum + load[member]!, 0),
        chosen.reduce((sum, { choice }) => sum + choice.at(-1)!.until, 0),
        ...starts,
        ...parts.map((part) => part.member),
      ]
      if (best && !isBefore(cost, best.cost)) continue
      const units = unitsOfAll(rest.resources ?? [], chosen, busy)
      if (units) best = { cost, chosen, units }
    }
    if (!best) continue
    const { chosen, units } = best
    const offers = chosen.map(({ choice, start: at }, person) =>
      asFound(visits[person]!, { choice, units: units[person]! }, at),
    )
    found.push({ start, end: Math.max(...offers.map(({ end }) => end)), visits: offers })
  }
  return found
}

const longest = ({ duration, lengths = {} }: Case['services'][number]['rule']) =>
  Math.max(duration, ...Object.values(lengths).map((one) => one.duration))

/** Tries all units of all runs of all persons, lowest first: the first that are free, by person, or null. */
function unitsOfAll(
  resources: NonNullable<Case['resources']>,
  chosen: Way[],
  busy: UnitMinutes,
): Map<string, number>[] | null {
  const runs = resources.flatMap(({ id, units }) =>
    chosen.flatMap(({ start, choice }, person) =>
      choice.flatMap((_, index) => {
        const minutes = choice.flatMap(({ uses }) =>
          uses.flatMap((use) => (use.resourceId === id && use.run === index ? use.minutes : [])),
        )
        return minutes.length > 0
          ? [{ id, units, person, index, minutes: minutes.map((one) => start + one) }]
          : []
      }),
    ),
  )
  const taken = chosen.map(() => new Map<string, number>())
  const used = new Set<string>()
  const attempt = (position: number): boolean => {
    const run = runs[position]
    if (!run) return true
    for (const unit of run.units) {
      const keys = run.minutes.map((minute) => `${run.id} ${unit} ${minute}`)
      if (keys.some((key) => used.has(key))) continue
      if (run.minutes.some((minute) => busy.has(run.id, unit, minute))) continue
      keys.forEach((key) => used.add(key))
      taken[run.person]!.set(`${run.id} ${run.index}`, unit)
      if (attempt(position + 1)) return true
      keys.forEach((key) => used.delete(key))
    }
    return false
  }
  return attempt(0) ? taken : null
}

/** One way for each person, such that nobody works for two of them at once. */
function* combinations(ways: Way[][], chosen: Way[] = []): Generator<Way[]> {
  const next = ways[chosen.length]
  if (!next) return yield chosen
  for (const way of next)
    if (!chosen.some((one) => meet(one, way))) yield* combinations(ways, [...chosen, way])
}

function meet(one: Way, other: Way): boolean {
  return one.choice.some((part) => {
    const busy = new Set(part.minutes.map((minute) => one.start + minute))
    return other.choice.some(
      (against) =>
        against.member === part.member && against.minutes.some((minute) => busy.has(other.start + minute)),
    )
  })
}
