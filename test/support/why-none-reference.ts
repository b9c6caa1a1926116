/** Slow reference implementations of the first free times, and of why days have none; see `slowFreeTimes`. */
import { dateOfDayNumber, dayNumber, local, slowFreeTimes } from './availability-reference.ts'
import type { Case, Found } from './availability-reference.ts'

/** The first so many free times of all. */
export const slowFirst = (given: Case, count: number): Found[] => slowFreeTimes(given).slice(0, count)

/** The dates of the window, each with its minutes. */
export function daysOfCase({ rules, from, until }: Case): { date: string; from: number; until: number }[] {
  const days: { date: string; from: number; until: number }[] = []
  for (let minute = from; minute < until; minute++) {
    const { date } = local(rules.zone, minute)
    const day = days.at(-1)
    if (day?.date === date) day.until = minute + 1
    else days.push({ date, from: minute, until: minute + 1 })
  }
  return days
}

/** The same with one notice and one horizon, which no service has otherwise. */
function withRules(given: Case, change: { leadMinutes?: number; horizonDays?: number }): Case {
  const own = given.services.map(({ rule }) => rule)
  const leadMinutes = Math.max(...own.map((rule) => rule.leadMinutes ?? given.rules.leadMinutes))
  const horizonDays = Math.min(...own.map((rule) => rule.horizonDays ?? given.rules.horizonDays))
  return {
    ...given,
    rules: { ...given.rules, leadMinutes, horizonDays, ...change },
    services: given.services.map((one) => ({
      ...one,
      rule: { ...one.rule, leadMinutes: undefined, horizonDays: undefined },
    })),
  }
}

/** Why each day of the window without a free time has none, found by taking away one rule after the other. */
export function slowWhyNone(given: Case): { date: string; why: string }[] {
  return daysOfCase(given).flatMap((day) => {
    const ofDay = withRules({ ...given, from: day.from, until: day.until }, {})
    const yields = (one: Case) => slowFreeTimes(one).length > 0
    if (yields(ofDay)) return []
    const because = (why: string) => [{ date: day.date, why }]
    const able = given.services.every(({ rule, memberId }) =>
      given.members.some(({ id }) => rule.members.includes(id) && (memberId ?? id) === id),
    )
    if (!able) return because('nobody')
    const early = Math.min(ofDay.now, ofDay.from)
    const nothing = { busy: [], ...(given.busyUnits && { busyUnits: [] }) }
    const open = { ...withRules(ofDay, { leadMinutes: 0, horizonDays: 9_999 }), ...nothing, now: early }
    if (!yields(open)) return because('closed')
    if (yields({ ...ofDay, ...nothing })) return because('taken')
    if (yields(withRules(ofDay, { leadMinutes: 0, horizonDays: ofDay.rules.horizonDays })))
      return because('too-soon')
    const later = { leadMinutes: ofDay.rules.leadMinutes, horizonDays: ofDay.rules.horizonDays + 60 }
    if (yields(withRules(ofDay, later))) return because('too-far')
    const today = dayNumber(local(given.rules.zone, given.now).date)
    const last = dateOfDayNumber(today + ofDay.rules.horizonDays)
    return because(day.date > last ? 'too-far' : 'too-soon')
  })
}
