import type Holidays from 'date-holidays'
import type { HolidaysTypes } from 'date-holidays'
import { locales } from '#domain/language.ts'
import { addDays } from '#domain/zone.ts'
import type { HolidayRules } from '#contract/content/tenant.ts'
import type { HolidayRow } from '../availability/holiday-queries.ts'

type Wanted = HolidayRules & {
  /** The local date of the salon. */ today: string
  /** Of the tenant: each holiday has a name in it. */ language: string
}
/** What is wrong with the rules, by the path of the setting in `holidays` of a tenant file. */
type Problem = { path: (string | number)[]; message: string }
export type FoundHolidays = { ok: true; holidays: HolidayRow[] } | { ok: false; problems: Problem[] }

/** Their regions decide what is public: the country alone lacks some days. */
const decidedByRegion = ['AU', 'CH', 'ES', 'GB']

/**
 * Finds the public holidays on which a salon is closed: those of this year and of the next two, with their
 * names in the languages of the product that are known. In December also those of the third: the job that
 * writes them runs once a year. The library takes 22 MB of memory, so only the import and that job load it.
 */
export async function findHolidays(wanted: Wanted): Promise<FoundHolidays> {
  const { default: Library } = await import('date-holidays')
  const problem = findUnknownRegion(new Library(), wanted.country)
  if (problem) return { ok: false, problems: [{ path: ['country'], message: problem }] }
  const [country = '', state = '', region = ''] = wanted.country.split('-')
  const library = new Library(country, state, region)
  const all = yearsFrom(wanted.today).flatMap((year) => listOfYear(library, year, wanted.language))
  const problems = findUnknownNames(wanted, all)
  if (problems.length > 0) return { ok: false, problems }
  const closed = all.filter((one) => isClosed(wanted.closed, one))
  const dates = [...Map.groupBy(closed, ({ date }) => date)].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    ok: true,
    holidays: dates.map(([date, ofDay]) => ({ date, names: joinNames(ofDay, wanted.language) })),
  }
}

/** The years of which the holidays are stored; the last one must be there when the year begins. */
export function yearsFrom(today: string): number[] {
  const first = Number(today.slice(0, 4))
  const last = Number(addDays(today, 31).slice(0, 4)) + 2
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** The first day of which the holidays are stored anew. */
export const firstDayOf = (today: string): string => `${today.slice(0, 4)}-01-01`

/** The library takes an unknown region for none, and gives the holidays of the whole country. */
function findUnknownRegion(library: Holidays, wanted: string): string | null {
  const [country = '', state, region] = wanted.split('-')
  if (!Object.hasOwn(library.getCountries(), country))
    return `${country} is no country of which holidays are known`
  const states = keysOf(library.getStates(country))
  if (state === undefined)
    return decidedByRegion.includes(country)
      ? `${country} needs a region, as each has holidays of its own: ${listed(country, states)}`
      : null
  if (!states.includes(state))
    return states.length > 0
      ? `${country} has no region ${state}, but ${listed(country, states)}`
      : `${country} has no regions with holidays of their own`
  if (region === undefined) return null
  const regions = keysOf(library.getRegions(country, state))
  const below = `${country}-${state}`
  if (regions.includes(region)) return null
  return regions.length > 0
    ? `${below} has no region ${region}, but ${listed(below, regions)}`
    : `${below} has no regions with holidays of their own`
}

const keysOf = (names: Record<string, string> | undefined): string[] => Object.keys(names ?? {}).toSorted()
const listed = (prefix: string, keys: string[]): string => keys.map((key) => `${prefix}-${key}`).join(', ')

type Found = { date: string; isPublic: boolean; names: Record<string, string> }

/** All days of a year that the library knows, public or not. */
const listOfYear = (library: Holidays, year: number, language: string): Found[] =>
  library.getHolidays(year).flatMap((one) => {
    const found = { isPublic: one.type === 'public', names: namesOf(library, one, language) }
    return datesOf(one).map((date) => ({ date, ...found }))
  })

/** By the text of its date: begin and end are instants, 23 or 25 hours apart where the clock changes. */
function datesOf({ date, start, end }: HolidaysTypes.Holiday): string[] {
  const days = Math.max(1, Math.round((end.getTime() - start.getTime()) / 86_400_000))
  return Array.from({ length: days }, (_, index) => addDays(date.slice(0, 10), index))
}

/** In the languages of the product that are known, and in the tenant's own: else in that of the country. */
function namesOf(
  library: Holidays,
  { name, rule }: HolidaysTypes.Holiday,
  language: string,
): Record<string, string> {
  const { name: known } = library.getRule(rule) as { name?: unknown }
  const inAll: Partial<Record<string, string>> = typeof known === 'object' && known !== null ? known : {}
  const names = locales.flatMap((locale) => (inAll[locale] ? [[locale, inAll[locale]] as const] : []))
  return { [language]: name, ...Object.fromEntries(names) }
}

const isClosed = (closed: HolidayRules['closed'], { isPublic, names }: Found): boolean => {
  const wanted = closed === 'all' ? ['all'] : closed
  return wanted.some((name) => (name === 'all' ? isPublic : isNamed(name, names)))
}

const isNamed = (wanted: string, names: Record<string, string>): boolean =>
  Object.values(names).some((name) => name.toLowerCase() === wanted.trim().toLowerCase())

function findUnknownNames({ closed, country, language }: Wanted, all: readonly Found[]): Problem[] {
  if (closed === 'all') return []
  const known = [...new Set(all.map(({ names }) => names[language]))].join(', ')
  return closed.flatMap((name, index) =>
    name === 'all' || all.some(({ names }) => isNamed(name, names))
      ? []
      : [
          {
            path: ['closed', index],
            message: `${name} is no holiday of ${country}. They are: all, ${known}`,
          },
        ],
  )
}

/** The names of all holidays of a day, in each language that one of them has. */
function joinNames(ofDay: readonly Found[], language: string): Record<string, string> {
  const languages = new Set(ofDay.flatMap(({ names }) => Object.keys(names)))
  return Object.fromEntries(
    [...languages].map((one) => [
      one,
      [...new Set(ofDay.map(({ names }) => names[one] ?? names[language] ?? ''))].join(', '),
    ]),
  )
}
