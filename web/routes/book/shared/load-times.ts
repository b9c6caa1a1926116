import { MAX_MONTHS, SHOWN_DAYS, whyNoneOf } from '#domain/availability/horizon.ts'
import { MAX_DAYS } from '#domain/waitlist/extend.ts'
import { addDays, addMonths, dayWindow, localParts, shiftMonth } from '#domain/zone.ts'
import type { Output } from '#contract/calls.ts'
import { loadCatalog, type Catalog } from '#web/service/load-catalog.ts'
import { loadHeld, type BookingContext } from './booking-context.ts'
import { parseSelection, reconcileSelection, type Notes, type Selection } from '#web/visit/selection.ts'
import { namesOfGone } from './gone-addons.ts'
import { computeTotal, selectedServices, withPerson, wordsOfServices } from './totals.ts'
import type { Offering } from './time-button.tsx'

export type Offer = Output<'getAvailability'>['offers'][number] & { spread?: number }
/**
 * Who performs it, for how much (minor units including VAT) and how long; many times share one combo.
 * `spread`: how many minutes after the first person of a party the last one begins.
 */
export type Combo = { members: string[]; price: number; minutes: number; spread?: number }
/** Times by local date, each as [epoch minute, index of its combo]. */
type Times = { days: Record<string, [number, number][]>; combos: Combo[] }

/** How many days a phone shows. */
const FORTNIGHT = 14

/** The bookable selection of the URL, or null if no service is left. */
export async function loadSelection(ctx: BookingContext): Promise<{
  catalog: Catalog
  selection: Selection & { teamMember: (string | null)[] }
  notes: Notes
} | null> {
  const catalog = await loadCatalog(ctx)
  const { selection, notes } = reconcileSelection(parseSelection(ctx.search), catalog.services)
  if (selection.services.length === 0) return null
  return {
    catalog,
    selection: { ...selection, teamMember: selection.teamMember ?? selection.services.map(() => null) },
    notes,
  }
}

/** The data of the time step, or null without a bookable service. */
export async function loadTimeStep(ctx: BookingContext) {
  const loaded = await loadSelection(ctx)
  if (!loaded) return null
  const { catalog, selection, notes } = loaded
  const services = selectedServices(catalog.services, selection)
  const [times, held] = await Promise.all([
    loadTimes(ctx, createLoader(ctx, selection), {
      othersToo: selection.teamMember.some((one) => one !== null),
    }),
    loadHeld(ctx),
  ])
  const names = Object.fromEntries(catalog.people.map((one) => [one.id, one.name]))
  const { minutes, longest, from } = computeTotal(
    services.map((one, index) => withPerson(one, selection.teamMember[index])),
  )
  const offering: Offering = { names, varies: minutes < longest, money: { ...catalog.money, from } }
  const asked = selection.teamMember.flatMap((one) => (one === null ? [] : (names[one] ?? [])))
  return {
    words: await ctx.translate([
      ...wordsOfServices(services),
      ...catalog.addonNames.values(),
      ...Object.values(times.closed).flatMap((one) => (one.translated ? [] : [one.reason])),
    ]),
    gone: namesOfGone(notes, catalog),
    services,
    selection,
    notes,
    times,
    held,
    offering,
    asked: [...new Set(asked)],
    contact: ctx.brand.phone ?? ctx.brand.email,
  }
}

export type ShownTimes = Awaited<ReturnType<typeof loadTimes>>
/** The URL of the same page for other days. */
export type TimesUrl = (to: {
  month?: string | null
  from?: string | null
  day?: string
  all?: 'true'
}) => string

/** The times of four weeks on from a date; `anyone` instead of the requested people. */
export type LoadWeeks = (
  from: string,
  anyone?: boolean,
) => Promise<
  { offers: Offer[]; nextDay: string | null; lastDay: string } & Partial<
    Pick<Output<'getAvailability'>, 'empty' | 'hidden' | 'suggested'>
  >
>

type Wanted = {
  /** The first day to show if the URL names none: today, or later. */ start?: string
  /** Whether people are requested. */ othersToo: boolean
}

/**
 * Four weeks of times, on from the day or month of the URL, or from the first day with times; if they have
 * none, the nearest alternatives, also with others than the requested people.
 */
