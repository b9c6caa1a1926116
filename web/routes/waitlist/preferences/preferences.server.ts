import type { CallInput, Output } from '#contract/calls.ts'
import type { PageContext } from '#contract/page.ts'
import { isWindowDate, MAX_WINDOWS } from '#domain/waitlist/window.ts'
import { DEFAULT_DAYS, MAX_DAYS } from '#domain/waitlist/extend.ts'
import { addDays, dayWindow, localParts, toWeekday } from '#domain/zone.ts'
import {
  emptyWindow,
  type WindowValues,
  type PreferenceErrors,
  type PreferenceValues,
} from './preference-values.ts'

type Entry = Output<'listWaitlist'>['documents'][number]
/** The preferences as `joinWaitlist` and `updateWaitlistEntry` take them. */
type Preferences = Required<
  Pick<CallInput<'joinWaitlist'>, 'teamMembers' | 'windows' | 'noticeMinutes' | 'atNight' | 'end'>
>
/** The days that a form may name, as dates of the tenant's zone. */
export type AllowedDays = { today: string; last: string }

const MINUTE_MS = 60_000
const DEFAULT_NOTICE = '120'

/** The last day that an entry may stay, and today. */
export function allowedDays({ brand, now }: Pick<PageContext, 'brand' | 'now'>): AllowedDays {
  const today = toDate(brand.timeZone, now)
  return { today, last: addDays(today, MAX_DAYS) }
}

/** The date of an instant (epoch ms) in the zone. */
const toDate = (zone: string, instant: number) => localParts(zone, Math.floor(instant / MINUTE_MS)).date

/** The preferences that a URL suggests: the people and the month or day without free times. */
export function suggestedPreferences(
  search: URLSearchParams,
  people: readonly { id: string }[],
  days: AllowedDays,
): PreferenceValues {
  const asked = new Set((search.get('teamMember') ?? '').split(','))
  const window = windowIn(search, days)
  const usualEnd = addDays(days.today, DEFAULT_DAYS)
  return {
    teamMembers: people.map(({ id }) => id).filter((id) => asked.has(id)),
    windows: [window],
    notice: DEFAULT_NOTICE,
    atNight: false,
    end: window.until > usualEnd ? window.until : usualEnd,
  }
}

/** The days or the month of the URL as far as they are allowed. */
function windowIn(search: URLSearchParams, { today, last }: AllowedDays): WindowValues {
  const date = search.get('date') ?? ''
  const first = isWindowDate(date) ? date : `${search.get('month') ?? ''}-01`
  if (!isWindowDate(first)) return emptyWindow
  const until = search.get('until') ?? date
  const final = isWindowDate(date)
    ? isWindowDate(until)
      ? until
      : date
    : addDays(`${addDays(first, 31).slice(0, 8)}01`, -1)
  if (final < today || first > last) return emptyWindow
  return { ...emptyWindow, from: first < today ? today : first, until: final > last ? last : final }
}

/** The preferences of an entry, for a form that changes them. */
export const toPreferences = (entry: Entry, zone: string): PreferenceValues => ({
  teamMembers: entry.teamMembers.map(({ id }) => id),
  windows: entry.windows.length > 0 ? entry.windows.map(toWindow) : [emptyWindow],
  notice: String(entry.noticeMinutes),
  atNight: entry.atNight,
  end: lastDay(entry.end, zone),
})

const toWindow = ({ from, until, weekdays, earliest, latest }: Entry['windows'][number]): WindowValues => ({
  from,
  until,
  weekdays,
  earliest: earliest === '00:00' ? '' : earliest,
  latest: latest === '24:00' ? '' : latest,
})

/** The last day of an entry that ends at `end` (epoch ms), which is usually a midnight. */
export const lastDay = (end: number, zone: string): string => toDate(zone, end - MINUTE_MS)

type Parsed = { ok: true; preferences: Preferences } | { ok: false; errors: PreferenceErrors }

/**
 * Validates the preferences of a form. A window without a first day begins today, one without a last day
 * ends with the entry, and one in which nothing is filled in means any time.
 */
export function parsePreferences(
  values: PreferenceValues,
  { today, last }: AllowedDays,
  zone: string,
): Parsed {
  const errors: PreferenceErrors = {
    ...(isDate(values.end) ? {} : { end: 'preference.endMissing' }),
    ...(values.end < today && isDate(values.end) && { end: 'preference.endPast' }),
    ...(values.end > last && isDate(values.end) && { end: 'preference.endFar' }),
  }
  const filled = values.windows
    .map((window, index) => ({ window, index }))
    .filter(({ window }) => !isEmpty(window))
  const windows = filled.map(({ window, index }) => ({
    index,
    from: window.from || today,
    until: window.until || values.end,
    weekdays: [...new Set(window.weekdays)].filter((day) => day >= 1 && day <= 7).toSorted((a, b) => a - b),
    earliest: clockOr(window.earliest, '00:00'),
    latest: clockOr(window.latest, '24:00'),
  }))
  if (windows.length > MAX_WINDOWS) errors.form = 'preference.tooManyWindows'
  for (const { index, from, until, earliest, latest, weekdays } of windows) {
    if (!isWindowDate(from)) errors[`from-${index}`] = 'preference.dateWrong'
    else if (!isWindowDate(until)) errors[`until-${index}`] = 'preference.dateWrong'
    else if (until < today) errors[`until-${index}`] = 'preference.over'
    else if (until < from) errors[`until-${index}`] = 'preference.untilBeforeFrom'
    else if (from > values.end) errors[`from-${index}`] = 'preference.fromAfterEnd'
    else if (!hasWeekday(from, until, weekdays)) errors[`weekdays-${index}`] = 'preference.noSuchDay'
    if (latest <= earliest) errors[`latest-${index}`] = 'preference.latestBeforeEarliest'
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const notice = Number(values.notice)
  return {
    ok: true,
    preferences: {
      teamMembers: values.teamMembers,
      windows: windows.map(({ index: _, ...one }) => one),
      noticeMinutes:
        Number.isInteger(notice) && notice >= 0 && notice <= 20_160 ? notice : Number(DEFAULT_NOTICE),
      atNight: values.atNight,
      end: toEnd(values.end, zone),
    },
  }
}

/** The instant (epoch ms) at which an entry ends whose last day is `date`. */
const toEnd = (date: string, zone: string): number => dayWindow(zone, date).until * MINUTE_MS

const isEmpty = ({ from, until, weekdays, earliest, latest }: WindowValues) =>
  !from && !until && weekdays.length === 0 && !earliest && !latest

/** Whether a text is a date that exists. */
function isDate(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

const clockOr = (text: string, otherwise: string) =>
  /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : otherwise

/** Whether one of the weekdays lies between the dates. */
function hasWeekday(from: string, until: string, weekdays: readonly number[]): boolean {
  if (weekdays.length === 0) return true
  for (let [date, count] = [from, 0]; date <= until && count < 7; date = addDays(date, 1), count++)
    if (weekdays.includes(toWeekday(date))) return true
  return false
}