export async function loadTimes(
  { brand, search, now }: Pick<BookingContext, 'search' | 'now'> & { brand: ShownBrand },
  load: LoadWeeks,
  { start, othersToo }: Wanted,
) {
  const zone = brand.timeZone
  const today = localParts(zone, Math.floor(now / 60_000)).date
  const furthest = addMonths(today, MAX_MONTHS)
  const clamp = (date: string) => (date < today ? today : date > furthest ? furthest : date)
  const usual = clamp(start ?? today)
  const asked = askedDay(search, usual, clamp)
  const { from, weeks } = await findWeeks(load, { asked, usual, today })
  const full = weeks.offers.length === 0
  const [later, others] = full
    ? await Promise.all([weeks.nextDay ? load(weeks.nextDay) : null, othersToo ? load(from, true) : null])
    : [null, null]
  const last = weeks.lastDay < furthest ? weeks.lastDay : furthest
  const neighbours = (day: string, days: number) => ({
    before: day > today ? clamp(addDays(day, -days)) : null,
    after: addDays(day, days) <= last ? addDays(day, days) : null,
  })
  return {
    from,
    // Also full days before the first free one: each leads to the waitlist.
    dates: listDates(from),
    months: listMonths(today, last),
    /** The first days of the four weeks before and after. */
    weeks: neighbours(from, SHOWN_DAYS),
    /** The same for each half, which is what a phone shows. */
    fortnights: [neighbours(from, FORTNIGHT), neighbours(addDays(from, FORTNIGHT), FORTNIGHT)] as const,
    /** Whether weeks without times were skipped because the URL names no day. */
    skipped: asked === null && from > usual,
    /** Whether no earlier time exists. */
    soonest: from === today || (asked === null && usual === today),
    times: byDay(weeks.offers, zone),
    closed: closedDays(brand, from),
    next: weeks.nextDay,
    /** Times that are hidden, since they leave gaps, and those that are suggested, in epoch minutes. */
    hidden: weeks.hidden ?? 0,
    suggested: (weeks.suggested ?? []).map((start) => start / 60_000),
    /** Why days have no times, by date. */
    empty: Object.fromEntries((weeks.empty ?? []).map(({ date, why }) => [date, why])),
    /** The same of all days together, if all are empty. */
    why: full ? whyNoneOf(weeks.empty ?? []) : null,
    /** Whether an entry of the waitlist can last until the days. */
    waitlist: from <= addDays(today, MAX_DAYS),
    later: later?.offers.slice(0, 3) ?? [],
    others: others?.offers.slice(0, 3) ?? [],
  }
}

type ShownBrand = Pick<BookingContext['brand'], 'timeZone' | 'exceptions'>

/** The days on which the salon is closed though their weekday is not, and why. */
const closedDays = ({ exceptions }: ShownBrand, from: string) =>
  Object.fromEntries(
    exceptions
      .filter(({ date, hours }) => hours.length === 0 && listDates(from).includes(date))
      .map(({ date, reason = '', translated = false }) => [date, { reason, translated }]),
  )

type Found = { from: string; weeks: Awaited<ReturnType<LoadWeeks>> }

/** The weeks to show: without a wish in the URL, others that have times. */
async function findWeeks(
  load: LoadWeeks,
  { asked, usual, today }: { asked: string | null; usual: string; today: string },
): Promise<Found> {
  const from = asked ?? usual
  const weeks = await load(from)
  if (asked !== null || weeks.offers.length > 0) return { from, weeks }
  const other = weeks.nextDay ?? today
  return other === from ? { from, weeks } : { from: other, weeks: await load(other) }
}

/** The times of a booking, by the call that lists them. */
const createLoader =
  (
    { call, search }: BookingContext,
    { services, addons, teamMember }: Selection & { teamMember: (string | null)[] },
  ): LoadWeeks =>
  (from, anyone = false) =>
    call('getAvailability', {
      services: services.join(','),
      teamMember: anyone ? 'any' : teamMember.map((one) => one ?? 'any').join(','),
      ...(addons.length > 0 && { addons: addons.join(',') }),
      from,
      why: 'true',
      ...(search.has('all') ? { all: 'true' } : {}),
    })

/** The first day to show by the URL: it names that, a month, or a day that is to be seen; null for none. */
function askedDay(search: URLSearchParams, usual: string, clamp: (date: string) => string): string | null {
  const month = search.get('month')
  const first = dateIn(search.get('from')) ?? dateIn(month && `${month}-01`)
  const from = first && clamp(first)
  const day = dateIn(search.get('day'))
  const begin = from ?? usual
  return day && (day < begin || day > addDays(begin, SHOWN_DAYS - 1)) ? clamp(day) : from
}

const dateIn = (text: string | null): string | null =>
  text && /^\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T12:00Z`).toJSON()?.startsWith(text)
    ? text
    : null

function byDay(offers: Offer[], zone: string): Times {
  const combos: Combo[] = []
  const positions = new Map<string, number>()
  const days: Times['days'] = {}
  let date = ''
  let until = -Infinity
  for (const { start, end, members, price, spread } of offers) {
    const minute = start / 60_000
    if (minute >= until) {
      date = localParts(zone, minute).date
      until = dayWindow(zone, date).until
    }
    const minutes = (end - start) / 60_000
    const key = `${price} ${minutes} ${spread} ${members.join(',')}`
    const position =
      positions.get(key) ?? combos.push({ members, price, minutes, ...(spread && { spread }) }) - 1
    positions.set(key, position)
    ;(days[date] ??= []).push([minute, position])
  }
  return { days, combos }
}

const listDates = (from: string): string[] =>
  Array.from({ length: SHOWN_DAYS }, (_, index) => addDays(from, index))

function listMonths(first: string, last: string): string[] {
  const months: string[] = []
  for (let month = first.slice(0, 7); month <= last.slice(0, 7); month = shiftMonth(month, 1))
    months.push(month)
  return months
}
